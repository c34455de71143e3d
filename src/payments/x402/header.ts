import { createHash } from 'node:crypto';
import { parsePaymentPayload } from '@x402/core/schemas';
import { x402ResourceServer } from '@x402/core/server';
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types';
import { Fault } from '#lib/fault.ts';
import { canonical } from '#lib/signing/canonical-json.ts';
import type { Line, PresentedPayment } from '#payments/bill.ts';
import { NONCE_EXTENSION } from './extensions.ts';
import type { PaidResource, PaymentSettings } from './offer.ts';
import type { Payment } from './payment.ts';
import { acceptsV1, type Json, requirementV2 } from './requirements.ts';
import { decodeWire, isVersion1 } from './wire-transaction.ts';

const VALUE_CHARS_MAX = 16_384;
const VERSION_1_REFUSED =
  'its transaction is of version 1, which payments per call do not take; sign a transaction of version 0';
const NAME = /^[A-Za-z0-9_-]{16,128}$/;
const utf8 = new TextDecoder('utf-8', { fatal: true });
// Only its comparison of requirements is used; it is never initialized and makes no calls.
const resourceServer = new x402ResourceServer();

/**
 * The payment of a header, with the service's own requirements for `resource`: the terms that the client accepted are compared and never
 * used. Throws `payment_malformed` for a value that is no payment payload of the header's protocol version. `matches` reports wrong terms,
 * because the payment may be known from another call.
 */
export function readPayment(presented: PresentedPayment, resource: PaidResource, settings: PaymentSettings): Payment {
  const sent = sentPayload(presented);
  const payload = parsePayload(sent, presented.version);
  const requirements = ownRequirements(payload, resource, settings);
  const { transaction } = payload.payload;
  if (typeof transaction === 'string' && isVersion1(transaction)) throw malformed(VERSION_1_REFUSED);
  const wire = typeof transaction === 'string' ? decodeWire(transaction) : null;
  if (!wire || typeof transaction !== 'string') throw malformed('its transaction cannot be decoded');
  const extensions = presented.version === 2 ? payload.extensions : undefined;
  return {
    version: presented.version,
    matches: matches(payload, requirements, settings),
    payload: payload as unknown as Json,
    requirements: requirements ?? {},
    transaction,
    amountAtomic: resource.priceAtomic,
    network: String(requirements?.network ?? settings.network),
    headerHash: sha256(canonicalOf(sent)),
    messageHash: sha256(wire.message),
    secret: NAME.test(String(infoOf(extensions, NONCE_EXTENSION).nonce)),
    identifier: identifierOf(infoOf(extensions, 'payment-identifier').id),
  };
}

/** Reads payments for bills. The price is the bill's sum; a bill of one line is paid at its REST path. */
export function openPaymentReader(
  settings: PaymentSettings,
): (presented: PresentedPayment, bill: { readonly lines: readonly Line[] }) => Payment {
  return (presented, { lines }) => readPayment(presented, resourceOf(lines, settings), settings);
}

function resourceOf(lines: readonly Line[], { baseUrl }: PaymentSettings): PaidResource {
  const [first] = lines;
  const path = first && lines.length === 1 ? `/check/${first.kind}/${first.subject}` : '/graphql';
  return {
    url: baseUrl + path,
    description: 'Checks of Solana objects.',
    priceAtomic: lines.reduce((sum, line) => sum + line.priceAtomic, 0n),
    input: { method: path === '/graphql' ? 'POST' : 'GET', routeTemplate: path },
  };
}

function sentPayload({ value }: PresentedPayment): unknown {
  if (value.length > VALUE_CHARS_MAX) throw malformed(`it is longer than ${VALUE_CHARS_MAX} characters`);
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(value)) throw malformed('it is not standard base64');
  return parseJson(value);
}

/**
 * The payload in canonical form (RFC 8785), because it may come as header, text or object, with changed order and spaces. Knowledge of all
 * of it, the nonce included, proves knowledge of what its payer sent.
 */
function canonicalOf(sent: unknown): string {
  try {
    return canonical(sent);
  } catch {
    throw malformed('it is nested too deeply');
  }
}

function parsePayload(sent: unknown, version: PresentedPayment['version']): PaymentPayload {
  const parsed = parsePaymentPayload(sent);
  if (!parsed.success) throw malformed('it is not a payment payload');
  if (parsed.data.x402Version !== version) throw malformed(`its x402Version is not ${version}`);
  return parsed.data as PaymentPayload;
}

function parseJson(base64: string): unknown {
  try {
    return JSON.parse(utf8.decode(Buffer.from(base64, 'base64')));
  } catch {
    throw malformed('it is not the base64 of JSON');
  }
}

/** The service's own requirements for the resource in the payload's protocol version; undefined where it offers none. */
function ownRequirements(payload: PaymentPayload, resource: PaidResource, settings: PaymentSettings): Json | undefined {
  if (payload.x402Version === 1) return acceptsV1(resource, settings)[0];
  return settings.feePayer === null ? undefined : requirementV2(resource.priceAtomic, settings);
}

/** During a facilitator outage no terms are offered, but earlier payments may still arrive; without known terms the settlement decides. */
function matches(payload: PaymentPayload, ours: Json | undefined, { enabled, outage }: PaymentSettings): boolean {
  const isAway = outage?.cause === 'facilitator';
  return isAway && !ours ? true : (enabled || isAway) && accepts(payload, ours);
}

function accepts(payload: PaymentPayload, ours: Json | undefined): boolean {
  if (!ours) return false;
  if (payload.x402Version === 1) {
    const { scheme, network } = payload as unknown as Json;
    return ours.scheme === scheme && ours.network === network;
  }
  return resourceServer.findMatchingRequirements([ours as unknown as PaymentRequirements], payload) !== undefined;
}

function infoOf(extensions: unknown, name: string): Json {
  return objectOf(objectOf(objectOf(extensions)[name]).info);
}

function objectOf(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

/** The payment identifier of a client. An invalid one is refused, because ignoring it would charge a retry twice. */
function identifierOf(id: unknown): string | null {
  if (id === undefined || id === null) return null;
  if (typeof id === 'string' && NAME.test(id)) return id;
  throw malformed('its payment-identifier is not 16 to 128 letters, digits, - and _');
}

function sha256(data: string | Uint8Array): Uint8Array {
  return createHash('sha256').update(data).digest();
}

function malformed(why: string): Fault {
  return new Fault('payment_malformed', `The payment header cannot be used: ${why}. Nothing was used.`);
}
