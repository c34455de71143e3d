import { Layout } from 'assay-sandbox/pools/layout.ts';
import { type Address, address, addressBytes, derivedAddress } from '#solana/address.ts';
import { TOKEN_PROGRAM } from '#solana/token/programs.ts';
import { mintBase } from './token-bytes.ts';
import type { Recorded } from './token-worlds.ts';

const LOADER = address('BPFLoaderUpgradeab1e11111111111111111111111');

/** The accounts of a program that this authority can change, or nobody. */
export function programOf(program: Address, authority: Address | null): readonly Recorded[] {
  const code = derivedAddress([addressBytes(program)], LOADER);
  const layout = new Layout(45).u32(0, 3).u64(4, 400_000_000n);
  if (authority) layout.u8(12, 1).key(13, authority);
  return [
    { address: program, owner: LOADER, data: new Layout(36).u32(0, 2).key(4, code).bytes() },
    { address: code, owner: LOADER, data: layout.bytes() },
  ];
}

/** A mint without extensions, with these authorities. */
export function mintBy(
  at: Address,
  mintAuthority: Address | null,
  freezeAuthority: Address | null = null,
  owner = TOKEN_PROGRAM,
): Recorded {
  const facts = { program: owner, supply: 10n ** 15n, decimals: 6, mintAuthority, freezeAuthority };
  return { address: at, owner, data: mintBase(facts) };
}
