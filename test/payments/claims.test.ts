import { type Keypair, PublicKey, SystemProgram, TransactionMessage, VersionedTransaction } from '@solana/web3.js';
import { known, missing } from 'assay-core/lib/reading.ts';
import { WORLD_SLOT_MS } from 'assay-sandbox/chain/gates.ts';
import bs58 from 'bs58';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ClaimBook } from '../../src/ledger/claims.ts';
import { openClaimBook } from '../../src/ledger/claims.ts';
import { openLedger } from '../../src/ledger/ledger.ts';
import { openDatabase } from '../../src/ledger/postgres/database.ts';
import { Fault } from '../../src/lib/fault.ts';
import type { PaymentChain } from '../../src/payments/chain/payment-chain.ts';
import { openCreditService } from '../../src/payments/credits/credit-service.ts';
import type { ClaimInput, CreditService, PreparedTransfer } from '../../src/payments/credits/requests.ts';
import { openSealer } from '../../src/payments/credits/ticket.ts';
import { ticketHash } from '../../src/payments/credits/ticket-terms.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { addressOfKey, type CreditTown, NETWORK, openCreditTown } from './credit-town.ts';

let town: CreditTown;
let wallet: Keypair;
let books: TestDatabase;
let service: CreditService;
/** How often a claim asked the chain. */
let asked: number;
const sealer = openSealer(['shared by the replicas']);

beforeAll(async () => {
  [town, books] = await Promise.all([openCreditTown(), openTestDatabase()]);
  wallet = await town.wallet(200_000_000n);
  await town.settle();
});
afterAll(() => Promise.all([town.stop(), books.stop()]));
beforeEach(() => {
  asked = 0;
  service = serviceOf({});
});

interface Over {
  readonly network?: string;
  readonly secret?: string;
  readonly chain?: Partial<PaymentChain>;
  readonly claims?: ClaimBook;
  readonly now?: () => number;
}

function serviceOf({ network = NETWORK, secret, chain = {}, claims, now = Date.now }: Over): CreditService {
  return openCreditService({
    chain: { ...counted, ...chain },
    claims: claims ?? openClaimBook(books.database),
    sealer: secret === undefined ? sealer : openSealer([secret]),
    facts: town.facts,
    settings: { payTo: town.merchant, network, facilitatorKeys: () => [] },
    now,
  });
}

const counted: Pick<PaymentChain, 'tip' | 'status' | 'finalized'> = {
  tip: () => town.chain.tip(),
  status: (signature) => {
    asked += 1;
    return town.chain.status(signature);
  },
  finalized: (signature) => {
    asked += 1;
    return town.chain.finalized(signature);
  },
};

const prepare = (amountAtomic = 1_000_000n, pass = false) =>
  service.prepare({ payer: addressOfKey(wallet), amountAtomic, pass });

/** Prepares, pays, and waits until it is final. */
async function paid(amountAtomic?: bigint, pass?: boolean): Promise<ClaimInput & { prepared: PreparedTransfer }> {
  await town.settle();
  const prepared = await prepare(amountAtomic, pass);
  const signature = await town.send(prepared.transaction, wallet);
  await town.settle();
  return { signature, ticket: prepared.ticket, prepared };
}

/** The same transfer under a newer block hash, as a wallet makes it that lets its owner think. */
async function renewed(transaction: string): Promise<string> {
  const old = VersionedTransaction.deserialize(Buffer.from(transaction, 'base64'));
  const message = TransactionMessage.decompile(old.message);
  message.recentBlockhash = (await town.tip()).blockhash;
  return base64Of(message);
}

async function lamportTransfer(from: Keypair): Promise<string> {
  const toPubkey = new PublicKey(town.merchant);
  const transfer = SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey, lamports: 5_000_000 });
  const { blockhash: recentBlockhash } = await town.tip();
  return base64Of(new TransactionMessage({ payerKey: from.publicKey, recentBlockhash, instructions: [transfer] }));
}

function base64Of(message: TransactionMessage): string {
  return Buffer.from(new VersionedTransaction(message.compileToV0Message()).serialize()).toString('base64');
}

