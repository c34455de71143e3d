import type { OutgoingHttpHeaders } from 'node:http';
import type { Express, Request, RequestHandler } from 'express';
import { Fault } from '#lib/fault.ts';
import { preferredForm } from './accept.ts';
import { withDeprecation } from './deprecation.ts';
import { FRESH, type Page, type PageContent, type PageForm } from './page.ts';
import { entityTag, sendText, sendUnlessKept } from './reply.ts';

/** A document as sent: its bytes, and the headers of both 200 and 304. */
interface Rendered {
  readonly content: PageContent;
  readonly bytes: Uint8Array;
  readonly headers: OutgoingHttpHeaders;
  /** Undefined where a copy may not be kept. */
  readonly etag?: string;
}

/**
 * Serves a page at its path for GET and HEAD, in the form that the client prefers. A page that may be cached has a strong entity tag for
 * each form, so that a client with a copy gets 304 without a body.
 */
export function mountPage(app: Express, page: Page): void {
  const own = formOf(page, page);
  const forms = page.alternative ? [own, formOf(page, page.alternative)] : [own];
  const types = forms.map(({ mediaType }) => mediaType);
  mountRead(app, page.path.replace(/\{(\w+)\}/g, ':$1'), async (request, response) => {
    const preferred = page.alternative && preferredForm(request, types);
    const { mediaType, read, render } = forms.find((form) => form.mediaType === preferred) ?? own;
    const { bytes, headers, etag } = render(await read(inputsOf(page, request)));
    if (etag === undefined) sendText(response, 200, mediaType, bytes, headers);
    else await sendUnlessKept(response, { mediaType, bytes, headers: { ...headers, etag } });
  });
}

/** Serves a path that is only read. */
export function mountRead<Parameters = Request['params']>(
  app: Express,
  path: string,
  handle: RequestHandler<Parameters>,
): void {
  const route = app.route(path);
  route.get(handle);
  route.all(() => {
    throw new Fault('method_not_allowed', undefined, { allow: ['GET', 'HEAD', 'OPTIONS'] });
  });
}

/** A form that turns its content into bytes. The same object or text as before is neither serialised nor hashed again. */
function formOf({ deprecated, alternative }: Page, form: PageForm) {
  const headers = withDeprecation({ ...form.headers, ...(alternative && { vary: 'Accept' }) }, deprecated);
  const tagged = headers['cache-control'] !== FRESH['cache-control'];
  let last: Rendered | undefined;
  const render = (content: PageContent): Rendered => {
    if (last?.content === content) return last;
    const bytes = bytesOf(content);
    last = { content, bytes, headers, ...(tagged && { etag: entityTag(bytes) }) };
    return last;
  };
  return { ...form, render };
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
