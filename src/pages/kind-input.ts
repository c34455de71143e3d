import type { Kind } from 'assay-core/rules/check.ts';
import { kinds } from 'assay-core/rules/index.ts';
import type { Page, PageParameter } from '#http/page.ts';
import { isKind } from '#http/questions/check-call.ts';
import { notListed } from '#http/questions/parameters.ts';
import { Fault } from '#lib/fault.ts';

/** The names of the kinds, in the order of the registry. */
export const kindNames = Object.keys(kinds);

/** The input of a page about one kind, which refuses another word. */
export function kindInput(where: PageParameter['in'], description: string): Pick<Page, 'parameters' | 'refusals'> {
  return {
    parameters: [{ name: 'kind', in: where, description, values: kindNames, example: 'funder' }],
    refusals: { 422: 'The kind is not one of the list.' },
  };
}

/** The kind that was asked for. Throws `invalid_request` for another word. */
export function kindAsked(name: string, where: PageParameter['in']): Kind['name'] {
  if (isKind(name)) return name;
  throw new Fault('invalid_request', undefined, { invalid: [notListed([where, 'kind'], name, kindNames)] });
}
