import type { Actor, Cast } from './actors.ts';
import { pay } from './instructions.ts';
import { EXCHANGES } from './market/exchange.ts';
import { type Act, ago, DAY, SOL, slotsIn } from './scene.ts';

/** How many ordinary wallets hold the sample tokens. */
const CROWD = 60;
const EACH = 40n * SOL;
/** Slots between two withdrawals, a little more than ten minutes. */
const APART = slotsIn(640) + 1;

/** Ordinary wallets, the same for all coins: so many wallets of a coin's own would make the start slow. */
export function crowd(cast: Cast): readonly Actor[] {
  return Array.from({ length: CROWD }, (_, index) => cast.person(`one of the crowd, ${index + 1}`));
}

/** How the crowd came to its money: each by a withdrawal of its own from an exchange, before any of the coins was made. */
export function crowdArrives(cast: Cast): readonly Act[] {
  const exchanges = [EXCHANGES.binance, EXCHANGES.coinbase].map((one) => cast.stranger(one));
  return crowd(cast).flatMap((member, index) => {
    const payer = exchanges[index % exchanges.length];
    const lamports = EACH + BigInt(index) * (SOL / 100n);
    return payer
      ? [
          { slot: ago(41) + index * APART, payer, instructions: [pay(payer, member.publicKey, lamports)] },
          // Its own first transaction ends what counts as its first money.
          { slot: ago(41) + index * APART + 1, payer: member, instructions: [pay(member, member.publicKey, 1n)] },
        ]
      : [];
  });
}

/** Somebody who is about to make a coin, and the withdrawal from an exchange that paid for it a day before. */
export function makerOf(
  cast: Cast,
  name: string,
  slot: number,
): { readonly maker: Actor; readonly acts: readonly Act[] } {
  const maker = cast.person(`who made ${name}`);
  const payer = cast.stranger(EXCHANGES.okx);
  const instructions = [pay(payer, maker.publicKey, EACH)];
  return { maker, acts: [{ slot: slot - DAY, payer, instructions }] };
}
