import fc from 'fast-check';
import { bodyOf, type MadeBody } from './made-body.ts';
import type { MadeChain } from './made-chain.ts';
import { coins, MEMO, MILLI, SOL, shapes, sponsor, wallets } from './shapes.ts';

const [RECENT_SLOT, OLD_SLOT] = [330_000_000, 45_000_000];

type Shape = keyof typeof shapes;
const names = Object.keys(shapes) as Shape[];

const act = fc.record({
  shape: fc.constantFrom(...names),
  amount: fc.oneof(
    { weight: 5, arbitrary: fc.bigInt({ min: MILLI, max: 3n * SOL }) },
    { weight: 1, arbitrary: fc.bigInt({ min: 20n, max: 10_000n }) },
  ),
  coin: fc.constantFrom(coins.plain, coins.plain, coins.taxed),
  flag: fc.boolean(),
  other: fc.boolean(),
});

/** A transaction: one to three acts of one of the wallets; who pays the fee, and how its body is written. */
const plan = fc.record({
  acts: fc.array(act, { minLength: 1, maxLength: 3 }),
  me: fc.constantFrom(0, 1),
  payer: fc.constantFrom('me', 'me', 'they', 'sponsor'),
  repeats: fc.integer({ min: 0, max: 5 }).map((one) => one === 0),
  loads: fc.boolean(),
  memo: fc.boolean(),
});
type Plan = typeof plan extends fc.Arbitrary<infer T> ? T : never;

export const plans = fc.array(plan, { minLength: 1, maxLength: 8 });

/** A body with the names of its acts. */
export interface Played extends MadeBody {
  readonly acts: readonly Shape[];
  readonly repeats: boolean;
}

/** Plays plans one after the other on one chain. */
export function play(chain: MadeChain, all: readonly Plan[]): readonly Played[] {
  return all.flatMap(({ acts, me: index, payer, repeats, loads, memo }, at) => {
    const [me, they] = index === 0 ? wallets : [wallets[1], wallets[0]];
    const isOld = repeats || acts.some(({ shape }) => shape === 'rentTaken');
    const done: Shape[] = [];
    const paying = payer === 'me' ? me : payer === 'they' ? they : sponsor;
    const made = chain.run(paying, (made) => {
      if (memo) made.call(MEMO, [me], () => undefined, [40]);
      for (const [place, { shape, ...drawn }] of acts.entries()) {
        const count = made.written.length;
        shapes[shape]({ ...drawn, made, me, they, name: `${at} ${place}` });
        if (made.written.length > count) done.push(shape);
      }
    });
    if (!made) return [];
    const slot = (isOld ? OLD_SLOT : RECENT_SLOT) + at;
    const form = { name: `made ${at}`, slot, time: 1_750_000_000 + at * 3_600, repeats, loads };
    return [{ ...bodyOf(made, form), acts: done, repeats }];
  });
}
