import type { OutgoingHttpHeaders } from 'node:http';
import type { Express, Request } from 'express';
import { Fault } from '#lib/fault.ts';
import { type Deprecation, withDeprecation } from './deprecation.ts';
import { entityTag, sendUnlessKept } from './reply.ts';

/** For documents that change with a release only. */
export const CACHED: OutgoingHttpHeaders = { 'cache-control': 'public, max-age=300' };

/** For documents that others index: what they say may be an hour old. */
export const INDEXED: OutgoingHttpHeaders = { 'cache-control': 'public, max-age=3600' };

/** For documents that hold something which may change at any time: a copy is asked about before it is used. */
export const REVALIDATED: OutgoingHttpHeaders = { 'cache-control': 'no-cache' };

/** For documents that tell a state. */
export const FRESH: OutgoingHttpHeaders = { 'cache-control': 'no-store' };

/** A document as it goes out: its bytes, and the headers that they get in a 200 and in a 304 alike. */
interface Rendered {
  readonly content: PageContent;
  readonly bytes: Uint8Array;
  readonly headers: OutgoingHttpHeaders;
}

/**
 * Serves a page at its path for GET and HEAD. Whatever may be kept carries a strong entity tag, so that who holds a copy
 * gets 304 and no body.
 */
export function mountPage(app: Express, page: Page): void {
  const route = app.route(page.path.replace(/\{(\w+)\}/g, ':$1'));
  const render = renderer(page);
  route.get(async (request, response) => {
    const { bytes, headers } = render(await page.read(inputsOf(page, request)));
    sendUnlessKept(response, page.mediaType, bytes, headers);
  });
  route.all(() => {
    throw new Fault('method_not_allowed', undefined, { allow: ['GET', 'HEAD', 'OPTIONS'] });
  });
}

/** Turns content into bytes. A page that reads the same object or text again is neither written nor hashed again. */
function renderer(page: Page): (content: PageContent) => Rendered {
  const headers = withDeprecation(page.headers, page.deprecated);
  const tagged = headers['cache-control'] !== FRESH['cache-control'];
  let last: Rendered | undefined;
  return (content) => {
    if (last?.content === content) return last;
    const bytes = bytesOf(content);
    last = { content, bytes, headers: tagged ? { ...headers, etag: entityTag(bytes) } : headers };
    return last;
  };
}

function bytesOf(content: PageContent): Uint8Array {
  if (content instanceof Uint8Array) return content;
  return Buffer.from(typeof content === 'string' ? content : JSON.stringify(content));
}

function inputsOf(page: Page, request: Request): Readonly<Record<string, string | undefined>> {
  const query = new URLSearchParams(request.url.split('?')[1]);
  const value = ({ name, in: where }: NonNullable<Page['parameters']>[number]) => {
    const given = where === 'path' ? request.params[name] : query.getAll(name).at(-1);
    return typeof given === 'string' ? given : undefined;
  };
  return Object.fromEntries((page.parameters ?? []).map((parameter) => [parameter.name, value(parameter)]));
}

/** A parameter of a page. `values` is its closed list. */
export interface PageParameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly description: string;
  readonly values: readonly string[];
  readonly example: string;
}

/** What a page says: an object is sent as JSON, text and bytes as they are. */
export type PageContent = object | string | Uint8Array;

/** What a request gives to a page: its parameters by name, decoded; the last one wins where a name stands twice. */
type PageInputs = Readonly<Record<string, string | undefined>>;

/**
 * A free document. The router mounts the list of pages and the OpenAPI document describes the same list, so neither can
 * know a page that the other does not. `read` throws a fault for a value outside a parameter's list.
 */
export interface Page {
  /** In the notation of OpenAPI, as in `/errors/{code}`. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly tag: 'Usage' | 'Service' | 'Discovery' | 'Documents' | 'Credits';
  readonly mediaType: string;
  readonly parameters?: readonly PageParameter[];
  /** Refusals beyond those that any path may answer: status to description. */
  readonly refusals?: Readonly<Record<number, string>>;
  readonly headers: OutgoingHttpHeaders;
  /** That the page is about to go away; its answers and the OpenAPI document say so. */
  readonly deprecated?: Deprecation;
  /** The same object as the time before stands for the same bytes: it is not written again. */
  readonly read: (inputs: PageInputs) => PageContent | Promise<PageContent>;
}
