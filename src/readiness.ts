import type { Chain } from '#chain/model.ts';
import type { Ledger } from '#ledger/model.ts';
import type { Watch } from '#payments/watch.ts';
import type { Readiness } from '#transport/model.ts';

/**
 * Ready means: the books answer and at least one RPC endpoint is fit to be asked. What payments lack is a warning: prepaid
 * keys are served all the same.
 */
export async function readinessOf(ledger: Ledger, chain: Chain, watch: Watch): Promise<Readiness> {
  const database = { ok: await ledger.ping() };
  const endpoints = chain.health();
  const healthy = endpoints.filter((endpoint) => endpoint.healthy).length;
  const rpc = { ok: healthy > 0, detail: `${healthy} of ${endpoints.length} endpoints healthy` };
  const warnings = watch.warnings().map(({ detail }) => detail);
  const ready = database.ok && rpc.ok;
  const payments = { ok: warnings.length === 0 };
  return { ready, checks: { database, rpc, payments }, ...(warnings.length > 0 && { warnings }) };
}
