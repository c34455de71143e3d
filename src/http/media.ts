import type { IncomingMessage, ServerResponse } from 'node:http';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { Fault } from '#lib/fault.ts';
import { mayGoOn, measureTurn } from './limits/processor-time.ts';

/** The largest body of a request, in bytes. */
const BODY_BYTES_MAX = 100_000;

const BYTE_ORDER_MARK = 0xfe_ff;

/** Refuses a body whose content type is not JSON. */
const refuseOtherMedia: RequestHandler = (request, _response, next) => {
  // A request that did not come through the framework lacks this method of its own.
  if (express.request.is.call(request, 'application/json') === false) throw new Fault('unsupported_media_type');
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

/** A body in UTF-8 that came as it is: what nearly every client sends. */
const PLAIN = /^application\/json(?: *; *charset="?utf-8"?)?$/i;

/**
 * Reads the JSON body of a request that did not come through the framework, by the same rules: undefined without a body. Rejects with a
 * fault, or with an error of the framework's parser. Never resolves where the caller used up its processor time, and is refused for that.
 */
export function jsonBodyOf(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
  const { 'content-type': type = '', 'content-encoding': encoding } = request.headers;
  if (PLAIN.test(type) && encoding === undefined) return plainBodyOf(request, response);
  return new Promise((resolve, reject) => {
    const read = async (): Promise<unknown> => {
      for (const step of readJson) {
        const next = (error?: unknown): void => (error ? reject(error) : undefined);
        await new Promise<void>((goOn) => {
          const given = ((error?: unknown) => (error ? next(error) : goOn())) as NextFunction;
          step(request as Request, response as Response, given);
        });
      }
      return (request as Request).body;
    };
    read().then(resolve, reject);
  });
}

/** Without the framework's parser, which costs more than the rest of a small request. */
function plainBodyOf(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const tooLarge = (): void => {
      chunks.length = 0;
      request.off('data', take).resume();
      response.setHeader('connection', 'close');
      reject(new Fault('body_too_large'));
    };
    const chunks: Buffer[] = [];
    let bytes = 0;
    const take = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes > BODY_BYTES_MAX) tooLarge();
      else chunks.push(chunk);
    };
    if (Number(request.headers['content-length'] ?? 0) > BODY_BYTES_MAX) {
      tooLarge();
      return;
    }
    request.on('data', take);
    request.once('error', () => reject(new Fault('bad_request')));
    request.once('end', () => {
      measureTurn(request);
      if (!mayGoOn(request)) return;
      try {
        resolve(parsed(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
      } catch {
        reject(new Fault('body_not_json'));
      }
    });
  });
}

function parsed(bytes: Buffer | undefined): unknown {
  if (!bytes || bytes.length === 0) return undefined;
  const text = bytes.toString('utf8');
  return JSON.parse(text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text);
}

/** Whether a JSON value nests deeper than `levels`. It looks no deeper than that. */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}
