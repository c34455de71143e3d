import { fromBase64 } from './bytes.ts';

/** A signer of `@solana/kit`, such as `generateKeyPairSigner()` makes. */
export interface KitSigner {
  readonly address: string;
  /** Takes kit's transactions, whose types differ between its versions. */
  signTransactions(transactions: never): Promise<readonly Readonly<Record<string, Uint8Array>>[]>;
}

/** A `Keypair` of `@solana/web3.js`. */
export interface LegacyKeypair {
  readonly publicKey: { toBase58(): string };
  readonly secretKey: Uint8Array;
}

/** A wallet that signs whole transactions, as those of browsers do. */
export interface BytesSigner {
  readonly address: string;
  /** Takes a transaction with empty places for signatures and returns it with the one of `address`. */
  signTransaction(transaction: Uint8Array): Promise<Uint8Array>;
}

/** Whatever can sign a payment. */
export type Wallet = KitSigner | LegacyKeypair | BytesSigner;

const SIGNATURE_BYTES = 64;
const SEED_BYTES = 32;
/** The payer's place: behind the count of signatures and the fee payer's. */
const PAYER_SIGNATURE_AT = 1 + SIGNATURE_BYTES;
/** What RFC 8410 puts before the 32 bytes of an ed25519 key in PKCS #8. */
const PKCS8_START = fromBase64('MC4CAQAwBQYDK2VwBCIEIA==') ?? new Uint8Array();

export function addressOf(wallet: Wallet): string {
  return 'publicKey' in wallet ? wallet.publicKey.toBase58() : wallet.address;
}

/** A transaction as bytes, and the part of it that is signed. */
interface Unsigned {
  readonly transaction: Uint8Array;
  readonly message: Uint8Array;
}

/** The transaction with the wallet's signature in the payer's place. `feePayer` signs later. */
export async function signedBy(
  wallet: Wallet,
  { transaction, message }: Unsigned,
  feePayer: string,
): Promise<Uint8Array> {
  if ('signTransaction' in wallet) return await wallet.signTransaction(transaction);
  const address = addressOf(wallet);
  const signature =
    'publicKey' in wallet
      ? await signedByKeypair(wallet, message)
      : await signedByKit(wallet, { messageBytes: message, signatures: { [feePayer]: null, [address]: null } });
  const signed = transaction.slice();
  signed.set(signature, PAYER_SIGNATURE_AT);
  return signed;
}

async function signedByKit(wallet: KitSigner, transaction: object): Promise<Uint8Array> {
  const [signatures] = await wallet.signTransactions([transaction] as never);
  const signature = signatures?.[wallet.address];
  if (signature?.length !== SIGNATURE_BYTES) throw new Error('the wallet gave no signature of its address');
  return signature;
}

async function signedByKeypair({ secretKey }: LegacyKeypair, message: Uint8Array): Promise<Uint8Array> {
  const seed = secretKey.subarray(0, SEED_BYTES);
  const key = await crypto.subtle.importKey(
    'pkcs8',
    Uint8Array.of(...PKCS8_START, ...seed),
    { name: 'Ed25519' },
    false,
    ['sign'],
  );
  return new Uint8Array(await crypto.subtle.sign({ name: 'Ed25519' }, key, message as BufferSource));
}
