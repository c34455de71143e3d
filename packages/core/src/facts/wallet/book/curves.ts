import { type Effect, type MadeTokens, worthOf } from '#derive/effects/effect-type.ts';
import { type MintKinds, type Reckoned, reckon } from './reckon.ts';

const NONE: ReadonlySet<string> = new Set();

/**
 * Coins of curves: a program without the label of a pool, loan or stake made them for the wallet or burned them of it, each time as
 * the only token that moved, against SOL or one stable coin. One transaction against several assets, or by a pool's program, makes
 * a mint a receipt for good.
 */
export function curvesOf(effects: readonly Effect[], kinds: Omit<MintKinds, 'curves'>): ReadonlySet<string> {
  const curves = new Set<string>();
  const receipts = new Set<string>();
  for (const effect of effects) {
    if (effect.failed || effect.minted.length + effect.burned.length === 0) continue;
    const reckoned = reckon(effect, worthOf(effect), 0, { ...kinds, curves: NONE });
    for (const made of [...effect.minted, ...effect.burned]) {
      if (isReceipt(reckoned, made)) receipts.add(made.mint);
      else if (isPaid(reckoned, made.mint)) curves.add(made.mint);
    }
  }
  return new Set([...curves].filter((mint) => !receipts.has(mint)));
}

function isReceipt(reckoned: Reckoned, { mint, byProgram, byCurve }: MadeTokens): boolean {
  return byProgram && (!byCurve || !isAlone(reckoned, mint));
}

/** True where no other token moved, and at most one kind of money. */
function isAlone({ rose, fell, onwardReceipts, hasNft, sign, coins }: Reckoned, mint: string): boolean {
  const isOther = (amount: { readonly mint: string }) => amount.mint !== mint;
  if (hasNft || [...rose, ...fell, ...onwardReceipts].some(isOther)) return false;
  return coins.length + (sign === 0 ? 0 : 1) <= 1;
}

/** True where the money went the other way than the token, in a trade. */
function isPaid({ effect, rose, receipts, sign, coins }: Reckoned, mint: string): boolean {
  const money = sign !== 0 ? BigInt(sign) : (coins[0]?.units ?? 0n);
  if (effect.service !== 'trade' || effect.joint || receipts[0]?.mint !== mint || money === 0n) return false;
  return rose.length === 1 ? money < 0n : money > 0n;
}
