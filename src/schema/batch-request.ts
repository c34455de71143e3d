import type { Ask, Kind } from '#checks/check.ts';
import { kinds } from '#checks/index.ts';
import { Fault, type InvalidItem } from '#lib/fault.ts';
import { askOf } from './ask.ts';
import { addressText, invalidItems, sizeText } from './validation.ts';

/** One check of a batch as the caller wrote it. */
export interface CheckRequest {
  readonly kind: Kind['name'];
  readonly subject: string;
  /** Whatever was written: a decimal string, where it is one at all. */
  readonly sizeSol?: unknown;
}

/** What a request of a batch asks, or the fault that is its answer: one bad line does not spoil the others. */
export function readRequest({ kind, subject, sizeSol }: CheckRequest): Ask | Fault {
  const invalid: InvalidItem[] = [];
  const address = addressText.safeParse(subject);
  if (!address.success) invalid.push(...invalidItems(address.error, subject, ['subject']));
  const sized = kinds[kind].sized && sizeSol !== undefined && sizeSol !== null;
  const size = sized ? sizeText.safeParse(sizeSol) : null;
  if (size && !size.success) invalid.push(...invalidItems(size.error, sizeSol, ['sizeSol']));
  if (invalid.length > 0) {
    return new Fault('invalid_request', invalid.map(({ msg }) => msg).join('; '), { invalid });
  }
  return askOf(kind, subject, size?.success ? size.data : null);
}

/** The checks that a batch asks for: what is malformed asks for none. */
export function asksOf(requests: readonly CheckRequest[]): readonly Ask[] {
  return requests.map(readRequest).filter((read): read is Ask => !(read instanceof Fault));
}