async function refusal(claim: ClaimInput, by = service): Promise<Fault> {
  const result = await by.claim(claim).catch((error: unknown) => error);
  if (result instanceof Fault) return result;
  throw new Error(
    `not refused: ${JSON.stringify(result, (_, value) => (typeof value === 'bigint' ? `${value}` : value))}`,
  );
}

async function timesCredited(signature: string): Promise<number> {
  return (await books.database.sql`SELECT FROM claims WHERE signature = ${signature}`).length;
}

/** How a claim is refused, and that neither the chain was asked nor anything credited. */
async function refusedUnasked(claim: ClaimInput, by = service): Promise<Fault> {
  const before = asked;
  const fault = await refusal(claim, by);
  expect([asked, await timesCredited(claim.signature)]).toEqual([before, 0]);
  return fault;
}

describe('a claim', () => {
  test('credits the transfer of its ticket, tells the key once, and a repeat tells the amount alone', async () => {
    const claim = await paid();
    const { apiKey, ...rest } = await service.claim(claim);
    expect(apiKey).toMatch(/^assay_/);
    expect(rest).toEqual({ creditedAtomic: 1_000_000n, tier: null, repeated: false, balanceAtomic: 1_000_000n });
    await service.claim({ ...(await paid(2_000_000n)), key: `${apiKey}` });
    const before = asked;
    expect(await serviceOf({}).claim(claim)).toEqual({ creditedAtomic: 1_000_000n, tier: null, repeated: true });
    expect([asked, await timesCredited(claim.signature)]).toEqual([before, 1]);
  });

  test('a stranger who claims the same signature with tickets of his own keeps nobody waiting', async () => {
    const claim = await paid();
    const book = openClaimBook(books.database);
    const stranger = await prepare();
    const never = new Promise<null>(() => undefined);
    const own = ticketHash(sealer.open(claim.ticket)?.id ?? new Uint8Array());
    const slow: ClaimBook = {
      ...book,
      recall: (one) => (Buffer.from(one.ticketHash).equals(own) ? book.recall(one) : never),
    };
    const busy = serviceOf({ claims: slow });
    for (let n = 0; n < 30; n += 1) busy.claim({ ...claim, ticket: stranger.ticket }).catch(() => undefined);
    expect(await busy.claim(claim)).toMatchObject({ creditedAtomic: 1_000_000n, repeated: false });
  });

  test('5.8 repeats at once take one connection, and customers have the others', async () => {
    const claim = await paid();
    const pool = await openDatabase({ url: books.url, poolMax: 2 });
    const ledger = openLedger(pool);
    const { apiKey } = await ledger.grant(1_000_000n);
    const repeating = serviceOf({ claims: openClaimBook(pool) });
    await repeating.claim(claim);
    // The account is locked, so that a repeat which issues a key waits on its connection.
    const locking = books.database.sql.begin(async (tx) => {
      await tx`SELECT FROM accounts JOIN claims ON account_id = id WHERE signature = ${claim.signature} FOR UPDATE OF accounts`;
      const repeats = Array.from({ length: 30 }, () => repeating.claim(claim).catch((fault: Fault) => fault.code));
      const request = { kind: 'funder', subject: 'x', request: 'x', priceAtomic: 50_000n } as const;
      const customer = await ledger.hold({ ...request, apiKey: `${apiKey}` });
      return { repeats, customer };
    });
    const { repeats, customer } = await locking;
    const answers = await Promise.all(repeats);
    expect(customer.outcome).toBe('held');
    expect(answers.filter((answer) => answer === 'rate_limited')).toHaveLength(9);
    expect(answers.filter((answer) => typeof answer === 'object' && answer.apiKey !== undefined)).toHaveLength(5);
    await ledger.close();
    await pool.stop();
  });

  test('5.8 a repeat issues a fresh key while the first was never presented, and the first is gone', async () => {
    const claim = await paid();
    const { apiKey: lost } = await service.claim(claim);
    const { apiKey: fresh, ...rest } = await service.claim(claim);
    expect(rest).toEqual({ creditedAtomic: 1_000_000n, tier: null, repeated: true });
    expect(fresh).toMatch(/^assay_/);
    expect(fresh).not.toBe(lost);
    expect((await refusal({ ...claim, key: `${lost}` })).code).toBe('api_key_unknown');
  });

  test('adds to the key that it names, and buys a pass by what the ticket says', async () => {
    const { apiKey } = await service.claim(await paid(500_000n));
    const key = `${apiKey}`;
    const topup = await paid(2_000_000n);
    expect(await service.claim({ ...topup, key, pass: false })).toEqual({
      creditedAtomic: 2_000_000n,
      tier: null,
      repeated: false,
      balanceAtomic: 2_500_000n,
    });
    const pass = await paid(19_000_000n, true);
    expect(await service.claim({ ...pass, key })).toMatchObject({
      creditedAtomic: 19_000_000n,
      tier: 'traveller',
      balanceAtomic: 2_500_000n,
      pass: { tier: 'traveller', state: 'active' },
    });
    expect(await service.claim({ ...pass, pass: true })).toMatchObject({ repeated: true, tier: 'traveller' });
  });

  test('5.7 one ticket credits each distinct transfer, and one that landed after it expired', async () => {
    await town.settle();
    const longAgo = serviceOf({ now: () => 0 });
    const request = { payer: addressOfKey(wallet), amountAtomic: 500_000n, pass: false };
    const { ticket, transaction, expiresAt } = await longAgo.prepare(request);
    // No later than the 150 blocks that its blockhash is good for.
    expect(expiresAt.getTime()).toBeGreaterThan(0);
    expect(expiresAt.getTime()).toBeLessThanOrEqual(150 * WORLD_SLOT_MS);
    const first = await town.send(transaction, wallet);
    await town.settle();
    const second = await town.send(await renewed(transaction), wallet);
    await town.settle();
    const { apiKey, creditedAtomic } = await service.claim({ signature: first, ticket });
    expect(creditedAtomic).toBe(500_000n);
    const again = await service.claim({ signature: second, ticket, key: `${apiKey}` });
    expect(again).toMatchObject({ repeated: false, creditedAtomic: 500_000n, balanceAtomic: 1_000_000n });
  });

  test('waits for the chain: unknown, then not final, each with when to come back', async () => {
    await town.settle();
    const { ticket, transaction } = await prepare();
    const never = bs58.encode(new Uint8Array(64).fill(5));
    const unknown = await refusal({ signature: never, ticket });
    expect([unknown.code, unknown.status, unknown.extra.retryAfterSeconds]).toEqual(['transaction_not_final', 409, 2]);
    expect(unknown.message).toContain('knows');
    const signature = await town.send(transaction, wallet);
    const early = await refusal({ signature, ticket });
    expect(early.code).toBe('transaction_not_final');
    expect(early.message).toMatch(/is (processed|confirmed) in slot \d+/);
    await town.settle();
    expect(await service.claim({ signature, ticket })).toMatchObject({ repeated: false });
  });
});

