import { type Address, address } from '#lib/address.ts';
import { derivationOf } from '../../chain/derivation.ts';
import { EVENT_MARK } from '../format.ts';
import type { AccountUse, Part, Seed } from '../pieces.ts';
import type { Script } from '../script.ts';

/** The venues whose programs the sandbox plays, by their addresses on mainnet. */
export const VENUE_PROGRAMS = {
  pumpCurve: address('6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P'),
  pumpSwap: address('pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA'),
  raydiumCpmm: address('CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C'),
  raydiumClmm: address('CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK'),
  orcaWhirlpool: address('whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc'),
  meteoraDlmm: address('LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo'),
} as const;

/** The account that signs for the events which a program shows by calling itself, `["__event_authority"]`. */
export const EVENT_AUTHORITY = {
  pumpCurve: address('Ce6TQqeHC9p8KetsN6JsjHK7UTZk7nasjjnr7XxXp9F1'),
  pumpSwap: address('GS4CU59F31iL7aR2Q8zVS8DRrcRnXX1yjQ66TqNVQnaR'),
  meteoraDlmm: address('D1ZN9Wj1fRSUQfCjhvnu1hqDMT7hzjzBBpi12nVniYD6'),
} as const;

/** All three of them are found at the first bump. */
const EVENT_SEEDS: readonly Seed[] = ['__event_authority', Buffer.from([255])];

/** Shows an event as Anchor's `emit_cpi!` does: in the data of a call of the program to itself. */
export function showEvent(script: Script, venue: keyof typeof EVENT_AUTHORITY, parts: readonly Part[]): void {
  const accounts: readonly AccountUse[] = [{ address: EVENT_AUTHORITY[venue], signer: true }];
  script.call({ program: VENUE_PROGRAMS[venue], accounts, data: [EVENT_MARK, ...parts], seeds: EVENT_SEEDS });
}

/** The bump of an address that follows from seeds, itself a seed. */
export function bumpSeed(program: Address, seeds: readonly Uint8Array[]): Uint8Array {
  return Buffer.of(derivationOf(seeds, program).bump);
}
