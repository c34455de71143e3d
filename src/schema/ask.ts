import type { Ask, Kind } from '#checks/check.ts';
import { kinds } from '#checks/index.ts';
import { parseSize, SIZE_SOL_DEFAULT } from '#checks/trade/size.ts';
import type { Address } from '#lib/address.ts';

/**
 * What a check with these arguments asks. The subject's spelling is proven by whoever read it, which is what the brand
 * stands for; a size that is absent or null is 0.5 SOL, and kinds without a size leave one aside.
 */
export function askOf(kind: Kind['name'], subject: string, sizeSol?: string | null): Ask {
  const sizeLamports = kinds[kind].sized ? parseSize(sizeSol ?? SIZE_SOL_DEFAULT) : null;
  return { kind, subject: subject as Address, sizeLamports };
}
