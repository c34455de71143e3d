import type { ChainSession } from 'assay-core/chain/chain-reader.ts';
import type { Inspector } from 'assay-core/check/inspectors.ts';
import type { Judgement } from 'assay-core/rules/check.ts';

const asOf = { slot: 287_000_100, commitment: 'finalized', time: 1_763_000_000 } as const;

/** A judgement of ordinary size about `account`, as a chain whose caches are warm would lead to. */
function judgementAbout(account: string): Judgement {
  return {
    verdict: 'CEX_FUNDED',
    reasons: [
      {
        code: 'DIRECT_CEX_TRANSFER',
        severity: 'info',
        message: 'The first money came from an account that is labelled as an exchange.',
        evidence: { account, exchange: 'Binance', grade: 'strong', label_date: '2026-11', slot: 287_000_000 },
      },
    ],
    confidencePercent: 95,
    flags: ['FRESH_WALLET'],
    metrics: { funded_lamports: '105673070', main_source_share_bps: 10_000, signatures_seen: 3, birth_proven: true },
    gaps: [],
    decidedBy: [],
  };
}

/** An inspector that reads nothing and has the same judgement for every subject. */
export function warmInspector(account: string): Inspector {
  const inspected = { judgement: judgementAbout(account), asOf };
  return { bounds: { timeMsMax: 1, callsMax: 1, bytesMax: 1 }, inspect: async () => inspected };
}

/** The session of an operation whose inspectors read nothing. */
export const noSession: ChainSession = { closed: false, reader: () => ({}) as never, close: () => undefined };
