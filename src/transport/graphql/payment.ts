import type { ExecutionResult } from 'graphql';
import type { Fault } from '#lib/fault.ts';
import { type ChallengeCode, challenge } from '#payments/challenge.ts';
import type { PaymentSettings, ResourceInput } from '#payments/x402/model.ts';
import { faultBehind } from './errors.ts';

const input: ResourceInput = {
  method: 'POST',
  routeTemplate: '/graphql',
  body: { query: 'query($address: Address!) { funderCheck(address: $address) { document } }', variables: {} },
};

/** What the challenge must know of the operation: what it was, and how many checks it got. */
export interface Asked {
  readonly requestId: string;
  readonly delivered: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * The result of an operation of which nothing was paid, as a 402: the members of the challenge beside `errors`, its
 * status and header for whatever writes the response. Null when a payment would not have changed anything, or when a
 * part was paid and delivered: that part must not be hidden behind a refusal.
 */
export function challengeFor(
  result: ExecutionResult,
  asked: Asked,
  settings: PaymentSettings,
): (ExecutionResult & Record<string, unknown>) | null {
  const refused = refusals(result);
  const [first] = refused;
  if (!first || asked.delivered > 0) return null;
  const { body, header } = challenge({
    code: first.code as ChallengeCode,
    detail: first.message,
    requestId: asked.requestId,
    resourceUrl: `${settings.baseUrl}/graphql`,
    description: 'Checks of Solana objects in one GraphQL operation.',
    priceAtomic: refused.reduce((sum, fault) => sum + (fault.extra.priceAtomic ?? 0n), 0n),
    ...(first.extra.balanceAtomic !== undefined && { balanceAtomic: first.extra.balanceAtomic }),
    input,
    sentBody: asked.body,
    settings,
  });
  const headers = { 'cache-control': 'no-store', ...(header !== null && { 'payment-required': header }) };
  return { ...body, ...result, extensions: { http: { status: 402, headers } } };
}

/** One fault for each check that was refused for want of payment: aliases of one check share theirs. */
function refusals(result: ExecutionResult): readonly Fault[] {
  const faults = new Set<Fault>();
  for (const error of result.errors ?? []) {
    const fault = faultBehind(error);
    if (fault?.status === 402) faults.add(fault);
  }
  return [...faults];
}
