import express, { type RequestHandler } from 'express';
import { Fault } from '#lib/fault.ts';

/** The largest body of a request, in bytes. */
export const BODY_BYTES_MAX = 100_000;

/** Refuses a body whose content type is not JSON. */
export const refuseOtherMedia: RequestHandler = (request, _response, next) => {
  if (request.is('application/json') === false) throw new Fault('unsupported_media_type');
  next();
};

/** Refuses a body by its Content-Length. The parser would read all of it before it refuses it. */
export const refuseAnnounced: RequestHandler = (request, response, next) => {
  if (Number(request.headers['content-length'] ?? 0) > BODY_BYTES_MAX) {
    response.setHeader('connection', 'close');
    throw new Fault('body_too_large');
  }
  next();
};

/** Reads a JSON body of any type into `request.body`; without a body that stays undefined. */
export const readJson: readonly RequestHandler[] = [
  refuseOtherMedia,
  refuseAnnounced,
  express.json({ limit: BODY_BYTES_MAX, strict: false }),
];

/** Whether a JSON value nests deeper than `levels`. It looks no deeper than that. */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}
