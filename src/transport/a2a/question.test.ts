import type { Message } from '@a2a-js/sdk';
import { kinds } from 'assay-core/rules/index.ts';
import { addressOf } from 'assay-core/solana/address.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fault } from '#lib/fault.ts';
import { asksElse, readQuestion } from './question.ts';
import { dataPart, textPart } from './replies.ts';

const M = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263';
const OTHER = '86xCnPeV69n6t3DnyGvkKobf9FdN2H9oiVDdaMpo2MMY';

function message(contents: readonly (object | string)[], metadata?: Message['metadata']): Message {
  const parts = contents.map((content) => (typeof content === 'string' ? textPart(content) : dataPart(content)));
  return { messageId: 'm', contextId: '', taskId: '', role: 1, parts, metadata, extensions: [], referenceTaskIds: [] };
}

/** What is read: the check in short, why it is unclear, or the places and types of what is wrong. */
function read(contents: readonly (object | string)[], metadata?: Message['metadata']): unknown {
  try {
    const found = readQuestion(message(contents, metadata), undefined);
    if (!('question' in found)) return found.why;
    const { kind, subject, query } = found.question;
    return [kind.name, subject, query.size_sol ?? null];
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return error.extra.invalid?.map(({ loc, type }) => `${loc.join('.')} ${type}`);
  }
}

const trade = { kind: 'trade', mint: M };
const UNCLEAR_SIZE = expect.stringContaining('size of the trade is not clear');

describe('an object', () => {
  it.each<[object, string | null]>([
    [{ ...trade, size_sol: 2 }, '2'],
    [{ ...trade, size_sol: '2' }, '2'],
    [{ ...trade, size_sol: 1e-9 }, '0.000000001'],
    [{ ...trade, size_sol: null }, null],
    [trade, null],
    [{ kind: 'trade', subject: M, size_sol: 2 }, '2'],
    [{ kind: 'trade', address: M, mint: M }, null],
    [{ tool: 'check_trade', arguments: { mint: M, size_sol: 2 } }, '2'],
    [{ name: 'check_trade', arguments: { mint: M, size_sol: '2' } }, '2'],
    [{ name: 'check_trade', mint: M }, null],
    [{ skill: 'check_trade', arguments: { address: M } }, null],
    [{ skillId: 'check_trade', mint: M, arguments: null }, null],
  ])('%j is understood', (object, size) => {
    expect(read([object])).toEqual(['trade', M, size]);
    expect(read([JSON.stringify(object)])).toEqual(['trade', M, size]);
  });

  it.each<[object, readonly string[]]>([
    [{ ...trade, size: '2' }, ['message.size extra_forbidden']],
    [{ ...trade, sizeSol: '2' }, ['message.sizeSol extra_forbidden']],
    [{ ...trade, size_sol: 1, size: 2, amount: 3 }, ['message.size extra_forbidden', 'message.amount extra_forbidden']],
    [{ kind: 'token', mint: M, size_sol: 2 }, ['message.size_sol extra_forbidden']],
    [{ tool: 'check_trade', arguments: { mint: M, size: 2 } }, ['message.arguments.size extra_forbidden']],
    [{ tool: 'check_trade', arguments: { mint: M }, size_sol: 2 }, ['message.size_sol extra_forbidden']],
    [{ tool: 'check_trade', arguments: { kind: 'token', mint: M } }, ['message.arguments.kind extra_forbidden']],
    [{ tool: 'check_trade', arguments: `{"mint":"${M}"}` }, ['message.arguments dict_type']],
    [{ tool: 'check_trade', arguments: {} }, ['message.arguments.mint missing']],
    [{ tool: 'check_weather', arguments: { mint: M } }, ['message.tool enum']],
    [{ kind: 'funder', mint: 'nope' }, ['message.mint string_too_short']],
    [{ kind: 'funder' }, ['message.address missing']],
    [{ kind: 'trade', subject: 7, size_sol: {} }, ['message.subject string_type', 'message.size_sol float_type']],
  ])('%j is refused with what is wrong', (object, items) => {
    expect(read([object])).toEqual(items);
  });

  it('names at most ten members that are not known, each in short', () => {
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`${n}`.padEnd(100, 'x'), n]));
    const items = read([{ ...trade, ...many }]) as string[];
    expect(items).toHaveLength(10);
    expect(Math.max(...items.map((item) => item.length))).toBeLessThan(100);
  });

  it.each<[readonly (object | string)[], Message['metadata'], unknown]>([
    [[trade, 'of two SOL, please'], undefined, UNCLEAR_SIZE],
    [[trade, '{"size":"2"}'], undefined, UNCLEAR_SIZE],
    [[trade, 'x'.repeat(2_000)], undefined, UNCLEAR_SIZE],
    [[trade], { size_sol: '2' }, UNCLEAR_SIZE],
    [[trade, { size: '2' }], undefined, expect.stringContaining('A part cannot be read')],
    [[trade, trade], undefined, expect.stringContaining('several checks')],
    [[{ kind: 'token', mint: M }], { skillId: 'check_trade' }, expect.stringContaining('several kinds')],
    [[{ kind: 'token', skill: 'check_trade', mint: M }], undefined, expect.stringContaining('several kinds')],
    [[{ kind: 'token', mint: M, address: OTHER }], undefined, expect.stringContaining('several subjects')],
    [[{ mint: M }], undefined, expect.stringContaining('which kind')],
    [[{ name: 'somebody' }], undefined, expect.stringContaining('A part cannot be read')],
    [[[{ kind: 'token', mint: M }]], undefined, expect.stringContaining('A part cannot be read')],
    [[{ ...trade, size_sol: 3 }, 'a trade of 3 SOL'], undefined, ['trade', M, '3']],
    [[trade, 'Please run this one.'], undefined, ['trade', M, null]],
    [[{ kind: 'token', mint: M }, 'before I buy 2 SOL of it'], undefined, ['token', M, null]],
  ])('%j with metadata %j', (contents, metadata, what) => {
    expect(read(contents, metadata)).toEqual(what);
  });

  it('is asked back with a file beside it', () => {
    const file = { content: { $case: 'url', value: 'https://a.example' }, metadata: undefined, filename: '' } as const;
    const asked = message([trade]);
    asked.parts.push({ ...file, mediaType: 'text/plain' });
    expect(readQuestion(asked, undefined)).toMatchObject({ why: expect.stringContaining('A part cannot be read') });
  });
});

