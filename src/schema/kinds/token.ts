import './token-control.ts';
import './token-holders.ts';
import './token-exit.ts';
import './token-origin.ts';
import { kinds } from '#checks/index.ts';
import type { TokenMetrics } from '#checks/token/metrics.ts';
import { askOf } from '../ask.ts';
import { builder } from '../builder.ts';
import { charged } from '../charges.ts';
import { Check, checkTypeName } from '../check.ts';
import { enumOf } from '../enums.ts';
import type { Delivered } from '../model.ts';
import { TokenMetricsType } from './token-metrics.ts';

const TokenVerdict = builder.enumType('TokenVerdict', {
  description: 'The verdicts of a token check; `prices` lists them best first.',
  values: enumOf(kinds.token.verdicts),
});

/** Metrics as typed; a free answer has none. */
function metricsOf({ document }: Delivered): TokenMetrics | null {
  return Object.keys(document.metrics).length === 0 ? null : (document.metrics as unknown as TokenMetrics);
}

export const TokenCheck = builder.objectRef<Delivered>(checkTypeName('token')).implement({
  description: 'What can be proven about the risk of holding a token.',
  interfaces: [Check],
  fields: (t) => ({
    tokenVerdict: t.field({
      type: TokenVerdict,
      description: 'The same as `verdict`, in an enumeration of this kind only.',
      resolve: (c) => c.document.verdict,
    }),
    metrics: t.field({
      type: TokenMetricsType,
      nullable: true,
      description: 'The figures behind the verdict; null in a free answer.',
      resolve: metricsOf,
    }),
  }),
});

builder.queryField('tokenCheck', (t) =>
  t.field({
    type: TokenCheck,
    nullable: true,
    description: `${kinds.token.summary} Paid; null with an error when the call is refused, so that other fields survive.`,
    args: { mint: t.arg({ type: 'Address', required: true, description: 'The mint to ask about.' }) },
    extensions: charged((_root, { mint }: { readonly mint: string }) => [askOf('token', mint)]),
    resolve: (_root, { mint }, { operation }) => operation.check(askOf('token', mint)),
  }),
);
