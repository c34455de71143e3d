import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { PublicKey } from '@solana/web3.js';
import { derive } from '../chain/programs.ts';

/** Somebody who can sign. `address` in base58. */
export interface Actor {
  readonly address: string;
  readonly publicKey: PublicKey;
  sign(message: Uint8Array): Uint8Array;
}

/** The fixed head of an ed25519 private key in PKCS #8 (RFC 8410); the 32 bytes of the seed follow it. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');
/** Bytes of an ed25519 public key, which end its SPKI form. */
const KEY_BYTES = 32;

/** The people of one seed: the same name gives the same key, in every process. */
export class Cast {
  readonly #seed: string;
  readonly #people = new Map<string, Actor>();

  constructor(seed: string) {
    this.#seed = seed;
  }

  /** Somebody of the sandbox's own, with a real key derived from the seed and the name. */
  person(name: string): Actor {
    const known = this.#people.get(name);
    if (known) return known;
    const made = keyed(derive(this.#seed, 'person', name));
    this.#people.set(name, made);
    return made;
  }

  /**
   * Somebody whose key nobody here has, such as an exchange. The transactions of such an address run without signature
   * checks and carry a digest in place of each signature.
   */
  stranger(address: string): Actor {
    const publicKey = new PublicKey(address);
    const digest = (message: Uint8Array) =>
      createHash('sha512').update(this.#seed).update(publicKey.toBytes()).update(message).digest();
    return { address, publicKey, sign: digest };
  }
}

function keyed(seed: Uint8Array): Actor {
  const key: KeyObject = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' });
  const publicKey = new PublicKey(spki.subarray(spki.length - KEY_BYTES));
  return { address: publicKey.toBase58(), publicKey, sign: (message) => sign(null, message, key) };
}
