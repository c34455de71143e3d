import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** Sends a finished text with its length. Node itself leaves the body out for HEAD. */
export function sendText(
  response: ServerResponse,
  status: number,
  mediaType: string,
  text: string,
  headers: OutgoingHttpHeaders = {},
): void {
  const length = Buffer.byteLength(text);
  response.writeHead(status, { 'content-type': mediaType, 'content-length': length, ...headers }).end(text);
}

/** Sends `body` as `application/json`, without the entity tag and the second serialisation of a framework. */
export function sendJson(response: ServerResponse, status: number, body: object, headers?: OutgoingHttpHeaders): void {
  sendText(response, status, 'application/json', JSON.stringify(body), headers);
}
