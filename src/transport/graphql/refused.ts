import type { IncomingMessage, ServerResponse } from 'node:http';
import { accepts } from '#http/accept.ts';
import { noteRefusal } from '#http/notes.ts';
import { requestIdOf } from '#http/preface.ts';
import { problemOf, retryAfterOf } from '#http/problems/problem.ts';
import { sendText } from '#http/reply.ts';
import type { Fault } from '#lib/fault.ts';
import { JSON_TYPES } from './media-types.ts';

/** Refuses a request before the engine reads it, in the words of GraphQL. */
export function refuseOperation(
  request: IncomingMessage,
  response: ServerResponse,
  fault: Fault,
  baseUrl: string,
): void {
  noteRefusal(request, fault.code);
  const { code, ...members } = problemOf(fault, baseUrl, requestIdOf(response));
  const retryAfterSeconds = retryAfterOf(fault);
  const [modern, plain] = JSON_TYPES;
  const mediaType = accepts(request.headers.accept, [plain]) ? plain : modern;
  const error = { message: fault.message, extensions: { code: code.toUpperCase(), ...members } };
  sendText(response, fault.status, mediaType, JSON.stringify({ errors: [error] }), {
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
  });
}
