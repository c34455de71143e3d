import type { Keypair } from '@solana/web3.js';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { encoded } from '../payments/x402-counter.ts';
import { inHeader, type Json, pay, type Signed, type Version } from '../support/market.ts';

/** Where an endpoint is: a service in a process of its own, or one in this process. */
export interface Endpoint {
  readonly url: string;
}

/** What a call of a tool came to. */
export interface Called {
  readonly status: number;
  readonly headers: Headers;
  readonly isError: boolean;
  /** The structured content: a verdict, the terms of payment, or a problem. */
  readonly told: Json;
  /** The texts of the content, in order. */
  readonly texts: readonly string[];
  readonly meta: Json;
  /** The object in `PAYMENT-REQUIRED`; null when it is not there. */
  readonly required: Json;
}

/** What a call says beside its tool and arguments. */
export interface More {
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

export const RECEIPT_KEYS = ['x402/payment-response', 'x402.payment-response'] as const;

/** Calls a tool as a client of an early revision does, without a handshake. Throws for anything but a result of the tool. */
export async function call(
  { url }: Endpoint,
  name: string,
  args: Readonly<Record<string, unknown>>,
  { meta, headers = {} }: More = {},
): Promise<Called> {
  const params = { name, arguments: args, ...(meta && { _meta: meta }) };
  const response = await send(url, 'tools/call', params, headers);
  const { result, error } = await response.json();
  if (!result) throw new Error(`no result: ${JSON.stringify(error)}`);
  const told = result.structuredContent;
  const called = {
    status: response.status,
    headers: response.headers,
    isError: result.isError === true,
    told,
    texts: result.content.map(({ text }: { text: string }) => text),
    meta: result._meta ?? {},
    required: inHeader(response.headers.get('payment-required')),
  };
  const validate = (await validatorsOf(url)).get(name);
  if (!validate?.(told)) throw new Error(`${name} gave what its schema does not: ${JSON.stringify(validate?.errors)}`);
  return called;
}

/** The check of a funder. */
export function checkFunder(app: Endpoint, address: string, more?: More, key?: string): Promise<Called> {
  return call(app, 'check_funder', { address, ...(key !== undefined && { idempotency_key: key }) }, more);
}

function send(url: string, method: string, params: object, headers: Readonly<Record<string, string>> = {}) {
  return fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
}

const validators = new Map<string, Promise<ReadonlyMap<string, ValidateFunction>>>();

/** What the tools of an endpoint say that they return. */
function validatorsOf(url: string): Promise<ReadonlyMap<string, ValidateFunction>> {
  const known = validators.get(url);
  if (known) return known;
  const made = (async () => {
    const { result } = await (await send(url, 'tools/list', {})).json();
    const ajv = new Ajv2020({ strict: false });
    const listed: readonly { name: string; outputSchema: object }[] = result.tools;
    return new Map(listed.map(({ name, outputSchema }) => [name, ajv.compile(outputSchema)]));
  })();
  validators.set(url, made);
  return made;
}

/** How clients carry a payment, by the name of the way. */
export const dialects: readonly { readonly way: string; readonly version: Version; carry(payment: Signed): More }[] = [
  { way: 'an object in x402/payment', version: 2, carry: ({ payload }) => ({ meta: { 'x402/payment': payload } }) },
  {
    way: 'base64 in x402/payment',
    version: 2,
    carry: ({ payload }) => ({ meta: { 'x402/payment': encoded(payload) } }),
  },
  {
    way: 'base64 in x402.payment',
    version: 2,
    carry: ({ payload }) => ({ meta: { 'x402.payment': encoded(payload) } }),
  },
  { way: 'the header PAYMENT-SIGNATURE', version: 2, carry: ({ headers }) => ({ headers }) },
  { way: 'the header X-PAYMENT', version: 1, carry: ({ headers }) => ({ headers }) },
  { way: 'an object of version 1', version: 1, carry: ({ payload }) => ({ meta: { 'x402/payment': payload } }) },
  {
    way: 'base64 of version 1 in x402.payment',
    version: 1,
    carry: ({ payload }) => ({ meta: { 'x402.payment': encoded(payload) } }),
  },
];

/**
 * A payment of what an unpaid call asks for, by the reference client. Terms of version 1 do not travel in a result: who pays
 * by them has read them at the check's own address.
 */
export async function payFor(
  rpcUrl: string,
  keypair: Keypair,
  unpaid: Called,
  version: Version = 2,
  id?: string,
): Promise<Signed> {
  const body = version === 1 ? await (await fetch(unpaid.told.resource.url)).json() : {};
  return await pay(rpcUrl, version, keypair, { required: unpaid.told, body }, id);
}
