import './wallet-record.ts';
import './wallet-doubts.ts';
import { kinds } from '#checks/index.ts';
import type { WalletMetrics } from '#checks/wallet/metrics.ts';
import { askOf } from '../ask.ts';
import { builder } from '../builder.ts';
import { charged } from '../charges.ts';
import { Check, checkTypeName } from '../check.ts';
import { enumOf } from '../enums.ts';
import type { Delivered } from '../model.ts';
import { WalletMetricsType } from './wallet-metrics.ts';

const WalletVerdict = builder.enumType('WalletVerdict', {
  description: 'The verdicts of a wallet check; `prices` lists them best first.',
  values: enumOf(kinds.wallet.verdicts),
});

/** Metrics as typed; a free answer has none. */
function metricsOf({ document }: Delivered): WalletMetrics | null {
  return Object.keys(document.metrics).length === 0 ? null : (document.metrics as unknown as WalletMetrics);
}

export const WalletCheck = builder.objectRef<Delivered>(checkTypeName('wallet')).implement({
  description: 'What can be proven about the profit of a wallet.',
  interfaces: [Check],
  fields: (t) => ({
    walletVerdict: t.field({
      type: WalletVerdict,
      description: 'The same as `verdict`, in an enumeration of this kind only.',
      resolve: (c) => c.document.verdict,
    }),
    metrics: t.field({
      type: WalletMetricsType,
      nullable: true,
      description: 'The figures behind the verdict; null in a free answer.',
      resolve: metricsOf,
    }),
  }),
});

builder.queryField('walletCheck', (t) =>
  t.field({
    type: WalletCheck,
    nullable: true,
    description: `${kinds.wallet.summary} Paid; null with an error when the call is refused, so that other fields survive.`,
    args: { address: t.arg({ type: 'Address', required: true, description: 'The wallet to ask about.' }) },
    extensions: charged((_root, { address }: { readonly address: string }) => [askOf('wallet', address)]),
    resolve: (_root, { address }, { operation }) => operation.check(askOf('wallet', address)),
  }),
);
