import type { LabelTable } from '#chain/labels/label.ts';
import type { CheckBounds } from '#chain/model.ts';
import { judgeFunder } from '#checks/funder/verdict.ts';
import { gatherFunder } from '#evidence/funder/gather.ts';
import type { Inspector, Inspectors } from './answers.ts';

/** The operator's bounds of one check; null leaves the kind's own. */
export interface BoundOverrides {
  readonly checkTimeMsMax: number;
  readonly rpcCallsPerCheckMax: number | null;
  readonly rpcBytesPerCheckMax: number | null;
}

/** What a funder check may spend: twenty pages of history, fifty bodies twice over, and the source's page. */
const funderBounds: CheckBounds = { timeMsMax: 25_000, callsMax: 400, bytesMax: 64 * 1024 * 1024 };

/** Each available kind's gatherer and judge as a pair: here evidence meets judgement. */
export function openInspectors(labels: LabelTable, overrides: BoundOverrides): Inspectors {
  const funder: Inspector = {
    bounds: bounded(funderBounds, overrides),
    async inspect(subject, reader) {
      const evidence = await gatherFunder(subject, reader, { labels });
      return { judgement: judgeFunder(evidence), asOf: evidence.asOf.known ? evidence.asOf.value : null };
    },
  };
  return { funder };
}

function bounded(own: CheckBounds, overrides: BoundOverrides): CheckBounds {
  return {
    timeMsMax: Math.min(own.timeMsMax, overrides.checkTimeMsMax),
    callsMax: overrides.rpcCallsPerCheckMax ?? own.callsMax,
    bytesMax: overrides.rpcBytesPerCheckMax ?? own.bytesMax,
  };
}
