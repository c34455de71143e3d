import { bazaar, NONCE_EXTENSION, nonceSchema, paymentIdentifier } from './extensions.ts';
import type { PaidResource, PaymentSettings } from './offer.ts';
import { freshNonce, type OfferV2, offerV2, requirementV2, resourceV2 } from './requirements.ts';

/** Common proxies buffer no more of a response's head. */
const HEADER_BYTES_MAX = 4096;
const FORMS_MAX = 512;

/**
 * A `PAYMENT-REQUIRED` header of which only the middle changes: base64 of the parts before and behind it. Both have a length of whole
 * base64 groups, so that the three parts can be joined as text.
 */
interface Form {
  readonly head: string;
  readonly tail: string;
}

const formsOf = new WeakMap<PaymentSettings, Map<string, Form>>();

/**
 * The `PAYMENT-REQUIRED` header: standard base64 of the v2 object, under 4 KB. A resource URL so long that it does not
 * fit loses the optional extensions, never the terms of payment and the nonce.
 */
export function paymentRequiredHeader(resource: PaidResource, settings: PaymentSettings, error: string): string {
  const { head, tail } = formFor(resource, settings);
  const header = head + base64(padded(middleOf(resource, error))) + tail;
  return header.length < HEADER_BYTES_MAX ? header : shortHeader(offerV2(resource, settings), error);
}

function shortHeader({ requirements, resource, extensions }: OfferV2, error: string): string {
  const nonce = { [NONCE_EXTENSION]: extensions[NONCE_EXTENSION] };
  return base64(JSON.stringify({ x402Version: 2, error, resource, accepts: [requirements], extensions: nonce }));
}

function formFor(resource: PaidResource, settings: PaymentSettings): Form {
  const forms = formsOf.get(settings) ?? new Map<string, Form>();
  formsOf.set(settings, forms);
  const key = keyOf(resource, settings);
  const found = forms.get(key);
  if (found) return found;
  // Prices of batches make endless forms; the few that are asked for all the time are soon back.
  if (forms.size >= FORMS_MAX) forms.clear();
  const made = makeForm(resource, settings);
  forms.set(key, made);
  return made;
}

/** Everything that the constant parts are made of and that differs between two 402s of one service. */
function keyOf({ description, priceAtomic, input }: PaidResource, settings: PaymentSettings): string {
  const { method, routeTemplate, pathParams, queryParams, body, output } = input;
  const shown = output ? `${output.verdict} ${output.reason_codes.join()} ${output.confidence}` : '-';
  const names = `${namesOf(pathParams)} ${namesOf(queryParams)} ${shown} ${body ? JSON.stringify(body) : ''}`;
  return `${priceAtomic} ${settings.feePayer} ${method} ${routeTemplate} ${names} ${description}`;
}

function namesOf(params: Readonly<Record<string, string>> | undefined): string {
  return params ? Object.keys(params).join() : '-';
}

interface Bazaar {
  readonly info: { readonly input: Readonly<Record<string, unknown>>; readonly output: object };
  readonly schema: object;
  readonly routeTemplate: string;
}

function makeForm(resource: PaidResource, settings: PaymentSettings): Form {
  const { info, schema, routeTemplate } = bazaar(resource.input) as Bazaar;
  const { pathParams: _path, queryParams: _query, ...input } = info.input;
  const { url: _url, ...about } = resourceV2(resource, settings);
  const accepts = JSON.stringify([requirementV2(resource.priceAtomic, settings)]);
  const head = [
    `{"x402Version":2,"accepts":${accepts},"extensions":{"payment-identifier":${JSON.stringify(paymentIdentifier)}`,
    `,"bazaar":{"schema":${JSON.stringify(schema)},"routeTemplate":${JSON.stringify(routeTemplate)}`,
    `,"info":{"output":${JSON.stringify(info.output)},"input":${JSON.stringify(input).slice(0, -1)}`,
  ].join('');
  return { head: base64(padded(head)), tail: base64(`${JSON.stringify(about).slice(1)}}`) };
}

const NONCE_SCHEMA = JSON.stringify(nonceSchema);

/** The part that differs from call to call. Begins inside of `bazaar.info.input`, where `head` ends, and ends inside of `resource`. */
function middleOf({ url, input }: PaidResource, error: string): string {
  const { pathParams, queryParams } = input;
  return [
    pathParams ? `,"pathParams":${JSON.stringify(pathParams)}` : '',
    queryParams ? `,"queryParams":${JSON.stringify(queryParams)}` : '',
    `}}},"${NONCE_EXTENSION}":{"schema":${NONCE_SCHEMA},"info":{"nonce":"${freshNonce()}"}}}`,
    `,"error":${JSON.stringify(error)},"resource":{"url":${JSON.stringify(url)},`,
  ].join('');
}

/** JSON between two members, padded to a multiple of three bytes: base64 then continues without padding. */
function padded(json: string): string {
  return json + ' '.repeat((3 - (Buffer.byteLength(json) % 3)) % 3);
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
