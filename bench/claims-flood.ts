// Customers' debits while one claim is repeated as fast as it is answered, beside the same debits alone. The account of the claim
// has 100,000 revoked keys. Durable embedded PostgreSQL, the pool of the service, quiet and attacked segments alternate.
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { missing } from 'assay-core/lib/reading.ts';
import { address } from 'assay-core/solana/address.ts';
import bs58 from 'bs58';
import { openBooksDatabase } from '#app/database.ts';
import type { Ledger } from '#ledger/books.ts';
import { openClaimBook } from '#ledger/claims.ts';
import { openLedger } from '#ledger/ledger.ts';
import { Fault } from '#lib/fault.ts';
import { openCreditService } from '#payments/credits/credit-service.ts';
import type { ClaimInput, CreditService } from '#payments/credits/requests.ts';
import { openSealer } from '#payments/credits/ticket.ts';
import { ticketHash } from '#payments/credits/ticket-terms.ts';
import { debit, grantKeys } from './debits.ts';
import { median, ratiosOf, report } from './report.ts';

const OLD_KEYS = 100_000;
const CUSTOMERS = 4;
const ATTACKERS = 20;
const SEGMENT_MS = 4_000;
const ROUNDS = 5;
const NETWORK = 'solana:bench';

/** The median of the debits of a segment, in milliseconds, and how many repeats were answered meanwhile. */
async function segment(ledger: Ledger, keys: readonly string[], repeat: (() => Promise<void>) | null) {
  const until = performance.now() + SEGMENT_MS;
  const times: number[] = [];
  let repeats = 0;
  const customer = async (key: string): Promise<void> => {
    while (performance.now() < until) {
      const startedAt = performance.now();
      await debit(ledger, key);
      times.push(performance.now() - startedAt);
    }
  };
  const attacker = async (): Promise<void> => {
    while (performance.now() < until) {
      await repeat?.();
      repeats += 1;
    }
  };
  const attack = repeat ? Array.from({ length: ATTACKERS }, attacker) : [];
  await Promise.all([...keys.map(customer), ...attack]);
  return { p50: median(times), repeats };
}

/** A claim that is in the books never asks the chain. */
const chain = {
  tip: async () => missing('chain', 'rpc_unavailable'),
  status: async () => missing('chain', 'rpc_unavailable'),
  finalized: async () => missing('chain', 'rpc_unavailable'),
};

/** Repeats the claim; one that is refused because others wait comes again after a turn of the event loop. */
function repeater(service: CreditService, claim: ClaimInput): () => Promise<void> {
  return async () => {
    await service.claim(claim).catch((error: unknown) => {
      if (!(error instanceof Fault) || error.code !== 'rate_limited') throw error;
    });
    await new Promise(setImmediate);
  };
}

/** Prints the median of both and their ratio. */
export async function run(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  chmodSync(dataDir, 0o755);
  const database = await openBooksDatabase({ dataDir });
  try {
    const [ledger, claims, sealer] = [openLedger(database), openClaimBook(database), openSealer(['bench'])];
    const wallet = address(bs58.encode(randomBytes(32)));
    const id = Uint8Array.from(randomBytes(16));
    const terms = { id, payer: wallet, amountAtomic: 500_000n, tier: null, mint: wallet, recipient: wallet };
    const ticket = sealer.seal({ ...terms, network: NETWORK, expiresAt: new Date() });
    const signature = bs58.encode(randomBytes(64));
    await claims.credit({ signature, ticketHash: ticketHash(id), amountAtomic: 500_000n, pass: null });
    await database.sql`
      INSERT INTO api_keys (hash, account_id, revoked_at)
      SELECT sha256(convert_to(n::text, 'UTF8')), account_id, now()
      FROM claims, generate_series(1, ${OLD_KEYS}::int) AS n WHERE signature = ${signature}`;
    await database.sql`VACUUM ANALYZE api_keys`;
    const facts = { current: () => null, firstReading: Promise.resolve(), close: () => undefined };
    const settings = { payTo: wallet, network: NETWORK, facilitatorKeys: () => [] };
    const repeat = repeater(openCreditService({ chain, claims, sealer, facts, settings }), { signature, ticket });
    const keys = await grantKeys({ ledger }, CUSTOMERS);
    const [quiet, attacked]: [number[], number[]] = [[], []];
    let repeats = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      quiet.push((await segment(ledger, keys, null)).p50);
      const under = await segment(ledger, keys, repeat);
      attacked.push(under.p50);
      repeats += under.repeats;
    }
    const ratios = ratiosOf(attacked, quiet);
    const [ours, beside] = [`${median(attacked).toFixed(1)} ms`, `quiet ${median(quiet).toFixed(1)} ms`];
    console.log(`customers' p50 under ${repeats} repeats of a claim with ${OLD_KEYS} old keys: ${ours}, ${beside}`);
    console.log(
      `  ratio ${median(ratios).toFixed(2)} [${Math.min(...ratios).toFixed(2)}..${Math.max(...ratios).toFixed(2)}]`,
    );
    report({
      what: "customers' p50 while one claim is repeated",
      budget: "customers' p50 under repeated claims / quiet",
      ours,
      beside,
      ratios,
    });
  } finally {
    await database.stop();
    rmSync(dataDir, { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run();
