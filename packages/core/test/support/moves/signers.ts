import { Layout } from 'assay-sandbox/pools/layout.ts';
import { type Address, address, addressBytes, derivedAddress } from '#solana/address.ts';
import { type MovesChain, named } from './chain.ts';
import type { Signer } from './facts.ts';
import { CREATOR } from './keepers.ts';

const LOADER = address('BPFLoaderUpgradeab1e11111111111111111111111');
const BRIDGE = address('wormDTUJ6AWPNvk59vGQbDvGJmqbDTdgWgAqcLBCgUb');
const PERPETUALS = address('PERPHjGBqRHArX4DySjwM6UJHiR3sWAatqfdBS2qQJu');
const LENDING = address('jup3YeL8QhtSx1e253b2FDvsMNC87fDrgQZivbrndc9');
const GOVERNANCE = address('GovER5Lthms3bLBqWub97yVrMmEogzX7xNjdXpPPCVZw');
const COPY = named('a copy of a staking program');

const seed = (text: string) => Buffer.from(text);

/** The address, with what the maker puts on the chain for it. */
export function signerOf(chain: MovesChain, signer: Signer | undefined, mint: Address): Address {
  switch (signer) {
    case undefined:
      return CREATOR;
    case 'bridge':
      putProgram(chain, BRIDGE);
      return derivedAddress([seed('mint_signer')], BRIDGE);
    case 'perpetuals':
      putProgram(chain, PERPETUALS);
      return derivedAddress([seed('transfer_authority')], PERPETUALS);
    case 'lending':
      putProgram(chain, LENDING);
      return derivedAddress([seed('lending_admin')], LENDING);
    case 'copied_pool':
      return copiedPool(chain, mint);
    case 'own_vote':
      return ownVote(chain);
  }
}

/** A program that nobody can change. */
function putProgram(chain: MovesChain, program: Address): void {
  const code = derivedAddress([addressBytes(program)], LOADER);
  chain.put({ address: program, owner: LOADER, data: new Layout(36).u32(0, 2).key(4, code).bytes() });
  chain.put({ address: code, owner: LOADER, data: new Layout(45).u32(0, 3).bytes() });
}

function copiedPool(chain: MovesChain, mint: Address): Address {
  putProgram(chain, COPY);
  const pool = named('a pool of the copy');
  chain.put({ address: pool, owner: COPY, data: new Layout(611).u8(0, 1).key(162, mint).bytes() });
  return derivedAddress([addressBytes(pool), seed('withdraw')], COPY);
}

/** Votes of five days, which most votes end at once. */
function ownVote(chain: MovesChain): Address {
  putProgram(chain, GOVERNANCE);
  const realm = named('a realm of the creator');
  const at = derivedAddress([seed('account-governance'), addressBytes(realm)], GOVERNANCE);
  const data = new Layout(236).u8(0, 18).key(1, realm).u8(70, 60).u32(83, 432_000).u8(88, 2).u8(89, 2).bytes();
  chain.put({ address: at, owner: GOVERNANCE, data });
  chain.put({ address: realm, owner: GOVERNANCE, data: new Layout(280).u8(0, 16).bytes() });
  return at;
}
