import type { SampleSubject } from 'assay-sandbox/identity.ts';
import type { Passing } from './limiting-proxy.ts';
import { type Limit, type Plan, unitsOf } from './plan.ts';

type Kind = SampleSubject['kind'];

/** What one check asks of an endpoint that has everything but what single providers offer. */
export interface Needs {
  readonly kind: Kind;
  readonly calls: readonly Pick<Passing, 'method' | 'addresses'>[];
  /** The oldest slot that an answer names. */
  readonly oldestSlot: number;
}

/** A plan with the first slot of its ledger. */
export interface Placed {
  readonly plan: Plan;
  readonly firstSlot: number;
}

/** How long a check of a kind may read by itself, in seconds. */
const CHECK_SECONDS: Readonly<Record<Kind, number>> = { funder: 25, trade: 20, token: 20, wallet: 28 };
/** The part of what a plan lets through in that time that a check can count on: the rest is learning, and what is left unused. */
const USABLE = 0.6;
const ARRAY_USUAL = 10;
const HISTORY = ['getSignaturesForAddress', 'getTransaction'];

/** Calls of a recorded check. */
export function needsOf(kind: Kind, calls: readonly Passing[]): Needs {
  const passed = calls.filter(({ isRefused }) => !isRefused);
  const slots = passed.flatMap(({ oldestSlot }) => (oldestSlot === null ? [] : [oldestSlot]));
  return { kind, calls: passed, oldestSlot: Math.min(...slots) };
}

/**
 * Whether plans side by side allow a check in principle: each method that it calls is served by one of them, whose ledger reaches
 * back far enough, and so many calls pass in the time of a check. Each method goes to one of them alone.
 */
export function allows(endpoints: readonly Placed[], needs: Needs): boolean {
  const methods = [...new Set(needs.calls.map(({ method }) => method))];
  return assignments(methods, endpoints).some((of) =>
    endpoints.every((endpoint) => fitsAll(endpoint, needs, (method) => of.get(method) === endpoint)),
  );
}

/** All ways to send each method to an endpoint that serves it. */
function assignments(methods: readonly string[], endpoints: readonly Placed[]): readonly Map<string, Placed>[] {
  const [method, ...others] = methods;
  if (method === undefined) return [new Map()];
  const rest = assignments(others, endpoints);
  return endpoints.flatMap((endpoint) => rest.map((of) => new Map([[method, endpoint], ...of])));
}

function fitsAll({ plan, firstSlot }: Placed, needs: Needs, isMine: (method: string) => boolean): boolean {
  const mine = needs.calls.filter(({ method }) => isMine(method));
  if (mine.some(({ method }) => isShort(method) || isRefused(plan, method))) return false;
  const inTime = plan.limits.every((limit) => fits(plan, limit, { ...needs, calls: mine }));
  return inTime && (plan.later === undefined || fitsAll({ plan: plan.later.plan, firstSlot }, needs, isMine));

  function isShort(method: string): boolean {
    return HISTORY.includes(method) && needs.oldestSlot < firstSlot;
  }
}

function isRefused({ refused }: Plan, method: string): boolean {
  return refused.some((one) => one.every === undefined && one.methods.includes(method));
}

function fits(plan: Plan, limit: Limit, { kind, calls }: Needs): boolean {
  const counted = calls.filter(({ method }) => limit.methods?.includes(method) ?? true);
  const methods = limit.perMethod ? [...new Set(counted.map(({ method }) => method))] : [null];
  const most = (limit.most * CHECK_SECONDS[kind] * USABLE) / limit.seconds;
  return methods.every((name) => {
    const units = counted
      .filter(({ method }) => name === null || method === name)
      .reduce((sum, call) => sum + unitsOf(limit.units, call.method) * parts(plan, call.addresses), 0);
    return (limit.countsRequests ? units / ARRAY_USUAL : units) <= most;
  });
}

/** Number of calls that a list of addresses takes. */
function parts({ addresses: bound }: Plan, addresses: number): number {
  return bound ? Math.max(1, Math.ceil(addresses / bound.most)) : 1;
}
