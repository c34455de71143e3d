import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Ledger } from '#ledger/books.ts';
import { openClaimBook } from '#ledger/claims.ts';
import { openLedger } from '#ledger/ledger.ts';
import { address } from '#lib/address.ts';
import { startSandbox } from '#sandbox/start.ts';
import { rpc } from '../../../src/operator/demo/calls.ts';
import { makeWallet, reached, readMintAsset } from '../../../src/operator/demo/chain.ts';
import { asked, charged } from '../../ledger/fixture.ts';
import { type CheckNote, Notes } from '../../soak/notes.ts';
import { differences } from '../../soak/reconciliation.ts';
import type { World } from '../../soak/world.ts';
import { openTestDatabase } from '../../support/database.ts';
import { forgiveLosses, type Losses } from './losses.ts';

const AMOUNT = 1_000_000n;

let world: World;
let ledger: Ledger;
let notes: Notes;
const ends: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  const chain = await startSandbox({});
  ends.push(() => chain.stop());
  const test = await openTestDatabase();
  ends.push(() => test.stop());
  const asset = await readMintAsset(chain.url, address(chain.usdcMint));
  const merchant = makeWallet().address;
  world = { rpcUrl: chain.url, sql: test.database.sql, merchant, asset, urls: [] } as unknown as World;
  ledger = openLedger(test.database);
  notes = new Notes();
});
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

/** A customer whose transfer reached the merchant and was credited. */
async function customer(): Promise<string> {
  const gift = await rpc(world.rpcUrl, 'sandbox_airdropUsdc', [world.merchant, AMOUNT.toString()]);
  const signature = String(gift);
  await reached(world.rpcUrl, signature, ['confirmed', 'finalized']);
  const ticketHash = randomBytes(32);
  const credit = await openClaimBook({ sql: world.sql }).credit({
    signature,
    ticketHash,
    amountAtomic: AMOUNT,
    pass: null,
  });
  if (!('apiKey' in credit) || !credit.apiKey) throw new Error(credit.outcome);
  notes.claims.push({ account: { key: credit.apiKey }, signature, ticket: 't', amountAtomic: AMOUNT, tier: null });
  return credit.apiKey;
}

/** A check that was charged, as its customer notes it. */
async function check(key: string): Promise<CheckNote & { readonly id: string }> {
  const subject = makeWallet().address;
  const attestation = `of ${subject}`;
  const body = JSON.stringify({ subject, attestation });
  const name = await charged(ledger, { ...asked(key), subject }, { body, verdict: 'V' });
  const account = notes.claims.find((claim) => claim.account.key === key)?.account ?? { key };
  return { account, subject, identifier: null, attestation, id: name.split('.')[0] ?? '' };
}

const nothing = (): Losses => ({ charges: [], claims: [], interruptions: [] });

it('a lost charge is listed as ours; a charge without an answer and an answer on another account are found', async () => {
  const [x, y] = [await customer(), await customer()];
  const [kept, lost] = [await check(x), await check(x)];
  notes.checks.push(kept, lost);
  expect(await differences(world, notes)).toEqual([]);

  await world.sql`
    UPDATE holds SET state = 'voided', why = 'failed', answer_id = NULL, finished_at = NULL WHERE id = ${lost.id}::bigint`;
  await world.sql`DELETE FROM answers WHERE hold_id = ${lost.id}::bigint`;
  expect(await differences(world, notes)).toEqual([expect.stringContaining('an answer was delivered and not charged')]);
  const losses = nothing();
  await forgiveLosses(world, notes, losses);
  expect(losses).toEqual({ ...nothing(), charges: [lost] });
  expect(await differences(world, notes)).toEqual([]);

  const theirs = await check(y);
  await forgiveLosses(world, notes, nothing());
  expect(await differences(world, notes)).toEqual([expect.stringContaining('charged and nobody got the answer')]);
  // X says that the answer is his: it was not charged to him, and Y's charge stays one without an answer.
  notes.checks.push({ ...theirs, account: kept.account });
  await forgiveLosses(world, notes, nothing());
  expect(await differences(world, notes)).toEqual([expect.stringContaining('charged and nobody got the answer')]);
});

it('an answer that another account has on a charge of its own is lost all the same', async () => {
  const [theirs, mine] = [await check(await customer()), await customer()];
  const same = {
    ...theirs,
    account: notes.claims.find(({ account }) => account.key === mine)?.account ?? { key: mine },
  };
  notes.checks.splice(0, notes.checks.length, theirs, same);
  const losses = nothing();
  await forgiveLosses(world, notes, losses);
  expect(losses.charges).toEqual([same]);
  expect(notes.checks).toEqual([theirs]);
});
