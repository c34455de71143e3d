import type { CheckService, CheckServiceDeps } from './desk-model.ts';
import { PaidOperation } from './operation.ts';

/** The desk of a running service. */
export function openCheckService(deps: CheckServiceDeps): CheckService {
  return { open: (caller, plan) => new PaidOperation(deps, caller, plan) };
}
