import type { ChainReader, ChainSession, CheckBounds } from '#chain/chain-reader.ts';
import type { LabelTable } from '#chain/labels/label.ts';
import { knownPrograms } from '#derive/effects/effect-scene.ts';
import { stableMintsWith } from '#derive/sources/stable-coins.ts';
import { type IssuerTable, reviewedUnix } from '#derive/token/issuers/issuer-table.ts';
import { gatherFunder } from '#facts/funder/evidence.ts';
import { gatherToken } from '#facts/token/evidence.ts';
import { gatherTrade } from '#facts/trade/evidence.ts';
import { gatherWallet, soundnessOfWallet } from '#facts/wallet/evidence.ts';
import type { EffectStore } from '#gather/effects/effect-store.ts';
import { openConfigurations } from '#gather/market/configurations.ts';
import type { MarketOptions } from '#gather/market/market-question.ts';
import { openPoolMemory } from '#gather/market/pool-memory.ts';
import { disputed, opinionInTime, secondOpinion } from '#gather/second-opinion.ts';
import { readSoundly } from '#gather/sources/sound-list.ts';
import type { HistoryBounds } from '#gather/wallet/history.ts';
import { PICO_PER_USD } from '#lib/money.ts';
import type { Ask, AsOf, Judgement, Kind } from '#rules/check.ts';
import { judgeFunder } from '#rules/funder/verdict.ts';
import { enoughDepth } from '#rules/token/depth.ts';
import type { TokenEvidence } from '#rules/token/evidence.ts';
import { isFreeWithoutLaunch, judgeToken } from '#rules/token/verdict.ts';
import { COST_BOUNDS, HIGHEST_PRIORITY_MICRO_LAMPORTS } from '#rules/trade/policy.ts';
import { judgeTrade } from '#rules/trade/verdict.ts';
import { judgeWallet } from '#rules/wallet/verdict.ts';
import { type Address, address } from '#solana/address.ts';
import type { FullMint } from '#solana/token/decoded-mint.ts';

/** A judgement and the moment on chain that it is pinned to; null when not even a slot could be read. */
export interface Inspected {
  readonly judgement: Judgement;
  readonly asOf: AsOf | null;
}

/** The gatherer and judge of a kind, with the limits of one check. */
export interface Inspector {
  readonly bounds: CheckBounds;
  inspect(ask: Ask, reader: ChainReader): Promise<Inspected>;
}

/** One inspector for each kind that is available. */
export type Inspectors = Readonly<Partial<Record<Kind['name'], Inspector>>>;

/** The operator's bounds of one check; null leaves the kind's own. */
interface BoundOverrides {
  readonly checkTimeMsMax: number;
  readonly rpcCallsPerCheckMax: number | null;
  readonly rpcBytesPerCheckMax: number | null;
  /** What its calls may cost, in picodollars; null for no bound. */
  readonly rpcPicoUsdPerCheckMax: bigint | null;
}

/** What a funder check may spend: twenty pages of history, fifty bodies twice over, and the source's page. */
const funderBounds: CheckBounds = { timeMsMax: 25_000, callsMax: 400, bytesMax: 64 * 1024 * 1024 };

/** What a trade check may spend: a few hundred accounts, of which those of concentrated pools weigh ten kilobytes each. */
const tradeBounds: CheckBounds = { timeMsMax: 20_000, callsMax: 60, bytesMax: 64 * 1024 * 1024 };

/**
 * The budget of a token check: the accounts of a trade check, a few pages of history, those of the launch and of the money and tokens of
 * thirty wallets, and the results of one search for positions.
 */
const tokenBounds: CheckBounds = { timeMsMax: 20_000, callsMax: 1_000, bytesMax: 64 * 1024 * 1024 };

/** The budget of a wallet check: two calls and 32 KiB for each listed transaction, and the lists of its token accounts. */
function walletBounds({ signaturesWithBodiesMax, tokenSignaturesMax }: HistoryBounds): CheckBounds {
  const transactions = signaturesWithBodiesMax + tokenSignaturesMax;
  return { timeMsMax: 28_000, callsMax: 2 * transactions + 1_000, bytesMax: (transactions + 500) * 32 * 1024 };
}

/** What the list of a wallet may cost where the caller sets nothing: ten cents, because a busy wallet's history would cost many dollars. */
const LIST_PICO_USD_MAX = PICO_PER_USD / 10n;

/** USDT. Prices in it count through its deepest pool against SOL, like those in the USDC of the network. */
const TETHER = address('Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB');

/** How far wallets are read back, the price limit of the list of one, and where the results are kept; null keeps none. */
export interface WalletParts {
  readonly bounds: HistoryBounds;
  readonly store: EffectStore | null;
  /** Draws which transactions of a wallet's payers are read. Absent on a chain whose answers have to repeat. */
  readonly secret?: string | undefined;
}

/** What inspectors are opened with. */
export interface InspectorParts {
  readonly labels: LabelTable;
  readonly issuers: IssuerTable;
  /** What the process knows of markets. */
  readonly market: MarketOptions;
  /** The network's USDC. */
  readonly usdcMint: Address;
  readonly wallet: WalletParts;
  readonly overrides: BoundOverrides;
  /** Reports an event to the operator that a person has to review. */
  readonly warn: (event: string, fields: Readonly<Record<string, string>>) => void;
}

