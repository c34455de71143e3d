import type { Address } from '#solana/address.ts';

/** The facts of an address with authority over the mint. */
export interface AuthorityFacts {
  readonly address: Address;
  /** Its roles: `mint`, `freeze`, `permanent_delegate`, `transfer_hook`, `transfer_fee`, `pause`, `close`, `metadata` and so on. */
  readonly roles: readonly string[];
  /** A multisig may be on the curve; a program signs for its accounts. */
  readonly kind: 'wallet' | 'multisig' | 'program';
  /** The program that owns its account; null where there is no account. */
  readonly program: Address | null;
}

/** The transfer hook program. `upgradeable`: somebody can change it; null where its account does not show it. */
export interface HookFacts {
  readonly program: Address;
  readonly upgradeable: boolean | null;
}
