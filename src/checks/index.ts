import type { Kind } from './check.ts';
import { funder } from './funder/index.ts';
import { token } from './token/index.ts';
import { trade } from './trade/index.ts';
import { wallet } from './wallet/index.ts';

/** The registry of kinds. Paths, prices, verdict types, documents and tools derive from it; nothing is said twice. */
export const kinds: Readonly<Record<Kind['name'], Kind>> = {
  wallet,
  token,
  trade,
  funder,
};
