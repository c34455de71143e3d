import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import bs58 from 'bs58';
import { type Address, addressBytes, addressOf } from '#lib/address.ts';

const SIGNATURE_BYTES = 64;
const KEY_BYTES = 32;
/** A version 0 message: its version, three counts of its header, the number of keys (one byte below 128), the keys. */
const KEYS_AT = 5;

/** A wallet of a newcomer: a key that never leaves this process. */
export interface Wallet {
  readonly address: Address;
  /** The transaction (base64, version 0) with this wallet's signature in its place. Throws when it has none there. */
  sign(transaction: string): SignedTransaction;
}

/** `signature` is the wallet's own, base58; it names the transaction where the wallet pays the fee. */
interface SignedTransaction {
  readonly transaction: string;
  readonly signature: string;
}

/** A new wallet with nothing in it. */
export function makeWallet(): Wallet {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const address = addressOf(Buffer.from(String(publicKey.export({ format: 'jwk' }).x), 'base64url'));
  return { address, sign: (transaction) => signed(transaction, address, privateKey) };
}

/** Layout of a transaction: the number of signatures (one byte below 128), the signatures in the order of the keys, the message. */
function signed(transaction: string, signer: Address, key: KeyObject): SignedTransaction {
  const bytes = Buffer.from(transaction, 'base64');
  const count = bytes[0] ?? 0;
  const message = bytes.subarray(1 + count * SIGNATURE_BYTES);
  const keys = Array.from({ length: count }, (_, i) =>
    message.subarray(KEYS_AT + i * KEY_BYTES).subarray(0, KEY_BYTES),
  );
  const place = keys.findIndex((candidate) => candidate.equals(addressBytes(signer)));
  if (place < 0) throw new Error('the transaction does not ask this wallet for a signature');
  const signature = sign(null, message, key);
  signature.copy(bytes, 1 + place * SIGNATURE_BYTES);
  return { transaction: bytes.toString('base64'), signature: bs58.encode(signature) };
}