test('of four replicas at the same instant one credits, and a second ticket gets nothing', async () => {
  const claim = await paid();
  const replicas = [service, serviceOf({}), serviceOf({}), serviceOf({})];
  const answers = await Promise.all(replicas.map((replica) => replica.claim(claim)));
  expect(answers.filter(({ repeated }) => !repeated)).toHaveLength(1);
  expect(answers.every(({ creditedAtomic }) => creditedAtomic === 1_000_000n)).toBe(true);
  expect((await refusal({ ...claim, ticket: (await prepare()).ticket })).code).toBe('signature_already_credited');
  const [sum] = await books.database.sql`SELECT sum(balance)::text AS total FROM accounts`;
  expect(sum).toEqual({ total: '0' });
});

describe('a claim is refused before the chain is asked', () => {
  test('for a ticket that was tampered with, cut, made elsewhere or for another network', async () => {
    const claim = await paid();
    const { ticket } = claim;
    const others = [`${ticket}A`, ticket.slice(1), ticket.slice(0, -4), ticket.toLowerCase(), '', 'x'.repeat(3_000)];
    for (const other of others) {
      expect((await refusedUnasked({ ...claim, ticket: other })).extra.invalid).toMatchObject([
        { loc: ['body', 'ticket'], type: 'ticket_invalid' },
      ]);
    }
    for (const by of [serviceOf({ secret: 'foreign' }), serviceOf({ network: 'solana:other' })]) {
      expect(await refusedUnasked(claim, by)).toMatchObject({ code: 'invalid_request', status: 422 });
    }
    expect(await service.claim(claim)).toMatchObject({ repeated: false });
  });

  test('for a pass unlike the one of the ticket, a signature that is none, and a key that is unknown', async () => {
    const claim = await paid(19_000_000n, true);
    const { invalid } = (await refusedUnasked({ ...claim, pass: false })).extra;
    expect(invalid).toMatchObject([{ loc: ['body', 'pass'] }]);
    const credit = await paid();
    expect((await refusedUnasked({ ...credit, pass: true })).extra.invalid).toMatchObject([{ loc: ['body', 'pass'] }]);
    const odd = await refusedUnasked({ ...claim, signature: 'x', ticket: 'y' });
    expect(odd.extra.invalid?.map(({ loc }) => loc[1])).toEqual(['signature', 'ticket']);
    const unknown = await refusedUnasked({ ...claim, key: 'assay_nobody' });
    expect([unknown.code, unknown.status]).toEqual(['api_key_unknown', 401]);
    expect(await service.claim(claim)).toMatchObject({ repeated: false });
  });

  test('for a signature that was credited under another ticket, or paid for a call', async () => {
    const claim = await paid();
    const stranger = await prepare();
    await service.claim(claim);
    expect((await refusal({ ...claim, ticket: stranger.ticket })).code).toBe('signature_already_credited');
    const call = await paid();
    await books.database.sql`INSERT INTO chain_signatures (signature, role) VALUES (${call.signature}, 'x402')`;
    expect((await refusal(call)).code).toBe('signature_already_credited');
  });
});

