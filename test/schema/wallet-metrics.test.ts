import { known } from 'assay-core/lib/reading.ts';
import type { WalletMetrics } from 'assay-core/rules/wallet/metrics.ts';
import { judgeFigures } from 'assay-core/rules/wallet/verdict.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { metricsSchema, type NamedSchemas } from '#schema/metrics.ts';
import { anyCase } from '../../packages/core/test/support/wallet-cases.ts';
import * as sample from '../../packages/core/test/support/wallet-evidence.ts';
import { strictSchema } from '../support/published-schemas.ts';

const named: NamedSchemas = new Map();
metricsSchema('wallet', named);
const parser = strictSchema({ components: { schemas: Object.fromEntries(named) } }, 'WalletMetrics');

function issuesOf(...given: Parameters<typeof judgeFigures>): unknown {
  const sent: WalletMetrics = JSON.parse(JSON.stringify(judgeFigures(...given).metrics));
  return parser.safeParse(sent).error?.issues ?? [];
}

describe('the published schema of the metrics', () => {
  it('takes them of any evidence, to the last member', () => {
    fc.assert(
      fc.property(anyCase, ({ evidence, figures }) => {
        expect(issuesOf(evidence, figures)).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  it('takes losses, rates and makers', () => {
    const flows = Object.fromEntries(Object.keys(sample.book().flows).map((name) => [name, -7n]));
    const rates = [{ mint: sample.mintOf(1), units: 1n, lamports: 2n, signature: '1'.repeat(64), time: sample.NOW }];
    const kept = sample.book({ flows: flows as ReturnType<typeof sample.book>['flows'], change: -1n, rates });
    const bad = sample.figures({
      topTrades: [
        { position: sample.position({ bestTrade: '1'.repeat(64) }), sale: null },
        { position: sample.position(), sale: sample.trade({ signature: '1'.repeat(64) }) },
      ],
      realizedPnl: -1n,
      firstHalfPnl: -2n,
      equity: [{ time: sample.NOW, amount: -3n }],
    });
    const makers = known([sample.maker({ creator: null, sharedFunder: sample.mintOf(3) })]);
    expect(issuesOf(sample.walletEvidence({ book: known(kept), makers }), bad)).toEqual([]);
  });

  it('takes them where nothing was read', () => {
    const nothing = { history: known(null), book: known(null), makers: known(null) };
    expect(issuesOf(sample.walletEvidence(nothing), null)).toEqual([]);
  });
});
