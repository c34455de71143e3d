import type { RouteConfig } from '@asteasolutions/zod-to-openapi';
import { problem, validationError } from './schemas.ts';

/** Responses by status. */
export type Responses = RouteConfig['responses'];

/** A refusal as a problem document. */
export function refusal(description: string): Responses[string] {
  return { description, content: { 'application/problem+json': { schema: problem } } };
}

/** A refusal in the shape that the specification gives to 422. */
export function invalid(description: string): Responses[string] {
  return { description, content: { 'application/json': { schema: validationError } } };
}

/** What every path may answer. */
export const everywhere: Responses = {
  400: refusal('The request could not be understood, as with broken percent-encoding.'),
};