describe('a claim is refused by what is on chain', () => {
  test("a stranger's ticket does not take a payment that he watched", async () => {
    const claim = await paid();
    const stranger = await town.wallet(0n);
    const { ticket } = await service.prepare({ payer: addressOfKey(stranger), amountAtomic: 1_000_000n, pass: false });
    const fault = await refusal({ signature: claim.signature, ticket });
    expect([fault.code, fault.status, fault.extra.mismatch]).toEqual(['transfer_mismatch', 409, 'ticket']);
    expect(await service.claim(claim)).toMatchObject({ repeated: false });
  });

  test('a transfer that failed, and a payment that was none', async () => {
    const poor = await town.wallet(500_000n);
    await town.settle();
    const cheap = { payer: addressOfKey(poor), amountAtomic: 600_000n, pass: false };
    const { ticket, transaction } = await service.prepare(cheap);
    const failed = await town.send(transaction, poor);
    await town.settle();
    expect((await refusal({ signature: failed, ticket })).extra.mismatch).toBe('success');
    const lamports = await town.send(await lamportTransfer(poor), poor);
    await town.settle();
    expect((await refusal({ signature: lamports, ticket })).extra.mismatch).toBe('ticket');
    expect([await timesCredited(failed), await timesCredited(lamports)]).toEqual([0, 0]);
  });

  test('strangers who claim what is final already are read in turn, and hold up nobody elsewhere', async () => {
    const [first, second] = [await paid(), await paid()];
    let begun = 0;
    const slow = serviceOf({
      chain: {
        status: async () => known({ slot: 1, commitment: 'finalized', error: null }),
        finalized: (signature) => {
          if (signature === first.signature) return town.chain.finalized(signature);
          begun += 1;
          return new Promise(() => undefined);
        },
      },
    });
    const { ticket } = second;
    for (let n = 0; n < 15; n++) {
      const signature = bs58.encode(new Uint8Array(64).fill(100 + n));
      void slow.claim({ signature, ticket, address: `203.0.113.${n}` }).catch(() => undefined);
    }
    expect(await slow.claim({ ...first, address: '192.0.2.1' })).toMatchObject({ repeated: false });
    expect(begun).toBe(4);
  });

  test('an endpoint that does not answer is no verdict on the transfer', async () => {
    const claim = await paid();
    const gap = async () => missing('transaction', 'rpc_unavailable', 'http://key@private');
    const deaf: readonly Partial<PaymentChain>[] = [{ status: gap }, { finalized: gap }];
    for (const chain of deaf) {
      const fault = await refusal(claim, serviceOf({ chain }));
      expect([fault.code, fault.extra.retryAfterSeconds]).toEqual(['chain_unavailable', 2]);
      expect(fault.message).not.toContain('private');
    }
    expect(await service.claim(claim)).toMatchObject({ repeated: false });
  });
});
