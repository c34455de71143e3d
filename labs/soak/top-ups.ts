import { formatUsdc } from 'assay-core/lib/money.ts';
import { memberAt, requiredTextAt, rpc } from '../../src/operator/demo/calls.ts';
import { makeWallet, reached, send, type Wallet } from '../../src/operator/demo/chain.ts';
import { type PersistentCaller, shown } from './caller.ts';
import type { AccountNote, Notes } from './notes.ts';
import type { World } from './world.ts';

const LAMPORTS = 10_000_000_000;
const POCKET_ATOMIC = 20_000_000_000n;
const PASS_ATOMIC = 19_000_000n;
const CLAIMS_MAX = 10;

interface Transfer {
  readonly signature: string;
  readonly ticket: string;
}

/** A wallet with SOL and USDC. */
export async function fullWallet({ rpcUrl }: Pick<World, 'rpcUrl'>): Promise<Wallet> {
  const wallet = makeWallet();
  await rpc(rpcUrl, 'requestAirdrop', [wallet.address, LAMPORTS]);
  const gift = await rpc(rpcUrl, 'sandbox_airdropUsdc', [wallet.address, POCKET_ATOMIC.toString()]);
  await reached(rpcUrl, String(gift), ['confirmed', 'finalized']);
  return wallet;
}

/** Money by ticket: prepare, sign, send, claim. Everything that is not as it must be is thrown. */
export class TopUps {
  readonly #world: World;
  readonly #notes: Notes;
  readonly #caller: PersistentCaller;

  constructor(world: World, notes: Notes, caller: PersistentCaller) {
    this.#world = world;
    this.#notes = notes;
    this.#caller = caller;
  }

  /** A new account. `atOnce`: both replicas are asked at the same instant. Null when the transfer was given up. */
  async open(wallet: Wallet, amountAtomic: bigint, atOnce: boolean): Promise<AccountNote | null> {
    const transfer = await this.#transfer(wallet, { amount_atomic: Number(amountAtomic) });
    if (transfer === null) return null;
    const account = { key: await this.#openingKey(transfer, amountAtomic, atOnce) };
    this.#notes.claims.push({ account, ...transfer, amountAtomic, tier: null });
    this.#notes.count(atOnce ? 'claim on both replicas at once' : 'top-up');
    return account;
  }

  /** Adds to an account; the signature of the transfer, or null when it was given up. */
  async add(wallet: Wallet, account: AccountNote, amountAtomic: bigint): Promise<string | null> {
    const transfer = await this.#transfer(wallet, { amount_atomic: Number(amountAtomic) });
    if (transfer === null) return null;
    // Noted before it is claimed: it was paid, independent of the claim's result.
    this.#notes.claims.push({ account, ...transfer, amountAtomic, tier: null });
    await this.#claimFor(account, transfer, amountAtomic);
    this.#notes.count('top-up');
    return transfer.signature;
  }

  async buyPass(wallet: Wallet, account: AccountNote): Promise<void> {
    const transfer = await this.#transfer(wallet, { amount_atomic: Number(PASS_ATOMIC), pass: true });
    if (transfer === null) return;
    this.#notes.claims.push({ account, ...transfer, amountAtomic: PASS_ATOMIC, tier: 'traveller' });
    await this.#claimFor(account, transfer, PASS_ATOMIC, true);
    this.#notes.count('pass');
  }

  /** Claims what was credited or settled before, with a ticket of one's own. It must be refused. */
  async steal(wallet: Wallet, signature: string): Promise<void> {
    const { ticket } = await this.#prepare(wallet, { amount_atomic: 500_000 });
    const answer = await this.#caller.decided('/credits/claim', { method: 'POST', body: { signature, ticket } });
    if (answer.status !== 409) throw new Error(`a claim of ${signature} by a stranger got ${shown(answer)}`);
  }

  async #prepare(wallet: Wallet, order: object): Promise<{ readonly transaction: string; readonly ticket: string }> {
    const body = { payer: wallet.address, ...order };
    const answer = await this.#caller.decided('/credits/prepare', { method: 'POST', body });
    if (answer.status !== 200) throw new Error(`a preparation got ${shown(answer)}`);
    return { transaction: requiredTextAt(answer.body, 'transaction'), ticket: requiredTextAt(answer.body, 'ticket') };
  }

  /** Null when the block hash of the preparation was too old: nothing was paid then. */
  async #transfer(wallet: Wallet, order: object): Promise<Transfer | null> {
    const { transaction, ticket } = await this.#prepare(wallet, order);
    const signed = wallet.sign(transaction);
    try {
      await send(this.#world.rpcUrl, signed.transaction);
    } catch (error) {
      if (!/blockhash/i.test(String(error))) throw error;
      this.#notes.count('top-up given up');
      return null;
    }
    return { signature: signed.signature, ticket };
  }

  async #claimFor(account: AccountNote, transfer: Transfer, amountAtomic: bigint, pass = false): Promise<void> {
    const body = { ...transfer, key: account.key, pass };
    const answer = await this.#caller.decided('/credits/claim', { method: 'POST', body });
    mustCredit(answer, amountAtomic);
  }

  /**
   * The key of a new account. An answer that is lost takes its key with it; the repeat issues another, and revokes the one before, until a
   * key was presented. So in the end one key works, after any losses.
   */
  async #openingKey(body: Transfer, amountAtomic: bigint, atOnce: boolean): Promise<string> {
    const replicas = atOnce ? [0, 1] : [undefined];
    for (let claims = 0; claims < CLAIMS_MAX; claims += 1) {
      const asked = replicas.map((first) => this.#caller.decided('/credits/claim', { method: 'POST', body }, first));
      for (const answer of await Promise.all(asked)) {
        mustCredit(answer, amountAtomic);
        const key = memberAt(answer.body, 'api_key');
        if (typeof key === 'string' && (await this.#works(key))) return key;
      }
    }
    throw new Error(`no key that works came out of ${CLAIMS_MAX} claims of ${body.signature}`);
  }

  async #works(key: string): Promise<boolean> {
    const answer = await this.#caller.decided('/credits/balance', { headers: { 'X-API-Key': key } });
    if (answer.status !== 200 && answer.status !== 401) throw new Error(`a balance got ${shown(answer)}`);
    return answer.status === 200;
  }
}

function mustCredit(answer: Parameters<typeof shown>[0], amountAtomic: bigint): void {
  const credited = answer.status === 200 && memberAt(answer.body, 'credited_usdc') === formatUsdc(amountAtomic);
  if (!credited) throw new Error(`a claim of ${amountAtomic} got ${shown(answer)}`);
}
