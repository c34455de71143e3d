import { sha256 } from '#ledger/accounts/api-key.ts';
import { memberAt } from '../../../src/operator/demo/calls.ts';
import { PersistentCaller, shown } from '../../soak/caller.ts';
import type { AccountNote, CheckNote, ClaimNote, Notes } from '../../soak/notes.ts';
import type { World } from '../../soak/world.ts';
import { chanceOf } from '../../support/chance.ts';

/** What asynchronous failovers lost of what had been acknowledged. */
export interface Losses {
  /** Answers that customers have and the books charge nobody for: ours. */
  readonly charges: CheckNote[];
  /** Transfers that were credited, or refused for a lost key, and credited when they were claimed again: nobody's, after that. */
  readonly claims: ClaimNote[];
  /** What customers met before they claimed again. */
  readonly interruptions: string[];
}

/** A key that went with its claim, and a repeat whose first answer went: it is a check of its own then, charged once in the books. */
const EXCUSED = /api_key_unknown|No account has this X-API-Key|a retry after the answer got 200/;

/**
 * Lists what is gone, and does what customers would do about it: they claim again what they had been told was credited. What is left
 * to differ afterwards is no loss of commits. Only for books that acknowledge before a standby has confirmed.
 */
export async function forgiveLosses(world: World, notes: Notes, losses: Losses): Promise<void> {
  for (const [n, violation] of [...notes.violations.entries()].reverse()) {
    if (EXCUSED.test(violation)) losses.interruptions.push(...notes.violations.splice(n, 1));
  }
  await claimAgain(world, notes, losses);
  await strikeCharges(world, notes, losses);
}

async function claimAgain(world: World, notes: Notes, losses: Losses): Promise<void> {
  const caller = new PersistentCaller(world, notes, chanceOf('losses', 'caller'));
  const [rows, keys] = await Promise.all([
    world.sql<{ signature: string }[]>`SELECT signature FROM claims`,
    world.sql<{ hash: Uint8Array }[]>`SELECT hash FROM api_keys WHERE revoked_at IS NULL`,
  ]);
  const credited = new Set(rows.map(({ signature }) => signature));
  const known = new Set(keys.map(({ hash }) => Buffer.from(hash).toString('hex')));
  const isKnown = ({ key }: AccountNote) => known.has(Buffer.from(sha256(key)).toString('hex'));
  for (const claim of notes.claims) {
    const { account, signature, ticket, tier } = claim;
    const knows = isKnown(account);
    if (credited.has(signature) && knows) continue;
    const body = { signature, ticket, ...(knows && { key: account.key }), pass: tier !== null };
    const answer = await caller.decided('/credits/claim', { method: 'POST', body });
    if (answer.status !== 200) notes.violated(`a lost claim of ${signature} got ${shown(answer)} when it was repeated`);
    const key = memberAt(answer.body, 'api_key');
    if (!knows && typeof key === 'string') {
      account.key = key;
      known.add(Buffer.from(sha256(key)).toString('hex'));
      await caller.decided('/credits/balance', { headers: { 'X-API-Key': key } });
    }
    if (!credited.has(signature)) losses.claims.push(claim);
  }
}

/**
 * A check that was asked again after its charge was lost has one charge in the books, whose answer the customer has as well. Another
 * account's charge for the same check may have the same answer.
 */
async function strikeCharges({ sql }: World, notes: Notes, losses: Losses): Promise<void> {
  const rows = await sql<{ account: bigint; subject: string; identifier: string | null; attestation: string }[]>`
    SELECT account_id AS account, subject, idempotency_key AS identifier, body::json->>'attestation' AS attestation
    FROM holds JOIN answers ON hold_id = id WHERE state = 'posted'`;
  const keys = await sql<{ hash: Uint8Array; account: bigint }[]>`SELECT hash, account_id AS account FROM api_keys`;
  const accounts = new Map(keys.map(({ hash, account }) => [Buffer.from(hash).toString('hex'), account]));
  for (const [n, check] of [...notes.checks.entries()].reverse()) {
    const own = accounts.get(Buffer.from(sha256(check.account.key)).toString('hex'));
    const again = rows.filter(
      ({ account, subject, identifier }) =>
        account === own && subject === check.subject && identifier === check.identifier,
    );
    if (check.attestation === null || again.some(({ attestation }) => attestation === check.attestation)) continue;
    losses.charges.push(check);
    const instead = again.map(({ attestation }) => ({ ...check, attestation })).slice(0, 1);
    notes.checks.splice(n, 1, ...instead);
  }
}
