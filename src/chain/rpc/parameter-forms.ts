import { mayTakeOther, type RpcRefused, VERSION_UNSUPPORTED } from './call-outcome.ts';
import type { Endpoint } from './endpoint.ts';
import type { RetryState } from './retry-state.ts';
import type { Method } from './rpc-method.ts';

/** Which of a method's parameter forms the endpoint is asked in: what is remembered of it, or the first where the call went back to it. */
export function formFor<I, T>(endpoint: Endpoint, method: Method<I, T>, retryState: RetryState): number {
  if (retryState.wentBack.has(endpoint)) return 0;
  return Math.min(endpoint.forms.get(method.name) ?? 0, method.forms.length - 1);
}

/**
 * What the endpoint is to be taken at when it refuses `form`; null where it is to be asked in another one. Parameters that it calls
 * invalid lead to the next form. A version that it does not support in a lower one leads back to the first, once in a call: that
 * may have been refused by a mistake.
 */
export function standingRefusal<I, T>(
  endpoint: Endpoint,
  method: Method<I, T>,
  form: number,
  refused: RpcRefused,
  retryState: RetryState,
): RpcRefused | null {
  const before = retryState.wentBack.get(endpoint);
  if (refused.code === VERSION_UNSUPPORTED && form > 0 && !before) {
    retryState.wentBack.set(endpoint, refused);
    return null;
  }
  if (!mayTakeOther(refused.code)) return refused;
  return before ?? (changeForm(endpoint, method, form) ? null : refused);
}

/** Notes that the endpoint answered: it has the method, and takes the first form where the call went back to that. */
export function noteAnswer(endpoint: Endpoint, method: string, retryState: RetryState): void {
  endpoint.lacking.delete(method);
  if (retryState.wentBack.has(endpoint)) endpoint.forms.delete(method);
}

/** Moves the endpoint to the method's next parameter form; false, and back to the first, when there is none left. */
function changeForm<I, T>(endpoint: Endpoint, method: Method<I, T>, form: number): boolean {
  const next = form + 1;
  if (next < method.forms.length) {
    endpoint.forms.set(method.name, next);
    return true;
  }
  endpoint.forms.delete(method.name);
  return false;
}
