import { type Address, parseAddress } from '#lib/address.ts';
import type { ChainSource } from './chain-source.ts';
import type { Complaints } from './complaints.ts';
import { mainnet, type Network, networkWithUsdc } from './network.ts';

/**
 * How x402 payments are settled. `feePayerFile` is null in the sandbox, where a key is generated; `headers` go with every
 * request to a facilitator elsewhere.
 */
export type FacilitatorConfig =
  | { readonly kind: 'local'; readonly feePayerFile: string | null }
  | { readonly kind: 'http'; readonly url: string; readonly headers: Readonly<Record<string, string>> }
  | { readonly kind: 'off' };

function readAddress(c: Complaints, name: 'USDC_MINT' | 'PAY_TO'): Address | null {
  const text = c.text(name);
  if (text === null) return null;
  const parsed = parseAddress(text);
  if (!parsed) c.add(`${name} must be a Solana address (base58 of 32 bytes), not ${JSON.stringify(text)}.`);
  return parsed;
}

/** The asset that is charged in and the wallet that receives it; null in a sandbox that makes its own. */
export function readAsset(
  c: Complaints,
  chain: ChainSource,
  network: Network,
): { readonly usdcMint: Address; readonly payTo: Address | null } {
  const mint = readAddress(c, 'USDC_MINT');
  const payTo = readAddress(c, 'PAY_TO');
  if (chain.kind === 'rpc' && c.text('PAY_TO') === null) {
    c.add('PAY_TO is required with SOLANA_RPC_URLS: the wallet that receives payments.');
  }
  const elsewhere = mint && networkWithUsdc(mint);
  if (elsewhere && elsewhere !== network) {
    c.add(`USDC_MINT is the USDC of ${elsewhere.caip2}, but the network is ${network.caip2}.`);
  }
  if (!mint && !network.usdcMint && c.text('USDC_MINT') === null) {
    c.add(`USDC_MINT is required on ${network.caip2}, where no USDC is known.`);
  }
  if (payTo && payTo === mint) c.add('PAY_TO and USDC_MINT are the same address.');
  return { usdcMint: mint ?? network.usdcMint ?? (mainnet.usdcMint as Address), payTo };
}

/** Who settles x402 payments, with the fee payer's file and the facilitator's headers checked. */
export function readFacilitator(c: Complaints, chain: ChainSource): FacilitatorConfig {
  const facilitator = readKind(c, chain);
  const headers = readHeaders(c);
  if (facilitator.kind === 'http') return { ...facilitator, headers };
  if (c.text('X402_FACILITATOR_HEADERS') !== null) {
    c.add('X402_FACILITATOR_HEADERS goes with X402_FACILITATOR=<http(s) URL> only.');
  }
  return facilitator;
}

function readKind(c: Complaints, chain: ChainSource): FacilitatorConfig {
  const text = c.text('X402_FACILITATOR');
  const feePayer = readFeePayer(c);
  if (text === null) {
    if (chain.kind === 'rpc')
      c.add('X402_FACILITATOR is required with SOLANA_RPC_URLS: local, an http(s) URL, or off.');
    return { kind: 'local', feePayerFile: feePayer };
  }
  if (text === 'off') return { kind: 'off' };
  if (text !== 'local') {
    return readElsewhere(c, text);
  }
  if (chain.kind === 'rpc' && c.text('X402_FEE_PAYER') === null) {
    c.add('X402_FEE_PAYER is required with X402_FACILITATOR=local: the keypair file that pays network fees.');
  }
  return { kind: 'local', feePayerFile: feePayer };
}

/** The complaints do not repeat the URL: there may be credentials in it, which go into headers. */
function readElsewhere(c: Complaints, text: string): FacilitatorConfig {
  const url = /^https?:\/\//.test(text) && URL.canParse(text) ? new URL(text) : null;
  if (!url) c.add('X402_FACILITATOR must be local, off or an http(s) URL.');
  if (!url?.username && !url?.password) return { kind: 'http', url: text.replace(/\/+$/, ''), headers: {} };
  c.add('X402_FACILITATOR must not hold a user name or a password: send what it asks for by X402_FACILITATOR_HEADERS.');
  return { kind: 'off' };
}

/** A header's name and value as HTTP spells them (RFC 9110): what a request library would refuse later is refused now. */
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/;
const HEADER_VALUE = /^[\x20-\x7e]{1,4096}$/;

/** The complaints name no value: these are credentials. */
function readHeaders(c: Complaints): Readonly<Record<string, string>> {
  const text = c.text('X402_FACILITATOR_HEADERS');
  if (text === null) return {};
  const headers = parsedObject(text);
  if (!headers) {
    c.add('X402_FACILITATOR_HEADERS must be a JSON object: header name -> value.');
    return {};
  }
  const entries = Object.entries(headers).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const fit = entries.every(([name, value]) => HEADER_NAME.test(name) && HEADER_VALUE.test(value));
  if (!fit || entries.length < Object.keys(headers).length) {
    c.add('X402_FACILITATOR_HEADERS holds a name or a value that cannot be an HTTP header.');
    return {};
  }
  return Object.fromEntries(entries);
}

function parsedObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

function readFeePayer(c: Complaints): string | null {
  const file = c.file('X402_FEE_PAYER');
  if (!file) return null;
  if (!isKeypairFile(file.content)) {
    c.add(`X402_FEE_PAYER names ${file.path}, which is no keypair file: a JSON array of 64 bytes is expected.`);
  }
  return file.path;
}

function isKeypairFile(content: string): boolean {
  try {
    const bytes: unknown = JSON.parse(content);
    return Array.isArray(bytes) && bytes.length === 64 && bytes.every((b) => Number.isInteger(b) && b >= 0 && b <= 255);
  } catch {
    return false;
  }
}
