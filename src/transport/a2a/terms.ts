import type { HttpDeps } from '#http/model.ts';
import { challengeOf, type PaidCall } from '#http/problems/refusal.ts';
import type { Fault } from '#lib/fault.ts';
import { formatUsdc } from '#lib/money.ts';
import { requiredFrom } from '#payments/x402/presented.ts';
import { x402Keys } from './extension.ts';
import { dataPart, type Told, textPart } from './replies.ts';

/** Terms as a task tells them. `retryAfterSeconds` is there while payments cannot be taken for now. */
interface Terms extends Told {
  readonly retryAfterSeconds: number | undefined;
}

/**
 * The terms of a check that was not paid, or null for a fault that payment does not lift. For clients of the payment
 * extension the requirements stand in the metadata, in the shape of x402 v1; for those of x402 v2 the whole object of
 * its header is a data part. The last part is the refusal as REST words it, with the next call.
 */
export function termsOf(
  deps: Pick<HttpDeps, 'settings'>,
  paid: PaidCall,
  fault: Fault,
  about: { readonly requestId: string; readonly taskId: string },
): Terms | null {
  const challenge = challengeOf(deps, paid, fault, about.requestId);
  if (challenge === null) return null;
  const { x402Version: _version, error, accepts, ...problem } = challenge.body;
  const newer = challenge.header === null ? null : requiredFrom(challenge.header);
  const required = accepts.length > 0 ? { x402Version: 1, error, accepts } : newer;
  return {
    parts: [
      textPart(sentenceOf(paid, problem.detail, newer !== null)),
      ...(newer ? [dataPart(newer)] : []),
      dataPart({ ...problem, ...(newer && { message_hint: messageHint(about.taskId) }) }),
    ],
    metadata: required ? { [x402Keys.status]: 'payment-required', [x402Keys.required]: required } : {},
    retryAfterSeconds: problem.retry_after_seconds,
  };
}

/** The message that pays for a task; what stands in angle brackets only the caller has. */
function messageHint(taskId: string): object {
  return {
    taskId,
    metadata: { [x402Keys.status]: 'payment-submitted', [x402Keys.payload]: '<X402_PAYMENT_PAYLOAD>' },
  };
}

function sentenceOf({ kind, resourceUrl }: PaidCall, detail: string, isPayable: boolean): string {
  const price = `The ${kind.name} check costs ${formatUsdc(kind.priceAtomic)} USDC.`;
  const byMessage = `Send a message to this task whose metadata has ${x402Keys.status} "payment-submitted" and ${x402Keys.payload}, or send the header X-API-Key. Over HTTP the same check is GET ${resourceUrl}.`;
  const byKey = `Send the header X-API-Key with a message to this task. Over HTTP the same check is GET ${resourceUrl}.`;
  return `${detail} ${price} ${isPayable ? byMessage : byKey}`;
}
