import type { OutgoingHttpHeaders } from 'node:http';

/** A parameter of a page. `values` is its closed list. */
export interface PageParameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly description: string;
  readonly values: readonly string[];
  readonly example: string;
}

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
  readonly tag: 'Usage' | 'Service' | 'Documents' | 'Credits';
  readonly mediaType: string;
  readonly parameters?: readonly PageParameter[];
  /** Refusals beyond those that any path may answer: status to description. */
  readonly refusals?: Readonly<Record<number, string>>;
  readonly headers: OutgoingHttpHeaders;
  /** An object is sent as JSON, a string as it is. */
  readonly read: (inputs: PageInputs) => object | string | Promise<object | string>;
}

/** For documents that change with a release only. */
export const CACHED: OutgoingHttpHeaders = { 'cache-control': 'public, max-age=300' };

/** For documents that tell a state. */
export const FRESH: OutgoingHttpHeaders = { 'cache-control': 'no-store' };
