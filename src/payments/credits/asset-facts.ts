import type { AccountState } from 'assay-core/chain/chain-reader.ts';
import { type Address, address } from 'assay-core/solana/address.ts';
import { associatedAccount, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from 'assay-core/solana/token/programs.ts';
import { Fault } from '#lib/fault.ts';
import type { LiveTip, PaymentChain } from '../chain/payment-chain.ts';

const RETRY_SECONDS = 2;

/** The facts of the asset for a transfer to the merchant. */
export interface AssetFacts {
  readonly mint: Address;
  readonly tokenProgram: Address;
  readonly decimals: number;
  /** The receiving wallet and its associated token account. */
  readonly payTo: Address;
  readonly destination: Address;
  /** Whether the token account exists; null before it was read. */
  readonly destinationExists: boolean | null;
}

/** Facts that are refreshed in the background. */
export interface AssetFactsSource {
  /** The newest facts; null before the mint was read. No call. */
  current(): AssetFacts | null;
  /** Resolves after the first reading, with any result. */
  readonly firstReading: Promise<void>;
  close(): void;
}

export interface AssetFactsOptions {
  readonly chain: Pick<PaymentChain, 'account'>;
  readonly assetMint: string;
  readonly payTo: string;
  /** Milliseconds between two readings; 30,000 when absent. */
  readonly everyMs?: number;
}

const EVERY_MS = 30_000;
/** Initial pause between readings of an unread mint; it grows. Nothing can be prepared before the mint is read. */
const UNREAD_MS = 1_000;

/** Both token programs share the layout of a mint: decimals at byte 44, initialized at byte 45 (82 in all). */
const DECIMALS_AT = 44;
const INITIALIZED_AT = 45;
const MINT_BYTES = 82;

/** Starts to watch the mint and the merchant's token account. Throws where mint or wallet is no address. */
export function openAssetFacts(options: AssetFactsOptions): AssetFactsSource {
  return new Watch(options);
}

class Watch implements AssetFactsSource {
  readonly #chain: Pick<PaymentChain, 'account'>;
  readonly #mint: Address;
  readonly #payTo: Address;
  readonly #everyMs: number;
  readonly firstReading: Promise<void>;
  #facts: AssetFacts | null = null;
  #unread = 0;
  #timer: NodeJS.Timeout | null = null;
  #closed = false;

  constructor({ chain, assetMint, payTo, everyMs = EVERY_MS }: AssetFactsOptions) {
    this.#chain = chain;
    this.#mint = address(assetMint);
    this.#payTo = address(payTo);
    this.#everyMs = everyMs;
    this.firstReading = this.#keepFresh();
  }

  current(): AssetFacts | null {
    return this.#facts;
  }

  close(): void {
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
  }

  async #readMint(): Promise<MintForm | null> {
    const mint = await this.#chain.account(this.#mint);
    return mint.known ? mintForm(mint.value) : null;
  }

  async #keepFresh(): Promise<void> {
    await this.#refresh();
    if (this.#closed) return;
    const waitMs = this.#facts ? this.#everyMs : Math.min(UNREAD_MS * 2 ** this.#unread++, this.#everyMs);
    this.#timer = setTimeout(() => void this.#keepFresh(), waitMs).unref();
  }

  /** The mint is read once, because it does not change. A failed reading of the account keeps what was read last. */
  async #refresh(): Promise<void> {
    const form = this.#facts ?? (await this.#readMint());
    if (!form) return;
    const { tokenProgram, decimals } = form;
    const destination = associatedAccount(this.#payTo, this.#mint, tokenProgram);
    const account = await this.#chain.account(destination);
    const destinationExists = account.known
      ? account.value?.owner === tokenProgram
      : (this.#facts?.destinationExists ?? null);
    this.#facts = { mint: this.#mint, payTo: this.#payTo, tokenProgram, decimals, destination, destinationExists };
  }
}

type MintForm = Pick<AssetFacts, 'tokenProgram' | 'decimals'>;

function mintForm(account: AccountState | null): MintForm | null {
  if (!account || (account.owner !== TOKEN_PROGRAM && account.owner !== TOKEN_2022_PROGRAM)) return null;
  const { data } = account;
  if (data.length < MINT_BYTES || data[INITIALIZED_AT] !== 1) return null;
  return { tokenProgram: account.owner, decimals: data[DECIMALS_AT] ?? 0 };
}

/** The common basis of prepared transactions. Throws `chain_unavailable`. */
export async function transferBasis(parts: {
  readonly chain: Pick<PaymentChain, 'tip'>;
  readonly facts: AssetFactsSource;
}): Promise<{ readonly facts: AssetFacts; readonly tip: LiveTip }> {
  const facts = parts.facts.current();
  if (!facts) throw notYet('The asset was not read from the chain yet');
  const tip = await parts.chain.tip();
  if (!tip.known) throw notYet('No recent block hash is known');
  return { facts, tip: tip.value };
}

function notYet(what: string): Fault {
  return new Fault('chain_unavailable', `${what}, so no transaction can be proposed.`, {
    retryAfterSeconds: RETRY_SECONDS,
  });
}
