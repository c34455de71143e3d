import type { IncomingMessage } from 'node:http';
import express, { type Request } from 'express';

/** A range of an Accept header. Weight 0 excludes it. */
interface MediaRange {
  readonly type: string;
  readonly taken: boolean;
}

const OTHER_CHARSET = /^charset=(?!"?utf-8"?$)/;
const NO_WEIGHT = /^q=0(\.0*)?$/;

/**
 * The media types that an Accept header allows, in its order and without parameters. Types with weight 0 are left out, and so are texts of
 * a charset other than UTF-8. Everything is allowed where there is no header.
 */
export function takenTypes(header: string | undefined): readonly string[] {
  return rangesOf(header).flatMap(({ type, taken }) => (taken ? type : []));
}

/** The same with each wildcard replaced by the types of `offered` that it allows, if the header refuses some types by name. */
export function takenOf(header: string | undefined, offered: readonly string[]): readonly string[] {
  return takenTypes(header).flatMap((taken) => {
    const meant = offered.filter((type) => type === taken || patternsOf(type).includes(taken));
    const allowed = meant.filter((type) => accepts(header, [type]));
    return allowed.length === meant.length ? taken : allowed;
  });
}

/** True when an Accept header allows one of the types. Where several ranges match a type the narrowest decides (RFC 9110, 12.5.1). */
export function accepts(header: string | undefined, types: readonly string[]): boolean {
  const ranges = rangesOf(header);
  return types.some((offered) => {
    const deciding = [offered, ...patternsOf(offered)].find((pattern) => ranges.some(({ type }) => type === pattern));
    return ranges.some(({ type, taken }) => taken && type === deciding);
  });
}

/** The type that a client would rather have: the first one where it likes several as much, undefined where it takes none. */
function preferredType(request: IncomingMessage, offered: readonly string[]): string | undefined {
  // The framework reads nothing of the request but its headers.
  return express.request.accepts.apply(request as Request, [...offered]) || undefined;
}

const PAGE = 'text/html';

/**
 * True if a person opens an address in a browser. Some programs that take any type name pages as well, such as older Java clients and
 * readers for language models. Only browsers also ask for XHTML.
 */
export function prefersPage(request: IncomingMessage): boolean {
  const accept = request.headers.accept?.toLowerCase() ?? '';
  if (!accept.includes(PAGE) || (accept.includes('*/*') && !accept.includes('application/xhtml+xml'))) return false;
  return preferredType(request, ['application/json', PAGE]) === PAGE;
}

/** The type of a document to send. Where the client names pages, only a person gets a page. Undefined if no type is acceptable. */
export function preferredForm(request: IncomingMessage, types: readonly string[]): string | undefined {
  if (!request.headers.accept?.toLowerCase().includes(PAGE)) return preferredType(request, types);
  const isWanted = prefersPage(request);
  return types.find((type) => type.startsWith(PAGE) === isWanted);
}

/**
 * The coding of a long answer by an Accept-Encoding header (RFC 9110, 12.5.3): the one of `offered` with the highest weight, the first of
 * several. A wildcard stands for gzip, which everybody can decode. Undefined where the answer goes as it is, which is so as well where the
 * caller takes nothing that is offered: a paid answer is not withheld.
 */
export function preferredCoding<T extends string>(header: string, offered: readonly T[]): T | undefined {
  const weights = codingWeights(header);
  const weightOf = (coding: string) => weights.get(coding) ?? (coding === 'gzip' ? weights.get('*') : undefined) ?? 0;
  const best = [...offered].sort((a, b) => weightOf(b) - weightOf(a))[0];
  if (best === undefined || weightOf(best) === 0 || weightOf(best) < (weights.get('identity') ?? 0)) return undefined;
  return best;
}

/** Whether an Accept-Encoding header excludes an answer without a coding. */
export function refusesIdentity(header: string): boolean {
  if (!header.includes('q=0')) return false;
  const weights = codingWeights(header);
  return (weights.get('identity') ?? weights.get('*')) === 0;
}

function codingWeights(header: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [coding = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    const weight = parameters.find((one) => one.startsWith('q='));
    weights.set(coding === 'x-gzip' ? 'gzip' : coding, weight === undefined ? 1 : Number(weight.slice(2)) || 0);
  }
  return weights;
}

/** The ranges that match a type. */
function patternsOf(type: string): readonly string[] {
  return [`${type.split('/')[0]}/*`, '*/*'];
}

function rangesOf(header: string | undefined): readonly MediaRange[] {
  const ranges = (header || '*/*').toLowerCase().replace(/\s/g, '').split(',');
  return ranges.flatMap((range) => {
    const [type = '', ...parameters] = range.split(';');
    if (parameters.some((one) => OTHER_CHARSET.test(one))) return [];
    return { type, taken: !parameters.some((one) => NO_WEIGHT.test(one)) };
  });
}
