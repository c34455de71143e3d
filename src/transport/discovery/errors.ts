import { Fault, type FaultCode } from '#lib/fault.ts';
import { faults } from '#lib/fault-catalogue.ts';
import type { FaultEntry } from '#lib/fault-entry.ts';
import { errorUrl } from '../rest/problem.ts';
import { CACHED, type Page } from './page.ts';

/** The pages that the `type` member of every problem points at. */
export function errorPages(baseUrl: string): readonly Page[] {
  const shared = { tag: 'Documents', mediaType: 'application/json', headers: CACHED } as const;
  const codes = Object.keys(faults).filter(isFaultCode);
  return [
    {
      ...shared,
      path: '/errors',
      operationId: 'errors',
      summary: 'The catalogue of everything that can be refused',
      read: () => ({ errors: codes.map((code) => explained(code, baseUrl)) }),
    },
    {
      ...shared,
      path: '/errors/{code}',
      operationId: 'error',
      summary: 'One entry of the error catalogue',
      parameters: [{ name: 'code', in: 'path', description: 'A code.', values: codes, example: 'payment_required' }],
      refusals: { 404: 'There is no such code.' },
      read: ({ code = '' }) => {
        if (!isFaultCode(code)) throw new Fault('not_found', 'There is no such error. GET /errors lists all.');
        return explained(code, baseUrl);
      },
    },
  ];
}

function isFaultCode(code: string): code is FaultCode {
  return Object.hasOwn(faults, code);
}

function explained(code: FaultCode, baseUrl: string): object {
  const entry: FaultEntry = faults[code];
  return {
    type: errorUrl(baseUrl, code),
    code,
    status: entry.status,
    title: entry.title,
    retryable: entry.retryable,
    ...(entry.retryAction !== undefined && { retry_action: entry.retryAction }),
    ...(entry.paymentState !== undefined && { payment_state: entry.paymentState }),
    meaning: entry.meaning,
  };
}
