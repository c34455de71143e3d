import type { EffectStore, KeptHistory, NewlyKnown } from '#gather/effects/effect-store.ts';
import { type HistoryBounds, readHistory, type WalletHistory } from '#gather/wallet/history.ts';
import { known, type Reading } from '#lib/reading.ts';
import { scheduleOf } from '#solana/gates/gate-schedule.ts';
import type { WalletChain } from './wallet-chain.ts';

const bounds: HistoryBounds = {
  windowSeconds: 10_000,
  // The clock of the chain goes from slot to slot.
  windowSecondsMin: 100,
  signaturesMax: 3_000,
  signaturesWithBodiesMax: 20_000,
  tokenSignaturesMax: 1_500,
};

/** Reads a chain's wallet as a check does: the account first, with everything else beside it. */
export async function readChain(
  chain: WalletChain,
  change: Partial<HistoryBounds> = {},
  store: EffectStore | null = null,
): Promise<Reading<WalletHistory>> {
  const present = async () => {
    const account = await chain.account(chain.subject);
    if (!account.known) return account;
    const time = await chain.blockTime(account.value.slot);
    const schedule = scheduleOf(new Map());
    return time.known ? known({ account: account.value, now: time.value, schedule }) : time;
  };
  const { subject, effectOf } = chain;
  return readHistory({ subject, reader: chain, present: present(), effectOf, bounds: { ...bounds, ...change }, store });
}

/** The same, where it has to be known. */
export async function historyOf(
  chain: WalletChain,
  change: Partial<HistoryBounds> = {},
  store: EffectStore | null = null,
) {
  const history = await readChain(chain, change, store);
  if (!history.known) throw new Error(`${history.gap.cause} ${history.gap.detail}`);
  return history.value;
}

/** A store in memory. */
export class MemoryStore implements EffectStore {
  kept: KeptHistory = { effects: [], watermark: null };

  async read(): Promise<KeptHistory> {
    return this.kept;
  }

  async write(_wallet: unknown, { effects, watermark, forgetBefore }: NewlyKnown): Promise<void> {
    const all = new Map(this.kept.effects.map((one) => [one.effect.signature, one]));
    for (const { effect, listed } of effects) {
      all.set(effect.signature, { effect, listed: listed || all.get(effect.signature)?.listed === true });
    }
    const left = [...all.values()].filter(({ effect }) => (effect.time ?? 0) >= forgetBefore);
    this.kept = { effects: left, watermark: watermark ?? this.kept.watermark };
  }
}
