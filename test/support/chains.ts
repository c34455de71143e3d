import type { ChainReader, ChainSession, CheckBounds } from 'assay-core/chain/chain-reader.ts';
import { type ChainOptions, type OpenedChain, openChain } from 'assay-core/chain/open-chain.ts';
import type { RpcLimits } from 'assay-core/chain/rpc/rpc-limits.ts';
import type { RpcMethods } from 'assay-sandbox/json-rpc.ts';
import { openPaymentChain } from '#payments/chain/open-payment-chain.ts';
import type { PaymentChain } from '#payments/chain/payment-chain.ts';
import type { PaymentLimits } from '#payments/chain/payment-limits.ts';
import { type FaultyRpc, serveFaultyRpc } from '../../packages/core/test/support/faulty-rpc.ts';
import { virtualTime } from '../../packages/core/test/support/virtual-time.ts';

/** Bounds of a check that no test reaches by accident. */
export const roomy: CheckBounds = { timeMsMax: 5_000, callsMax: 100_000, bytesMax: 1e9 };

/** Times short enough for tests; everything else as in service. */
const hasty: Partial<RpcLimits> = { requestTimeoutMs: 1_500, restMsMin: 5, restMsMax: 20, probeWaitMs: 100 };

/** Times for endpoints in the test's own process: none of them is silent because the machine had other work. */
export const unhurried: Partial<RpcLimits> = {
  requestTimeoutMs: 120_000,
  connectTimeoutMs: 120_000,
  probeWaitMs: 120_000,
};

/**
 * A chain over faulty endpoints with one session and one reader, on a clock that stands while requests are under way and
 * else goes on at once (`virtual-time.ts`): timers and `performance.now` of the test are on it as well. `end` closes it all.
 */
export interface Rig {
  readonly rpcs: readonly [FaultyRpc, ...FaultyRpc[]];
  readonly chain: OpenedChain;
  readonly payments: PaymentChain;
  readonly session: ChainSession;
  readonly reader: ChainReader;
  readonly log: readonly { readonly event: string; readonly fields: Readonly<Record<string, unknown>> }[];
  end(): Promise<void>;
}

/** Opens a rig with an endpoint for each table of methods. */
export async function rig(
  tables: readonly [RpcMethods, ...RpcMethods[]],
  options: {
    readonly limits?: Partial<RpcLimits>;
    readonly payments?: Partial<PaymentLimits>;
    readonly bounds?: Partial<CheckBounds>;
    readonly latencyMs?: number;
    readonly picoUsdPerCall?: bigint;
  } = {},
): Promise<Rig> {
  const first = await serveFaultyRpc(tables[0], options.latencyMs);
  const others = await Promise.all(tables.slice(1).map((table) => serveFaultyRpc(table, options.latencyMs)));
  const rpcs = [first, ...others] as const;
  const realTime = await virtualTime(rpcs.map(({ url }) => url));
  const log: { event: string; fields: Readonly<Record<string, unknown>> }[] = [];
  const chainOptions: ChainOptions = {
    urls: rpcs.map((rpc) => `${rpc.url}/v1?api-key=secret`),
    log: (event, fields) => log.push({ event, fields }),
    limits: { ...hasty, ...options.limits },
    picoUsdPerCall: options.picoUsdPerCall ?? null,
  };
  const chain = openChain(chainOptions);
  const session = chain.session();
  return {
    rpcs,
    chain,
    payments: openPaymentChain(chain.transport, options.payments),
    session,
    log,
    reader: session.reader({ ...roomy, ...options.bounds }),
    async end() {
      session.close();
      try {
        await chain.close();
        await Promise.all(rpcs.map((rpc) => rpc.close()));
      } finally {
        // The files that the worker runs next have no clock of their own.
        realTime();
      }
    },
  };
}

/** Waits until something is so, looking again with each millisecond of the clock that the rig is on; a test's own time ends it. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 1));
}
