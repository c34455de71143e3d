import type { LabelTable } from '#chain/labels/label.ts';
import type { CheckBounds } from '#chain/model.ts';
import { judgeFunder } from '#checks/funder/verdict.ts';
import { COST_BOUNDS, HIGHEST_PRIORITY_MICRO_LAMPORTS } from '#checks/trade/policy.ts';
import { judgeTrade } from '#checks/trade/verdict.ts';
import { gatherFunder } from '#evidence/funder/gather.ts';
import { openConfigurations } from '#evidence/market/configurations.ts';
import { openPoolMemory } from '#evidence/market/memory.ts';
import { gatherTrade } from '#evidence/trade/gather.ts';
import { type Address, address } from '#lib/address.ts';
import type { Inspector, Inspectors } from './answers.ts';

/** The operator's bounds of one check; null leaves the kind's own. */
interface BoundOverrides {
  readonly checkTimeMsMax: number;
  readonly rpcCallsPerCheckMax: number | null;
  readonly rpcBytesPerCheckMax: number | null;
}

/** What a funder check may spend: twenty pages of history, fifty bodies twice over, and the source's page. */
const funderBounds: CheckBounds = { timeMsMax: 25_000, callsMax: 400, bytesMax: 64 * 1024 * 1024 };

/** What a trade check may spend: a few hundred accounts, of which those of concentrated pools weigh ten kilobytes each. */
const tradeBounds: CheckBounds = { timeMsMax: 20_000, callsMax: 60, bytesMax: 64 * 1024 * 1024 };

/** USDT. Prices in it count through its deepest pool against SOL, like those in the USDC of the network. */
const TETHER = address('Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB');

/** What inspectors are opened with. */
export interface InspectorParts {
  readonly labels: LabelTable;
  /** The network's USDC. */
  readonly usdcMint: Address;
  readonly overrides: BoundOverrides;
}

/** Each available kind's gatherer and judge as a pair: here evidence meets judgement. */
export function openInspectors({ labels, usdcMint, overrides }: InspectorParts): Inspectors {
  const funder: Inspector = {
    bounds: bounded(funderBounds, overrides),
    async inspect({ subject }, reader) {
      const evidence = await gatherFunder(subject, reader, { labels });
      return { judgement: judgeFunder(evidence), asOf: evidence.asOf.known ? evidence.asOf.value : null };
    },
  };
  return { funder, trade: openTrade(usdcMint, overrides) };
}

function openTrade(usdcMint: Address, overrides: BoundOverrides): Inspector {
  const now = () => performance.now();
  const options = {
    configurations: openConfigurations(now),
    memory: openPoolMemory(now),
    stableMints: [usdcMint, TETHER],
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
  return {
    timeMsMax: Math.min(own.timeMsMax, overrides.checkTimeMsMax),
    callsMax: overrides.rpcCallsPerCheckMax ?? own.callsMax,
    bytesMax: overrides.rpcBytesPerCheckMax ?? own.bytesMax,
  };
}
