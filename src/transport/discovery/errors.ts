import { CACHED, type Page } from '#http/page.ts';
import { errorUrl } from '#http/problems/problem.ts';
import { Fault } from '#lib/fault.ts';
import { faults } from '#lib/fault-catalogue.ts';
import { type FaultEntry, paymentStates, retryActions } from '#lib/fault-entry.ts';
import { graphqlErrors } from './graphql-errors.ts';

/** Everything that leaves the service as a code, by the code in lower case. */
const entries: ReadonlyMap<string, FaultEntry> = new Map(Object.entries({ ...graphqlErrors, ...faults }));

/** The pages that the `type` member of every problem points at. */
export function errorPages(baseUrl: string): readonly Page[] {
  const shared = { tag: 'Documents', mediaType: 'application/json', headers: CACHED } as const;
  const codes = [...Object.keys(faults), ...Object.keys(graphqlErrors)];
  const pages = new Map([...entries].map(([code, entry]) => [code, explained(code, entry, baseUrl)]));
  const all = {
    policy: 'Codes are added and never renamed. GraphQL has them in upper case, as extensions.code.',
    retry_actions: retryActions,
    payment_states: paymentStates,
    errors: codes.map((code) => pages.get(code)),
  };
  return [
    {
      ...shared,
      path: '/errors',
      operationId: 'errors',
      summary: 'The catalogue of everything that can be refused',
      read: () => all,
    },
    {
      ...shared,
      path: '/errors/{code}',
      operationId: 'error',
      summary: 'One entry of the error catalogue',
      parameters: [{ name: 'code', in: 'path', description: 'A code.', values: codes, example: 'payment_required' }],
      refusals: { 404: 'There is no such code.' },
      read: ({ code = '' }) => {
        const page = pages.get(code.toLowerCase());
        if (!page) throw new Fault('not_found', 'There is no such error. GET /errors lists all.');
        return page;
      },
    },
  ];
}

function explained(code: string, entry: FaultEntry, baseUrl: string): object {
  return {
    type: errorUrl(baseUrl, code),
    code,
    status: entry.status,
    title: entry.title,
    retryable: entry.retryable,
    ...(entry.retryAction !== undefined && { retry_action: entry.retryAction }),
    ...(entry.retryAfterSeconds !== undefined && { retry_after_seconds: entry.retryAfterSeconds }),
    ...(entry.paymentState !== undefined && { payment_state: entry.paymentState }),
    ...(Object.hasOwn(graphqlErrors, code) && { only: 'graphql' }),
    meaning: entry.meaning,
  };
}
