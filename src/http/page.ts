import type { OutgoingHttpHeaders } from 'node:http';
import type { Deprecation } from './deprecation.ts';

/** For documents that change only with a release. */
export const CACHED: OutgoingHttpHeaders = { 'cache-control': 'public, max-age=300' };

/** For documents that catalogues index: a copy may be an hour old. */
export const INDEXED: OutgoingHttpHeaders = { 'cache-control': 'public, max-age=3600' };

/** For documents that may change at any time: a client asks whether its copy is current before it uses it. */
export const REVALIDATED: OutgoingHttpHeaders = { 'cache-control': 'no-cache' };

/** For documents that show a current state. */
export const FRESH: OutgoingHttpHeaders = { 'cache-control': 'no-store' };

/** A parameter of a page. `values` is its closed list. */
export interface PageParameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly description: string;
  readonly values: readonly string[];
  readonly example: string;
}

/** The content of a page: an object is sent as JSON, text and bytes as they are. */
export type PageContent = object | string | Uint8Array;

/** The inputs of a page from a request: its decoded parameters by name; the last one wins if a name occurs twice. */
type PageInputs = Readonly<Record<string, string | undefined>>;

/** One form of a page: a media type, and its content. */
export interface PageForm {
  readonly mediaType: string;
  readonly headers: OutgoingHttpHeaders;
  /** Returning the same object as before means the same bytes, which are not serialised again. */
  readonly read: (inputs: PageInputs) => PageContent | Promise<PageContent>;
}

/**
 * A free document. The router mounts the list of pages and the OpenAPI document describes the same list, so both know the same pages.
 * `read` throws a fault for a value outside a parameter's list.
 */
export interface Page extends PageForm {
  /** In the notation of OpenAPI, as in `/errors/{code}`. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly tag: 'Usage' | 'Service' | 'Discovery' | 'Documents' | 'Credits';
  /** The same in another form, for a client that prefers its media type: HTML for browsers, or JSON for programs. */
  readonly alternative?: PageForm;
  readonly parameters?: readonly PageParameter[];
  /** Refusals beyond the general ones of every path: status to description. */
  readonly refusals?: Readonly<Record<number, string>>;
  /** Announces the removal of the page, in its answers and in the OpenAPI document. */
  readonly deprecated?: Deprecation;
}
