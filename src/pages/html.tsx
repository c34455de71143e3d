import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { prefersPage } from '#http/accept.ts';
import type { Page, PageForm } from '#http/page.ts';
import { sendText } from '#http/reply.ts';
import { documentOf, Frame, type Site } from './frame.tsx';

/**
 * The content security policy of every page: each resource comes from this origin, none is inline, no base redirects links, no form leaves
 * the page, no site may frame a page that is given keys, and no text becomes markup. A wallet that registers by the Wallet Standard needs
 * no more.
 */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const PAGE_TYPE = 'text/html; charset=utf-8';

/** The headers of every page. */
const pageHeaders = {
  'cache-control': 'no-cache',
  'content-security-policy': PAGE_POLICY,
  // A wallet that lives on a page of its own is opened in a window, and answers through it.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
};

/** A page for people alone. */
export function page(name: string, summary: string, html: string): Page {
  return { path: `/${name}`, operationId: name, summary, tag: 'Service', ...htmlForm(() => html) };
}

/** The page of our own markup: no text of a request or of the chain ever comes there. */
interface MarkupPage {
  /** Of the page's path and of its script in `client/`. */
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly main: string;
}

/** Such a page, for the service that it belongs to. */
export function markupPage(site: Site, { name, title, summary, main }: MarkupPage): Page {
  const html = documentOf(
    <Frame title={title} path={`/${name}`} site={site} script={name} needsScript>
      <div class="page" dangerouslySetInnerHTML={{ __html: main }} />
    </Frame>,
  );
  return page(name, summary, html);
}

/** A page for each of few inputs, made when it is asked for the first time. */
export function madeOnce(make: (input: string) => string): (input: string) => string {
  const made = new Map<string, string>();
  return (input) => {
    const html = made.get(input) ?? make(input);
    made.set(input, html);
    return html;
  };
}

/** HTML for people: a page's only form, or the one for browsers. */
export function htmlForm(read: PageForm['read']): PageForm {
  return { mediaType: PAGE_TYPE, headers: pageHeaders, read };
}

/** True if a person opens an address in a browser. */
export function isReadByPerson(request: IncomingMessage): boolean {
  return (request.method === 'GET' || request.method === 'HEAD') && prefersPage(request);
}

/** Answers such a person with a page where programs get something else. */
export function sendPage(
  response: ServerResponse,
  status: number,
  html: string,
  headers: OutgoingHttpHeaders = {},
): void {
  sendText(response, status, PAGE_TYPE, html, { ...pageHeaders, ...headers, vary: 'Accept' });
}
