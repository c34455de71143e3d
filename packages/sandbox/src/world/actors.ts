import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { PublicKey } from '@solana/web3.js';
import { derive } from '#chain/programs.ts';

/** Somebody who can sign. `address` in base58. */
export interface Actor {
  readonly address: string;
  readonly publicKey: PublicKey;
  sign(message: Uint8Array): Uint8Array;
}

/** The fixed head of an ed25519 private key in PKCS #8 (RFC 8410); the 32 bytes of the seed follow it. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

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
   * An actor whose key is not here, such as an exchange. The transactions of such an address run without signature checks and carry a
   * digest in place of each signature.
   */
  stranger(address: string): Actor {
    const publicKey = new PublicKey(address);
    const digest = (message: Uint8Array) =>
      createHash('sha512').update(this.#seed).update(publicKey.toBytes()).update(message).digest();
    return { address, publicKey, sign: digest };
  }
}

function keyed(seed: Uint8Array): Actor {
  const key = privateKey(seed);
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  const publicKey = new PublicKey(Buffer.from(x, 'base64url'));
  return { address: publicKey.toBase58(), publicKey, sign: (message) => sign(null, message, key) };
}

/**
 * The key of a seed. As a JWK it is made in a tenth of the time that the decoder of PKCS #8 takes, which counts for hundreds
 * of people. The public part is not known yet, and Node asks for a text only; a version that asks for more gets PKCS #8.
 */
function privateKey(seed: Uint8Array): KeyObject {
  const d = Buffer.from(seed).toString('base64url');
  try {
    return createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', x: '', d }, format: 'jwk' });
  } catch {
    return createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' });
  }
}
