import { createHash, createPublicKey, type KeyObject, sign as signBytes } from 'node:crypto';
import { createLocalJWKSet, decodeProtectedHeader, errors, flattenedVerify, type JSONWebKeySet } from 'jose';
import { canonical } from './canonical-json.ts';

/** A public ed25519 key as RFC 8037 writes it; `kid` is its RFC 7638 thumbprint. */
interface PublicJwk {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
  readonly kid: string;
  readonly alg: 'EdDSA';
  readonly use: 'sig';
}

/** The signer of answers. */
export interface Signer {
  readonly kid: string;
  /** Compact JWS with detached payload (RFC 7515 appendix F) over the RFC 8785 form of the signed part of an answer. */
  sign(answer: object): string;
  /** The document of `/.well-known/jwks.json`. */
  jwks(): { readonly keys: readonly PublicJwk[] };
}

/** Whether an answer is what a key of the set signed, and if not, why, in words for a person. */
export type Verification = { readonly ok: true; readonly kid: string } | { readonly ok: false; readonly why: string };

/** The signed part of an answer: everything but its signature and its cost, so that a receiver can pass it on without its bill. */
function signedText(answer: object): string {
  const { attestation: _attestation, billing: _billing, ...signed } = answer as Record<string, unknown>;
  return canonical(signed);
}

function base64url(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64url');
}

/** True for the spelling that an encoder makes. Base64url has unused bits in its last character. */
function isExact(encoded: string): boolean {
  return Buffer.from(encoded, 'base64url').toString('base64url') === encoded;
}

/** The public form of an ed25519 key, from either half. */
function publishedOf(key: KeyObject): PublicJwk {
  const jwk = (key.type === 'private' ? createPublicKey(key) : key).export({ format: 'jwk' });
  const x = String(jwk.x);
  const kid = createHash('sha256')
    .update(canonical({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url');
  return { kty: 'OKP', crv: 'Ed25519', x, kid, alg: 'EdDSA', use: 'sig' };
}

/**
 * A signer with this ed25519 private key. `others` are published beside it, so that answers which they signed can be verified.
 * Signing is synchronous: it takes under 0.1 ms.
 */
export function signerFor(key: KeyObject, ...others: readonly KeyObject[]): Signer {
  const published = publishedOf(key);
  const keys = [published, ...others.map(publishedOf)];
  const { kid } = published;
  const header = base64url(JSON.stringify({ alg: 'EdDSA', kid }));
  return {
    kid,
    sign(answer) {
      const input = Buffer.from(`${header}.${base64url(signedText(answer))}`, 'latin1');
      return `${header}..${signBytes(null, input, key).toString('base64url')}`;
    },
    jwks: () => ({ keys }),
  };
}

const DETACHED = /^([A-Za-z0-9_-]+)\.\.([A-Za-z0-9_-]{86})$/;

/** Verifies a saved answer against a key set, offline. Never rejects: an answer that cannot be read is not verified. */
export async function verifyAnswer(answer: unknown, jwks: unknown): Promise<Verification> {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) {
    return { ok: false, why: 'the answer is not a JSON object' };
  }
  const { attestation } = answer as Record<string, unknown>;
  if (attestation === undefined) return { ok: false, why: 'the answer carries no attestation' };
  const match = typeof attestation === 'string' ? DETACHED.exec(attestation) : null;
  if (!match?.[1] || !match[2] || !isExact(match[2])) {
    return { ok: false, why: 'the attestation is not a compact JWS with detached payload' };
  }
  try {
    const jws = { protected: match[1], payload: base64url(signedText(answer)), signature: match[2] };
    const keys = createLocalJWKSet(jwks as JSONWebKeySet);
    await flattenedVerify(jws, keys, { algorithms: ['EdDSA'] });
    return { ok: true, kid: String(decodeProtectedHeader({ protected: match[1] }).kid) };
  } catch (error) {
    return { ok: false, why: whyNot(error) };
  }
}

function whyNot(error: unknown): string {
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'the answer is not what was signed';
  if (error instanceof errors.JWKSNoMatchingKey) return 'the key set does not hold the key that signed';
  if (error instanceof errors.JWKSInvalid) return 'the key set is not a JSON Web Key Set';
  return `the attestation cannot be checked: ${error instanceof Error ? error.message : String(error)}`;
}
