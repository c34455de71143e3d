import { createPublicKey, verify } from 'node:crypto';
import { canonical } from '#lib/signing/canonical-json.ts';
import { inHeader, type Json } from '../support/market.ts';

/** A call as a document spells it. */
export interface Spelled {
  readonly method?: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** What a call was answered with. */
export interface Found {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json;
}

const PLACEHOLDER = /<[A-Z][A-Z0-9_]*>|\{\w+\}/;

/**
 * Somebody who knows one address and what its answers say. A call is made only where its URL was read before, in a body or in
 * a header, or where a template that was read becomes it; and never with a placeholder that nobody filled.
 */
export class Walker {
  readonly #start: string;
  readonly #read: string[] = [];
  readonly path: string[] = [];

  constructor(start: string) {
    this.#start = start;
  }

  /** Sends a call. `filled` gives what stands for its placeholders, each of which must be there. */
  async go(spelled: string | Spelled, filled: Readonly<Record<string, string>> = {}): Promise<Found> {
    const { method = 'GET', url, headers = {}, body } = typeof spelled === 'string' ? { url: spelled } : spelled;
    if (url !== this.#start && !this.#read.some((text) => text.includes(url))) throw new Error(`${url} was never read`);
    const [to, sentHeaders, sentBody] = [url, JSON.stringify(headers), JSON.stringify(body ?? null)].map((text) =>
      fill(text, filled),
    ) as [string, string, string];
    for (const text of [to, sentHeaders, sentBody]) {
      if (PLACEHOLDER.test(text)) throw new Error(`nobody filled ${PLACEHOLDER.exec(text)?.[0]} of ${url}`);
    }
    this.path.push(`${method} ${to}`);
    const init = sentBody === 'null' ? {} : { body: sentBody };
    const response = await fetch(to, { method, headers: JSON.parse(sentHeaders), ...init });
    return this.#note(response, await response.text());
  }

  /** Follows the link of a relation that the headers of an answer name. */
  linkOf({ headers }: Found, relation: string): string {
    const links = [...(headers.get('link') ?? '').matchAll(/<([^>]+)>; rel="([^"]+)"/g)];
    const found = links.find(([, , rel]) => rel === relation)?.[1];
    if (found === undefined) throw new Error(`no link ${relation}`);
    const url = new URL(found, this.#start).href;
    this.#read.push(url);
    return url;
  }

  #note(response: Response, text: string): Found {
    const terms = inHeader(response.headers.get('payment-required'));
    this.#read.push(text, JSON.stringify(terms), unescaped(text));
    const body = /json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : text;
    return { status: response.status, headers: response.headers, body };
  }
}

/** JSON inside of JSON as it reads once it is taken out. */
function unescaped(text: string): string {
  return text.replaceAll('\\"', '"');
}

function fill(text: string, filled: Readonly<Record<string, string>>): string {
  return Object.entries(filled).reduce((made, [name, value]) => made.replaceAll(name, value), text);
}

/** Whether an answer is what a key of the set signed: the check that the guide for agents tells in words. */
export function isSigned(answer: Json, jwks: { readonly keys: readonly Json[] }): boolean {
  const { attestation, billing: _, ...signed } = answer;
  const [head = '', none, signature = ''] = String(attestation).split('.');
  const { alg, kid } = JSON.parse(Buffer.from(head, 'base64url').toString('utf8'));
  const key = jwks.keys.find((one) => one.kid === kid && one.alg === alg);
  if (!key || none !== '') return false;
  const input = `${head}.${Buffer.from(canonical(signed)).toString('base64url')}`;
  const publicKey = createPublicKey({ key, format: 'jwk' });
  return verify(null, Buffer.from(input), publicKey, Buffer.from(signature, 'base64url'));
}
