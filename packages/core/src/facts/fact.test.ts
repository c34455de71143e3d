import { describe, expect, it } from 'vitest';
import { known, missing, type Reading } from '#lib/reading.ts';
import { type Fact, factsOf, openFacts } from './fact.ts';

interface Input {
  readonly worked: string[];
}

const { fact, reading, further, tolerated } = factsOf<Input>();

const one = fact('one', {}, (_, { input }) => {
  input.worked.push('one');
  return 1;
});

const fails = reading('fails', {}, (): Reading<number> => missing('inner', 'deadline', 'too late'));

describe('facts', () => {
  it('are worked out once, and only where they are asked for', async () => {
    const two = fact('two', { one }, (given) => given.one + 1);
    const three = fact('three', { one, two }, (given) => given.one + given.two);
    const check = openFacts<Input>({ worked: [] });
    expect(check.input.worked).toEqual([]);
    expect(await Promise.all([check.get(three), check.get(three), check.get(one)])).toEqual([3, 3, 1]);
    expect(check.input.worked).toEqual(['one']);
  });

  it('ask for all that they need in one turn, in the order of the list', async () => {
    const asked: string[] = [];
    const slow = (name: string) =>
      fact(name, {}, async () => {
        asked.push(name);
        await new Promise((resolve) => setTimeout(resolve, 1));
      });
    const both = fact('both', { first: slow('first'), second: slow('second') }, () => undefined);
    const check = openFacts<Input>({ worked: [] });
    const whole = check.get(both);
    await Promise.resolve();
    await Promise.resolve();
    await Promise.resolve();
    expect(asked).toEqual(['first', 'second']);
    await whole;
  });

  it('are missing for the cause of the first gap in their needs, under their own name', async () => {
    const other = reading('other', {}, (): Reading<number> => missing('other', 'not_found'));
    const sum = reading('sum', { one, fails, other }, (given) => known(given.one + given.fails + given.other));
    const gap = { reading: 'sum', cause: 'deadline', detail: 'too late' };
    expect(await openFacts<Input>({ worked: [] }).get(sum)).toEqual({ known: false, gap });
  });

  it('publish a gap of their own under their own name', async () => {
    const gap = { reading: 'fails', cause: 'deadline', detail: 'too late' };
    expect(await openFacts<Input>({ worked: [] }).get(fails)).toEqual({ known: false, gap });
  });

  it('go on without what they tolerate', async () => {
    const sum = reading('sum', { one, other: tolerated(fails) }, (given) =>
      known(given.one + (given.other.read.known ? given.other.read.value : 0)),
    );
    expect(await openFacts<Input>({ worked: [] }).get(sum)).toEqual(known(1));
  });

  it('that are always there get gaps as they are', async () => {
    const caused = fact('caused', { fails }, (given) => (given.fails.known ? 'known' : given.fails.gap.cause));
    expect(await openFacts<Input>({ worked: [] }).get(caused)).toBe('deadline');
  });

  it('that are further are null where what they need is missing or null, and missing for a gap of their own', async () => {
    const nothing = reading('nothing', {}, (): Reading<number | null> => known(null));
    const after = (of: Fact<Input, unknown>) => further('after', { one, of }, (given) => known(given.one));
    const lost = further('lost', { one }, () => missing('inner', 'not_found'));
    const check = openFacts<Input>({ worked: [] });
    expect(await Promise.all([fails, nothing, one].map((of) => check.get(after(of))))).toEqual(
      [null, null, 1].map(known),
    );
    expect(await check.get(lost)).toEqual(missing('lost', 'not_found'));
  });

  it('work nothing out for a check that is over', async () => {
    const check = openFacts<Input>({ worked: [] }, () => true);
    for (const make of [reading, further]) {
      const after = make('after', { one }, (given, { input }) => {
        input.worked.push('after');
        return known(given.one);
      });
      expect(await check.get(after)).toMatchObject({ known: false, gap: { reading: 'after', cause: 'deadline' } });
    }
    expect(check.input.worked).toEqual(['one']);
  });

  it('that need each other throw with both names, however far the circle goes', async () => {
    const left: Fact<Input, number> = fact('left', {}, async (_, { get }) => (await get(middle)) + 1);
    const middle: Fact<Input, number> = fact('middle', {}, async (_, { get }) => (await get(right)) + 1);
    const right: Fact<Input, number> = fact('right', {}, async (_, { get }) => (await get(left)) + 1);
    await expect(openFacts<Input>({ worked: [] }).get(left)).rejects.toThrow(
      'the facts right and left need each other',
    );
  });

  it('that ask for one fact on two ways are no circle', async () => {
    const base = fact('base', {}, async () => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      return 1;
    });
    const a = fact('a', { base }, (given) => given.base);
    const b = fact('b', { a, base }, (given) => given.a + given.base);
    const check = openFacts<Input>({ worked: [] });
    expect(await Promise.all([check.get(b), check.get(a), check.get(base)])).toEqual([2, 1, 1]);
  });
});
