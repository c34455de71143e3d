import express, { type RequestHandler } from 'express';
import { Fault } from '#lib/fault.ts';

/** Bytes of a request's body at most. */
export const BODY_BYTES_MAX = 100_000;

/** Refuses a body that is announced as anything but JSON. */
export const refuseOtherMedia: RequestHandler = (request, _response, next) => {
  if (request.is('application/json') === false) throw new Fault('unsupported_media_type');
  next();
};

/** The parser would wait for all of a body that is announced as too large before it says so. */
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

/** Whether a JSON value nests deeper than so many levels. Looks no deeper than that itself. */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}
