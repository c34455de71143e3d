import type { Effect } from '#derive/effects/effect-type.ts';
import type { Signature } from '#solana/address.ts';
import type { KeptEffect, KeptHistory, NewlyKnown } from '../effects/effect-store.ts';
import type { TimedEntry } from './listing.ts';
import type { WalletPast } from './past.ts';

/** What earlier checks left, by signature. `watermark` is usable only for windows that begin at `provenFrom` or later. */
export interface Memory {
  readonly effects: ReadonlyMap<Signature, Effect>;
  readonly kept: readonly KeptEffect[];
  readonly watermark: KeptHistory['watermark'];
}

/** Nothing is remembered. */
export const blank: Memory = { effects: new Map(), kept: [], watermark: null };

/** Effects in order of their slots. A watermark whose own transaction is gone is none, and so is an effect without a time. */
export function memoryOf({ effects, watermark }: KeptHistory): Memory {
  const kept = effects.filter(({ effect }) => effect.time !== null).sort((a, b) => a.effect.slot - b.effect.slot);
  const bySignature = new Map(kept.map(({ effect }) => [effect.signature as Signature, effect]));
  return {
    effects: bySignature,
    kept,
    watermark: watermark && bySignature.has(watermark.signature) ? watermark : null,
  };
}

/** Remembered transactions inside the window: those of the wallet's own list, or the others; oldest first. */
export function rememberedEffects({ kept }: Memory, listed: boolean, windowFrom: number): TimedEntry[] {
  return kept
    .filter((one) => one.listed === listed && (one.effect.time ?? 0) >= windowFrom)
    .map(({ effect }) => ({
      signature: effect.signature as Signature,
      slot: effect.slot,
      time: effect.time ?? windowFrom,
    }));
}

/**
 * The facts that a check adds to the remembered ones; null where it adds none. `sound`: nothing is broken or unusable. `askedFrom`: the
 * requested beginning of the window (Unix seconds).
 */
export function newlyKnown(
  past: WalletPast,
  memory: Memory,
  { sound, askedFrom }: { readonly sound: boolean; readonly askedFrom: number },
): NewlyKnown | null {
  const { queue, slot } = past;
  const keptAs = new Map(memory.kept.map(({ effect, listed }) => [effect.signature, listed]));
  const settled = [...queue.effects].filter(([, effect]) => effect.slot <= slot);
  // A transaction that no longer counts never counts again. Where time or calls were used up, the next check may reach further.
  const from = past.shortenedBy === 'transactions' ? past.windowFrom : askedFrom;
  const forgetBefore = Math.min(from, ...startsOf(past));
  const effects = settled
    .filter(([signature, effect]) => (effect.time ?? 0) >= forgetBefore && isOfUse(past, signature, effect))
    .map(([signature, effect]) => ({ effect, listed: isListed(past, signature) }))
    // One that only a token account's list named is written again when the wallet's own list does.
    .filter(({ effect, listed }) => !keptAs.has(effect.signature) || (listed && !keptAs.get(effect.signature)));
  const watermark = sound ? watermarkOf(past, settled) : null;
  const reachesFurther =
    watermark &&
    !(memory.watermark?.signature === watermark.signature && memory.watermark.provenFrom <= watermark.provenFrom);
  if (effects.length === 0 && !reachesFurther) return null;
  return { effects, watermark, forgetBefore };
}

function isListed({ listed, older, beyond }: WalletPast, signature: Signature): boolean {
  return listed.has(signature) || signature === older?.signature || beyond.has(signature);
}

/** Entries before the window were read because its beginning rests on them. */
function isOfUse(past: WalletPast, signature: Signature, { time }: Effect): boolean {
  return isListed(past, signature) || past.unlisted.has(signature) || (time ?? 0) < past.windowFrom;
}

/** The newest transaction of the wallet's own list. */
function watermarkOf(past: WalletPast, settled: readonly (readonly [Signature, Effect])[]): KeptHistory['watermark'] {
  const rank = (signature: Signature) => past.listed.get(signature) ?? 0;
  const [newest] = settled
    .filter(([signature]) => isListed(past, signature))
    .sort(([a, one], [b, other]) => other.slot - one.slot || rank(b) - rank(a));
  return newest ? { signature: newest[0], slot: newest[1].slot, provenFrom: past.windowFrom } : null;
}

/** Times of the transactions that the window's beginning rests on, remembered ones too. */
function startsOf({ older, olderOfAccounts }: WalletPast): readonly number[] {
  return [older, ...olderOfAccounts.values()].flatMap((entry) => (entry ? [entry.time] : []));
}