describe('a sentence about a trade', () => {
  it.each([
    `Trade check for ${M}, size 2`,
    `Trade check for ${M} of two SOL`,
    `Trade check for ${M}, amount: a lot`,
    `Trade check for ${M}, SOL 2`,
    `Trade check for ${M} of 1 500 SOL`,
    `Trade check for ${M} of 1/2 SOL`,
    `Trade check for ${M} of ½ SOL`,
    `Trade check for ${M} of 2k SOL`,
    `Trade check for ${M} of $500`,
    `Trade check for ${M} of five hundred`,
    `Trade check for ${M} of ٢`,
    `Trade check for ${M} of 2, with a fee of 0.01 SOL`,
    `Trade check for ${M} of two, with a fee of 0.01 SOL`,
    `Trade check for ${M} with half of what I have`,
    `\`\`\`json\n{"kind":"trade","subject":"${M}","size":"2"}\n\`\`\``,
  ])('%s is unclear', (text) => {
    expect(read([text])).toEqual(UNCLEAR_SIZE);
  });

  it.each([
    [`Trade check for ${M}`, null],
    [`Trade check for ${M} on Solana, please.`, null],
    [`Trade check for ${M}, size 2 SOL`, '2'],
    [`Run the trade check of 0.5 SOL for ${M}`, '0.5'],
  ])('%s is understood', (text, size) => {
    expect(read([text])).toEqual(['trade', M, size]);
  });

  it('is unclear where the metadata names a size', () => {
    expect(read([`Trade check for ${M}`], { sizeSol: 2 })).toEqual(UNCLEAR_SIZE);
    expect(read([M], { skillId: 'check_trade', amount: 2 })).toEqual(UNCLEAR_SIZE);
  });

  it('is never read without the number that it has', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.001, max: 1e6, noNaN: true }),
        fc.constantFrom('', ' sol', ' SOL', ' units'),
        (n, unit) => {
          const found = read([`Trade check for ${M} of ${n}${unit}`]);
          expect(Array.isArray(found) && found[0] === 'trade' ? found[2] : 'asked back').not.toBeNull();
        },
      ),
    );
  });
});

describe('a sentence', () => {
  it.each<[string, unknown]>([
    [`Who funded ${M}?`, ['funder', M, null]],
    [`who first funded ${M}`, ['funder', M, null]],
    [`Is the mint ${M} safe?`, ['token', M, null]],
    [`Who funded the launch of ${M}?`, 'No kind of check is named.'],
    [`Who funded ${M}, and is it safe?`, 'No kind of check is named.'],
    [`Is the mint ${M} safe to hold?`, 'No kind of check is named.'],
    [`Is the mint authority of ${M} safe?`, 'No kind of check is named.'],
    [`Who funded the wallet ${M}?`, expect.stringContaining('wallet, funder')],
    [`Compare the token ${M} with ${M.slice(1)}`, expect.stringContaining('Several addresses')],
    [`Check the token ${M.slice(2)}`, ['message.mint value_error']],
  ])('%s', (text, what) => {
    expect(read([text])).toEqual(what);
  });

  it('is refused with a skill that is none', () => {
    expect(read([`token ${M}`], { skillId: 'check_weather' })).toEqual(['message.skillId enum']);
  });
});

describe('a message to a task', () => {
  const task = { kind: kinds.trade, subject: M, query: {} };

  it.each<[readonly (object | string)[], boolean]>([
    [['here is the payment'], false],
    [[{ receipt: 1 }], false],
    [[trade], false],
    [[{ ...trade, size_sol: '0.5' }], false],
    [[{ ...trade, size_sol: 2 }], true],
    [[{ kind: 'trade', mint: OTHER }], true],
    [[{ kind: 'token', mint: M }], true],
    [[{ mint: M }], true],
  ])('%j asks for something else: %s', (contents, isElse) => {
    expect(asksElse(message(contents), task)).toBe(isElse);
  });
});

it('asks every kind about every address by its own name', () => {
  const addresses = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(addressOf);
  fc.assert(
    fc.property(fc.constantFrom(...Object.values(kinds)), addresses, ({ name, subject }, address) => {
      expect(read([{ kind: name, [subject]: address }])).toEqual([name, address, null]);
      expect(read([`check_${name} ${address}`])).toEqual([name, address, null]);
    }),
  );
});
