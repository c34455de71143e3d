import type { Kind } from 'assay-core/rules/check.ts';
import { kinds } from 'assay-core/rules/index.ts';
import { SIZE_SOL_DEFAULT } from 'assay-core/rules/trade/size.ts';
import type { HttpDeps } from '#http/http-deps.ts';
import { problemOf } from '#http/problems/problem.ts';
import { exampleSubject } from '#http/questions/calls.ts';
import type { Fault, InvalidItem } from '#lib/fault.ts';
import { pricesUsdc } from '#payments/prices.ts';
import { skillOf, textOfParts, type Unclear } from './members.ts';
import { dataPart, type ReplyContent, textPart } from './replies.ts';

type GuideDeps = Pick<HttpDeps, 'examples'>;

/** A question of the kind as a data part, with an example address by default. */
export function exampleQuestion(
  kind: Kind,
  { examples }: GuideDeps,
  address: string | null = null,
): Readonly<Record<string, string | number>> {
  return {
    kind: kind.name,
    [kind.subject]: address ?? exampleSubject(kind.name, examples),
    ...(kind.sized && { size_sol: Number(SIZE_SOL_DEFAULT) }),
  };
}

/**
 * Instructions for a message that was not understood as one check: data parts with the address that it named, for each possible kind. Free
 * of charge, and no task is made.
 */
export function guideOf(deps: GuideDeps, { why, kinds: named, address }: Unclear): ReplyContent {
  const all = Object.values(kinds);
  const skills = all.map((kind) => ({
    id: skillOf(kind),
    price_usdc: pricesUsdc[kind.name],
    example: exampleQuestion(kind, deps, address),
  }));
  const meant = all.filter(({ name }) => (named.length > 0 ? named.includes(name) : address !== null));
  const shown = meant.length > 0 ? meant : all.slice(0, 1);
  const parts = shown.map((kind) => JSON.stringify(exampleQuestion(kind, deps, address)));
  const size = shown.some(({ sized }) => sized) ? ' (size_sol is the size in SOL)' : '';
  return {
    parts: [
      textPart(
        `${why} Nothing was charged. Send one data part: ${parts.join(' or ')}${size}; or a sentence with one of ${all.map(({ name }) => name).join(', ')} and one base58 address.`,
      ),
      dataPart({ code: 'question_unclear', why, skills }),
    ],
  };
}

/** The free reply to an invalid message: a text, the items as in REST, and the problem document. */
export function invalidOf(
  fault: Fault,
  invalid: readonly InvalidItem[],
  baseUrl: string,
  requestId: string,
): ReplyContent {
  return {
    parts: [
      textPart(`${textOfParts(invalid)}. Nothing was charged.`),
      dataPart({ detail: invalid }),
      dataPart(problemOf(fault, baseUrl, requestId)),
    ],
  };
}
