import type { Desk, DeskDeps } from './desk-model.ts';
import { PaidOperation } from './operation.ts';

/** The desk of a running service. */
export function openDesk(deps: DeskDeps): Desk {
  return { open: (caller, plan) => new PaidOperation(deps, caller, plan) };
}
