import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openClaimBook } from '#ledger/claims.ts';
import { rpc } from '../../packages/core/test/sandbox/rpc.ts';
import { serveFaultyRpc } from '../../packages/core/test/support/faulty-rpc.ts';
import { auditBooksCommand } from '../../src/operator/commands/audit-books.ts';
import { commandOutcome } from '../../src/operator/run-command.ts';
import { ask, checkOf, forwarding, type Market, openMarket, pay } from '../support/market.ts';
import type { Service } from '../support/service.ts';
import { randomSignature } from './billing-world.ts';

let market: Market;
let service: Service;
beforeAll(async () => {
  market = await openMarket();
  service = await market.open();
});
afterAll(() => market?.stop());
beforeEach(async () => {
  await market.database.database.sql`TRUNCATE book_audits`;
});

/** What the command says of the chain. */
async function audit(urls = market.sandbox.url) {
  const env = { ...market.env, SOLANA_RPC_URLS: urls };
  const { exitCode, stdout, stderr } = await commandOutcome(auditBooksCommand, { argv: [], env });
  expect(stderr).toBe('');
  const told = JSON.parse(stdout);
  return {
    exitCode,
    sound: told.sound,
    missing: [told.missing_on_chain, told.missing_on_chain_atomic],
    unbooked: [told.unbooked_on_chain, told.unbooked_on_chain_atomic],
    unread: told.unread_on_chain,
  };
}

const nothing = { missing: [0, '0'], unbooked: [0, '0'], unread: 0 };

describe("an audit beside the merchant's token account", () => {
  it('finds that what was paid came in', async () => {
    const check = checkOf(service, market.subject('CEX_FUNDED'));
    const { headers } = await pay(market.sandbox.url, 2, await market.payer(), await ask(check));
    expect((await ask(check, headers)).status).toBe(200);
    expect(await audit()).toEqual({ exitCode: 0, sound: true, ...nothing });
  });

  it('says how much came in that nobody claimed', async () => {
    await rpc(market.sandbox.url, 'sandbox_airdropUsdc', [market.env.PAY_TO, '1234567']);
    await market.advance(2);
    expect(await audit()).toEqual({ exitCode: 0, sound: true, ...nothing, unbooked: [1, '1234567'] });
  });

  it('says how much was credited that never came in, unless no endpoint can tell', async () => {
    const node = await serveFaultyRpc(forwarding(market.sandbox.url));
    node.fail(({ calls }) =>
      calls.some(({ method }) => method === 'getSignatureStatuses') ? { kind: 'status', status: 500 } : null,
    );
    const claims = openClaimBook(market.database.database);
    const forged = { signature: randomSignature(), ticketHash: new Uint8Array(32).fill(1), pass: null };
    await claims.credit({ ...forged, amountAtomic: 10_000n * 1_000_000n });
    const unsure = await audit(node.url);
    expect([unsure.missing, unsure.unread]).toEqual([[0, '0'], 1]);
    await node.close();
    const found = await audit();
    expect(found).toMatchObject({ exitCode: 2, sound: false, missing: [1, '10000000000'] });
  });

  it('asks again about what no endpoint could tell, since when the audit that asked first began', async () => {
    const { sql } = market.database.database;
    const claims = openClaimBook(market.database.database);
    const forged = { signature: randomSignature(), ticketHash: new Uint8Array(32).fill(2), pass: null };
    const { missing } = await audit();
    await claims.credit({ ...forged, amountAtomic: 7n });
    await sql`UPDATE claims SET created_at = created_at - interval '2 hours' WHERE signature = ${forged.signature}`;
    await sql`UPDATE movements SET created_at = created_at - interval '2 hours' WHERE cause = ${`claim:${forged.signature}`}`;
    await sql`UPDATE book_audits SET at = at - interval '3 hours'`;
    const node = await serveFaultyRpc(forwarding(market.sandbox.url));
    node.fail(({ calls }) =>
      calls.some(({ method }) => method === 'getSignatureStatuses') ? { kind: 'status', status: 500 } : null,
    );
    expect((await audit(node.url)).unread).toBeGreaterThan(0);
    // One that asks no endpoint leaves the time to the next as well.
    await commandOutcome(auditBooksCommand, { argv: [], env: { ...market.env, SOLANA_RPC_URLS: '' } });
    await node.close();
    expect((await audit()).missing[0]).toBe(missing[0] + 1);
    // All is read: the next one begins where this one was made.
    expect((await audit()).missing[0]).toBe(missing[0]);
  });
});