/** Pairs the gatherer and the judge of each available kind. */
export function openInspectors(parts: InspectorParts): Inspectors {
  const { labels, overrides } = parts;
  const funder: Inspector = {
    bounds: bounded(funderBounds, overrides),
    async inspect({ subject }, reader) {
      const gathered = await gatherFunder(subject, reader, { labels });
      const isDisputed = (await opinionInTime(secondOpinion(reader))) === 'disputed';
      const evidence = isDisputed ? { ...gathered, trace: disputed('trace') } : gathered;
      return { judgement: judgeFunder(evidence), asOf: evidence.asOf.known ? evidence.asOf.value : null };
    },
  };
  const [wallet, trade, token] = [openWallet(parts), openTrade(parts), openToken(parts)];
  return { wallet: renewing(wallet), funder: renewing(funder), trade: renewing(trade), token: renewing(token) };
}

/** Inspects again, without the endpoint, when an endpoint was caught: no answer may rest on what it sent. */
function renewing({ bounds, inspect }: Inspector): Inspector {
  return {
    bounds,
    async inspect(ask, first) {
      for (let reader: ChainReader = first; ; ) {
        const inspected: Inspected = await inspect(ask, reader);
        const next = reader.renewed?.() ?? null;
        if (!next) return inspected;
        reader = next;
      }
    },
  };
}

function openWallet({ labels, market, usdcMint, wallet, overrides }: InspectorParts): Inspector {
  const picoUsdMax = overrides.rpcPicoUsdPerCheckMax ?? wallet.bounds.picoUsdMax ?? LIST_PICO_USD_MAX;
  const programs = knownPrograms(labels, stableMintsWith(usdcMint));
  const options = { ...wallet, bounds: { ...wallet.bounds, picoUsdMax }, market, programs };
  return {
    bounds: bounded(walletBounds(wallet.bounds), overrides),
    async inspect({ subject }, reader) {
      const gather = (from: ChainReader) => gatherWallet(subject, from, options);
      const evidence = await readSoundly(subject, reader, gather, soundnessOfWallet);
      return { judgement: judgeWallet(evidence), asOf: evidence.asOf.known ? evidence.asOf.value : null };
    },
  };
}

/** The cache of markets that the trade and token checks of a process share. It starts empty. */
export function openMarket(usdcMint: Address): MarketOptions {
  const now = () => performance.now();
  return {
    configurations: openConfigurations(now),
    memory: openPoolMemory(now),
    stableMints: [usdcMint, TETHER],
  };
}

/**
 * Reads the accounts that every market needs, so that the first check does not have to. It ignores failures: the first check reports them.
 */
export async function warmMarket({ configurations }: MarketOptions, session: ChainSession): Promise<void> {
  const reader = session.reader(tradeBounds);
  await Promise.all([configurations.read(reader), reader.schedule(0)]);
  session.close();
}

function openToken({ labels, issuers, market, usdcMint, overrides, warn }: InspectorParts): Inspector {
  const options = { ...market, labels, issuers, dollarMint: usdcMint, enoughDepth, isFreeWithoutLaunch };
  return {
    bounds: bounded(tokenBounds, overrides),
    async inspect({ subject }, reader) {
      const gathered = await gatherToken(subject, reader, options);
      const isDisputed = (await opinionInTime(secondOpinion(reader))) === 'disputed';
      const evidence = isDisputed
        ? {
            ...gathered,
            age: disputed('age'),
            market: disputed('market'),
            launch: disputed('launch'),
            insiders: disputed('insiders'),
            ...(restsOnList(gathered) ? {} : { issuer: disputed('issuer') }),
          }
        : gathered;
      const judgement = judgeToken(evidence);
      const drift = judgement.reasons.find(({ code }) => code === 'CANONICAL_PROFILE_DRIFT');
      if (drift) warn('canonical_profile_drift', { mint: subject, message: drift.message });
      return { judgement, asOf: evidence.asOf.known ? evidence.asOf.value : null };
    },
  };
}

/** Whether the issuer is known without a transaction: a list has the mint, or no reviewed issuer has its powers. */
function restsOnList({ issuer }: TokenEvidence): boolean {
  return issuer.known && (issuer.value === null || issuer.value.how === 'listed');
}

function openTrade({ labels, issuers, market, overrides }: InspectorParts): Inspector {
  const options = {
    ...market,
    labels,
    reviewedUnix: (subject: Address, mint: FullMint) => reviewedUnix(issuers, subject, mint),
    costBoundsBps: COST_BOUNDS,
    highestPriorityMicroLamports: HIGHEST_PRIORITY_MICRO_LAMPORTS,
  };
  return {
    bounds: bounded(tradeBounds, overrides),
    async inspect({ subject, sizeLamports }, reader) {
      if (sizeLamports === null) throw new Error('a trade check without a size');
      const evidence = await gatherTrade({ subject, sizeLamports }, reader, options);
      return { judgement: judgeTrade(evidence), asOf: evidence.asOf.known ? evidence.asOf.value : null };
    },
  };
}

function bounded(own: CheckBounds, overrides: BoundOverrides): CheckBounds {
  const { rpcPicoUsdPerCheckMax: picoUsdMax } = overrides;
  return {
    ...(picoUsdMax !== null && { picoUsdMax }),
    timeMsMax: Math.min(own.timeMsMax, overrides.checkTimeMsMax),
    callsMax: overrides.rpcCallsPerCheckMax ?? own.callsMax,
    bytesMax: overrides.rpcBytesPerCheckMax ?? own.bytesMax,
  };
}
