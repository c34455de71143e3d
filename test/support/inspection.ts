import { generateKeyPairSync } from 'node:crypto';
import type { Chain, ChainReader, ChainSession } from 'assay-core/chain/chain-reader.ts';
import type { Inspected, Inspector } from 'assay-core/check/inspectors.ts';
import type { GapCause } from 'assay-core/lib/reading.ts';
import type { Judgement } from 'assay-core/rules/check.ts';
import { signerFor } from '#lib/signing/attestation.ts';

export const testSigner = signerFor(generateKeyPairSync('ed25519').privateKey);
export const testNetwork = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1';

const bounds = { timeMsMax: 1000, callsMax: 10, bytesMax: 1_000_000 };

/** A judgement of a proven fact, with every member that an answer can have. */
export function provenJudgement(): Judgement {
  return {
    verdict: 'CEX_FUNDED',
    reasons: [
      { code: 'CEX_DIRECT', severity: 'info', message: 'Paid by an exchange.', evidence: { slot: 412_345_678 } },
    ],
    confidencePercent: 81,
    flags: ['NEVER_SPENT'],
    metrics: { source: 'BJQPNKBqpGKSvdgFwCFGDXWKVdMdzPdnJBN3fE5TS4Hs', birth_proven: true, hops_followed: 0 },
    gaps: [{ reading: 'hop', cause: 'limit_reached', detail: 'for the log only' }],
    decidedBy: [],
  };
}

/** A judgement that one gap decided. */
export function gapJudgement(cause: GapCause): Judgement {
  const gap = { reading: 'history', cause } as const;
  return { ...provenJudgement(), verdict: 'UNKNOWN', confidencePercent: 0, gaps: [gap], decidedBy: [gap] };
}

const testAsOf = { slot: 412_345_679, commitment: 'finalized', time: 1_700_000_000 } as const;

/** An inspector that counts its work and says what `judgement` says. */
export function countingInspector(judgement: () => Judgement): Inspector & { readonly inspected: string[] } {
  const inspected: string[] = [];
  return {
    bounds,
    inspected,
    inspect: async ({ subject }): Promise<Inspected> => {
      inspected.push(subject);
      await new Promise((resolve) => setImmediate(resolve));
      return { judgement: judgement(), asOf: testAsOf };
    },
  };
}

/** A chain for inspectors that do not read: it counts the sessions that were opened and closed. */
export function unreadChain(): Chain & { opened: number; closed: number } {
  const chain = {
    opened: 0,
    closed: 0,
    session(): ChainSession {
      chain.opened += 1;
      return {
        closed: false,
        reader: () => ({}) as ChainReader,
        close: () => {
          chain.closed += 1;
        },
      };
    },
    health: () => [],
    close: async () => undefined,
  };
  return chain;
}
