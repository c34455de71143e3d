import { addressBytes } from 'assay-core/solana/address.ts';
import { metadataAddress } from 'assay-core/solana/token/metaplex.ts';
import { hexOf, NO_PARDON, type Pardon, typesOf } from './oracle.ts';
import { ownSeeds, type Seed } from './seeds.ts';

/** Recorded mints whose issuers are known, and those whose mint authority is a stake pool's, as they were recorded. */
const ISSUED = [
  'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB',
  '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo',
  'HVbpJAQGNpkgBaYBZQBR1t7yFdvaYVp2vCQQfKKEN4tM',
];
const NATIVE = 'So11111111111111111111111111111111111111112';
const STAKED = ['J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn', 'pWrSoLAhue6jUxUkbWgmEy5rD9VJzkFmvfTDV5KgNuu'];

const ownAddress = ownSeeds()[0]?.account.address;

/** What the oracle has to know of a seed beside its mutated bytes. */
export interface Background {
  readonly selfHex: string;
  readonly metadataHex: string;
  readonly pardon: Pardon;
}

/** The background of a seed as it stood before any mutation. */
export function backgroundOf(seed: Seed): Background {
  const { address } = seed.account;
  const hex = (of: typeof address) => Buffer.from(addressBytes(of)).toString('hex');
  return { selfHex: hex(address), metadataHex: hex(metadataAddress(address)), pardon: pardonOf(seed) };
}

function pardonOf({ account: { address, owner, data } }: Seed): Pardon {
  // Real mints bear their names rightly; only the names of encoded ones are looked at.
  const pardon = { ...NO_PARDON, names: address !== ownAddress };
  const mintAuthority = hexOf(data, 4, 36);
  if (STAKED.includes(address)) return { ...pardon, mintAuthority };
  if (!ISSUED.includes(address) && address !== NATIVE) return pardon;
  const issuer = { program: owner, types: typesOf(data) };
  if (address === NATIVE) return { ...pardon, issuer, zeroSupply: true };
  return { ...pardon, mintAuthority, freezeAuthority: hexOf(data, 50, 82), issuer };
}
