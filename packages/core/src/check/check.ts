import type { Chain } from '#chain/chain-reader.ts';
import { loadLabels } from '#chain/labels/label-table.ts';
import { loadIssuers } from '#derive/token/issuers/issuer-table.ts';
import type { AsOf, Kind, PublishedGap, Reason } from '#rules/check.ts';
import { isTradeSize } from '#rules/trade/size.ts';
import { DAY_SECONDS } from '#rules/wallet/evidence.ts';
import { address } from '#solana/address.ts';
import { type Inspectors, openInspectors, openMarket } from './inspectors.ts';

/** What is asked: a wallet or a first funder by its address, a token or a trade by its mint. `sizeLamports` is of a trade alone. */
export interface CheckInput {
  readonly kind: Kind['name'];
  readonly subject: string;
  readonly sizeLamports?: bigint;
}

/** A verdict with what it rests on. `confidence` from 0 to 0.95; `decidedBy`: the gaps for which nothing better could be said. */
export interface CheckAnswer {
  readonly verdict: string;
  readonly reasonCodes: readonly string[];
  readonly confidence: number;
  readonly flags: readonly string[];
  readonly reasons: readonly Reason[];
  readonly metrics: Readonly<Record<string, unknown>>;
  readonly gaps: readonly PublishedGap[];
  readonly decidedBy: readonly PublishedGap[];
  /** The moment on chain that it is pinned to; null where not even a slot could be read. */
  readonly asOf: AsOf | null;
}

/** USDC of mainnet, whose price counts as one US dollar. */
const USDC = address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');

/** The options of inspection on each chain, where the caller brings none. */
const usual = new WeakMap<Chain, Inspectors>();

/**
 * Answers one question about the chain. It never rejects because of an endpoint: a failed reading is a gap with its cause. Throws for a
 * subject that is no address, and for a trade without a size or with one that no trade can have. `inspectors` are those of Solana's
 * mainnet where they are absent.
 */
export async function check(
  chain: Chain,
  { kind, subject, sizeLamports }: CheckInput,
  inspectors: Inspectors = usualOf(chain),
): Promise<CheckAnswer> {
  const inspector = inspectors[kind];
  if (!inspector) throw new Error(`no inspector for ${kind}`);
  if (sizeLamports !== undefined && !isTradeSize(sizeLamports)) throw new Error(`no size of a trade: ${sizeLamports}`);
  const ask = { kind, subject: address(subject), sizeLamports: sizeLamports ?? null };
  const session = chain.session();
  try {
    const { judgement, asOf } = await inspector.inspect(ask, session.reader(inspector.bounds));
    const { confidencePercent, ...judged } = judgement;
    const reasonCodes = [...new Set(judged.reasons.map(({ code }) => code))];
    return { ...judged, reasonCodes, confidence: confidencePercent / 100, asOf };
  } finally {
    session.close();
  }
}

function usualOf(chain: Chain): Inspectors {
  const known = usual.get(chain);
  if (known) return known;
  const opened = openInspectors({
    labels: loadLabels(),
    issuers: loadIssuers(),
    market: openMarket(USDC),
    usdcMint: USDC,
    wallet: {
      bounds: {
        windowSeconds: 90 * DAY_SECONDS,
        signaturesMax: 3_000,
        signaturesWithBodiesMax: 20_000,
        tokenSignaturesMax: 1_500,
      },
      store: null,
    },
    overrides: {
      checkTimeMsMax: 30_000,
      rpcCallsPerCheckMax: null,
      rpcBytesPerCheckMax: null,
      rpcPicoUsdPerCheckMax: null,
    },
    warn: () => undefined,
  });
  usual.set(chain, opened);
  return opened;
}
