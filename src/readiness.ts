import type { Chain } from '#chain/model.ts';
import type { Ledger } from '#ledger/model.ts';
import type { Readiness } from '#transport/model.ts';

/** Ready means: the books answer and at least one RPC endpoint is fit to be asked. */
export async function readinessOf(ledger: Ledger, chain: Chain): Promise<Readiness> {
  const database = { ok: await ledger.ping() };
  const endpoints = chain.health();
  const healthy = endpoints.filter((endpoint) => endpoint.healthy).length;
  const rpc = { ok: healthy > 0, detail: `${healthy} of ${endpoints.length} endpoints healthy` };
  return { ready: database.ok && rpc.ok, checks: { database, rpc } };
}
