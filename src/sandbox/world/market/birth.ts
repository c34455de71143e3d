import type { TransactionInstruction } from '@solana/web3.js';
import { type Address, address } from '#lib/address.ts';
import type { Actor, Cast } from '../actors.ts';
import type { Act } from '../scene.ts';
import {
  createMintAccount,
  holdingOf,
  initializeMint,
  issue,
  openHolding,
  setAuthority,
} from '../token-instructions.ts';
import { SUPPLY } from './coin.ts';
import type { SamplePool } from './pool.ts';

const MINT_BYTES = 82;

/** The transaction that makes a coin of SPL Token with its whole supply on its curve, and gives it up. `name` is the coin's. */
export function bornOnCurve(cast: Cast, name: string, maker: Actor, curve: SamplePool, slot: number): Act {
  const by = address(maker.address);
  return { slot, payer: maker, signers: [cast.person(`mint of ${name}`)], instructions: birth(by, curve) };
}

function birth(by: Address, { coin, address: curve }: SamplePool): readonly TransactionInstruction[] {
  return [
    createMintAccount(by, coin, MINT_BYTES),
    initializeMint(coin, by, null),
    openHolding(by, curve, coin),
    issue(coin, by, holdingOf(coin, curve), SUPPLY),
    setAuthority(coin, 'mint', by, null),
  ];
}
