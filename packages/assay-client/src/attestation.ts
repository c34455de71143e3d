import canonicalizeModule from 'canonicalize';
import { fromBase64url, toBase64url, utf8 } from './bytes.ts';
import { isRecord } from './json.ts';

// The package is CommonJS whose type says `export default`; what is handed over is the function itself.
const canonicalize = canonicalizeModule as unknown as (input: unknown) => string | undefined;

/** A public ed25519 key as RFC 8037 writes it. */
export interface PublicKey {
  readonly kid: string;
  readonly x: string;
}

/** Where keys come from. `isFresh` asks for them anew. */
export type KeySource = (isFresh: boolean) => Promise<readonly PublicKey[]>;

const DETACHED = /^([A-Za-z0-9_-]+)\.\.([A-Za-z0-9_-]{86})$/;
const KEY_CHARS = 43;

/**
 * Whether the answer is what a key of the source signed: null, or why not, in words for a person. The signature is a detached JWS
 * (EdDSA) over the RFC 8785 form of the answer without `attestation` and `billing`. A key that is not known is looked for once more,
 * because keys rotate. Rejects only where the keys cannot be read.
 */
export async function whyUnverified(
  answer: Readonly<Record<string, unknown>>,
  keys: KeySource,
): Promise<string | null> {
  const { attestation, billing: _billing, ...signed } = answer;
  const [, header = '', signature = ''] = (typeof attestation === 'string' && DETACHED.exec(attestation)) || [];
  const bytes = fromBase64url(signature);
  const kid = kidOf(header);
  if (bytes === null || kid === null) return 'the attestation is not a compact JWS (EdDSA) with detached payload';
  const named = (key: PublicKey): boolean => key.kid === kid;
  const key = (await keys(false)).find(named) ?? (await keys(true)).find(named);
  if (!key) return 'the service publishes no key of the id that signed';
  const payload = payloadOf(signed);
  if (payload === null) return 'the answer is no JSON value';
  const isSigned = await verify(key, bytes, utf8(`${header}.${payload}`));
  return isSigned ? null : 'the answer is not what was signed';
}

function payloadOf(signed: object): string | null {
  try {
    const text = canonicalize(signed);
    return text === undefined ? null : toBase64url(utf8(text));
  } catch {
    return null;
  }
}

/** The key id in a protected header that names EdDSA and asks for nothing else to be understood. */
function kidOf(header: string): string | null {
  const bytes = fromBase64url(header);
  try {
    const read: unknown = bytes && JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (!isRecord(read) || read.alg !== 'EdDSA' || 'crit' in read || 'b64' in read) return null;
    return typeof read.kid === 'string' ? read.kid : null;
  } catch {
    return null;
  }
}

async function verify({ x }: PublicKey, signature: Uint8Array, data: Uint8Array): Promise<boolean> {
  try {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x };
    const key = await crypto.subtle.importKey('jwk', jwk, { name: 'Ed25519' }, false, ['verify']);
    return await crypto.subtle.verify({ name: 'Ed25519' }, key, signature as BufferSource, data as BufferSource);
  } catch {
    return false;
  }
}

/** The ed25519 keys in a JSON Web Key Set; null when it is none. */
export function keysIn(jwks: unknown): readonly PublicKey[] | null {
  if (!isRecord(jwks) || !Array.isArray(jwks.keys)) return null;
  return jwks.keys.flatMap((key: unknown) => {
    if (!isRecord(key) || key.kty !== 'OKP' || key.crv !== 'Ed25519') return [];
    const { kid, x } = key;
    return typeof kid === 'string' && typeof x === 'string' && x.length === KEY_CHARS ? [{ kid, x }] : [];
  });
}

/** A source that reads a key set once, and anew when it is asked for fresh ones. Calls at the same time share one request. */
export function cachedKeys(read: () => Promise<readonly PublicKey[]>): KeySource {
  let kept: Promise<readonly PublicKey[]> | null = null;
  return async (isFresh) => {
    if (isFresh || kept === null) {
      const reading = read();
      kept = reading;
      reading.catch(() => {
        if (kept === reading) kept = null;
      });
    }
    return await kept;
  };
}
