import express, { type RequestHandler } from 'express';
import { Fault } from '#lib/fault.ts';
import { BODY_BYTES_MAX } from '../graphql/limits.ts';

const refuseOtherMedia: RequestHandler = (request, _response, next) => {
  if (request.is('application/json') === false) throw new Fault('unsupported_media_type');
  next();
};

/** Reads a JSON body of any type into `request.body`; without a body that stays undefined. */
export const readJson: readonly RequestHandler[] = [
  refuseOtherMedia,
  express.json({ limit: BODY_BYTES_MAX, strict: false }),
];
