import { PICO_PER_USD } from 'assay-core/lib/money.ts';
import type { Registry } from 'prom-client';
import type { EndedRequest, RequestWatch, Road } from '#http/http-deps.ts';
import type { CheckNote } from '#schema/contract.ts';
import { gauge, LabelCounter, register, Times } from './tallies.ts';

/** From a repeat that is answered from the books to a wallet that is read for the first time. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

const ATOMIC_PER_USDC = 1e6;

/** Counts requests, the causes of refusals, and the answered checks. */
export function watchRequests(registry: Registry): RequestWatch {
  let underWay = 0;
  const requests = new LabelCounter(
    'assay_http_requests_total',
    'Requests that are over, by route, method and class of status.',
    ['route', 'method', 'status'],
  );
  const times = new Times(
    'assay_http_request_seconds',
    'Time from a request to the end of its response.',
    ['route'],
    SECONDS,
  );
  const refusals = new LabelCounter(
    'assay_refusals_total',
    'Requests that were refused, by code of the error catalogue.',
    ['code'],
  );
  const checks = new LabelCounter('assay_checks_total', 'Checks that were answered, repeats included.', [
    'kind',
    'verdict',
    'route',
  ]);
  const checkTimes = new Times(
    'assay_check_seconds',
    'Time from a question to its charged answer.',
    ['kind', 'road'],
    SECONDS,
  );
  const replays = new LabelCounter(
    'assay_checks_replayed_total',
    'Checks that were answered again from the books, for nothing.',
    ['kind'],
  );
  const charged = new LabelCounter('assay_charged_usdc_total', 'USDC that checks were charged with.', ['route']);
  const rpcCalls = new LabelCounter(
    'assay_check_rpc_calls_total',
    'Calls that were sent to RPC endpoints for checks that were answered, by kind and JSON-RPC method.',
    ['kind', 'method'],
  );
  const rpcUsd = new LabelCounter(
    'assay_check_rpc_usd_total',
    'Estimated US dollars of those calls, of checks for whose calls all prices are known.',
    ['kind'],
  );
  register(registry, requests, times, refusals, checks, checkTimes, replays, charged, rpcCalls, rpcUsd);
  register(
    registry,
    gauge('assay_http_requests_in_flight', 'Requests under way.', () => underWay),
  );
  return {
    began: () => {
      underWay += 1;
    },
    served: (check, road) => countCheck(check, road, { checks, checkTimes, replays, charged, rpcCalls, rpcUsd }),
    ended: ({ route, method, status, seconds, refusals: codes }: EndedRequest) => {
      underWay -= 1;
      requests.add([route, METHODS.has(method) ? method : 'other', `${Math.floor(status / 100)}xx`]);
      times.observe([route], seconds);
      for (const code of codes) refusals.add([code]);
    },
  };
}

interface CheckCounts {
  readonly checks: LabelCounter;
  readonly checkTimes: Times;
  readonly replays: LabelCounter;
  readonly charged: LabelCounter;
  readonly rpcCalls: LabelCounter;
  readonly rpcUsd: LabelCounter;
}

function countCheck(check: CheckNote, road: Road, counts: CheckCounts): void {
  const { kind, verdict, route, chargedAtomic, replayed, ms } = check;
  counts.checks.add([kind, verdict, route]);
  if (replayed) counts.replays.add([kind]);
  else counts.checkTimes.observe([kind, road], ms / 1000);
  for (const [method, calls] of check.rpcCalls) counts.rpcCalls.add([kind, method], calls);
  if (check.rpcPicoUsd !== null) counts.rpcUsd.add([kind], Number(check.rpcPicoUsd) / Number(PICO_PER_USD));
  if (chargedAtomic > 0n) counts.charged.add([route], Number(chargedAtomic) / ATOMIC_PER_USDC);
}
