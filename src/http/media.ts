import express, { type RequestHandler } from 'express';
import { Fault } from '#lib/fault.ts';
import { mayGoOn, measureTurn } from './limits/processor-time.ts';

/** The largest body of a request, in bytes. */
export const BODY_BYTES_MAX = 100_000;

/** Refuses a body whose content type is not JSON. */
const refuseOtherMedia: RequestHandler = (request, _response, next) => {
  if (request.is('application/json') === false) throw new Fault('unsupported_media_type');
  next();
};

/** Refuses a body by its Content-Length. The parser would read all of it before it refuses it. */
const refuseAnnounced: RequestHandler = (request, response, next) => {
  if (Number(request.headers['content-length'] ?? 0) > BODY_BYTES_MAX) {
    response.setHeader('connection', 'close');
    throw new Fault('body_too_large');
  }
  next();
};

const parse = express.json({ limit: BODY_BYTES_MAX, strict: false });

/**
 * Reads a JSON body of any type into `request.body`; without a body that stays undefined. The parser takes a request for read where
 * its socket is at its end. A sender that ended its side is no such case, so the parser is shown a socket that can be read.
 */
const readBody: RequestHandler = (request, response, next) => {
  const { socket } = request;
  // A body that came in several pieces, or compressed, is parsed in a later turn than the headers.
  request.once('end', () => measureTurn(request));
  const goOn: typeof next = (error) => {
    measureTurn(request);
    request.socket = socket;
    if (mayGoOn(request)) next(error);
  };
  if (socket.readableEnded) request.socket = Object.create(socket, { readable: { value: true } });
  parse(request, response, goOn);
  request.socket = socket;
};

/** Takes a JSON body alone, and reads it. */
export const readJson: readonly RequestHandler[] = [refuseOtherMedia, refuseAnnounced, readBody];

/** Whether a JSON value nests deeper than `levels`. It looks no deeper than that. */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}
