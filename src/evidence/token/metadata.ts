import type { AccountState } from '#chain/model.ts';
import type { MetadataFacts } from '#checks/token/evidence.ts';
import type { Address } from '#lib/address.ts';
import { known, missing, type Reading } from '#lib/reading.ts';
import type { FullMint, MetaplexMetadata } from '#lib/token/extension-model.ts';
import { METADATA_PROGRAM, metadataAddress, readMetaplex } from '#lib/token/metaplex.ts';

const NOTHING: MetadataFacts = {
  ...{ source: 'none', name: '', symbol: '', uri: '', updateAuthority: null, mutable: false, tokenStandard: null },
  ...{ alsoCalled: null, conflict: false, foreignPointer: null },
};

/**
 * What the mint is called: its own record where its pointer names the mint itself, else the one of Metaplex. `account` is the
 * one at its Metaplex address. The record of a foreign pointer is not read: whoever owns that account decides about it.
 */
export function readMetadata(subject: Address, mint: FullMint, account: AccountState | null): Reading<MetadataFacts> {
  const metaplex = account && account.owner === METADATA_PROGRAM ? readMetaplex(account, subject) : null;
  // An account without data is only lamports that somebody sent there, and a burnt one has a byte that says so.
  if (account && account.owner === METADATA_PROGRAM && account.data.length > 1 && metaplex === null) {
    return missing('metadata', 'unreadable', 'the Metaplex account contradicts its layout');
  }
  return known(factsOf(subject, mint, metaplex));
}

function factsOf(subject: Address, mint: FullMint, metaplex: MetaplexMetadata | null): MetadataFacts {
  const inline = mint.extensions.find((one) => one.type === 'token_metadata')?.metadata ?? null;
  const target = mint.extensions.find((one) => one.type === 'metadata_pointer')?.target ?? null;
  const listed = metadataAddress(subject);
  const own = target === listed ? null : inline;
  const second = own ? metaplex : inline;
  return {
    ...(own ? { ...NOTHING, ...textsOf(own), ...ownFacts(own) } : fromMetaplex(metaplex)),
    tokenStandard: metaplex?.tokenStandard ?? null,
    alsoCalled: second && { name: second.name, symbol: second.symbol },
    conflict: inline !== null && metaplex !== null && differ(inline, metaplex),
    foreignPointer: target === subject || target === listed ? null : target,
  };
}

type Named = Pick<MetadataFacts, 'name' | 'symbol'>;

function differ(one: Named, other: Named): boolean {
  return one.name !== other.name || one.symbol !== other.symbol;
}

function fromMetaplex(metaplex: MetaplexMetadata | null): MetadataFacts {
  if (metaplex === null) return NOTHING;
  const { updateAuthority, mutable, tokenStandard } = metaplex;
  return { ...NOTHING, source: 'metaplex', ...textsOf(metaplex), updateAuthority, mutable, tokenStandard };
}

function ownFacts({ updateAuthority }: { readonly updateAuthority: Address | null }) {
  return { source: 'token_2022', updateAuthority, mutable: updateAuthority !== null } as const;
}

function textsOf({ name, symbol, uri }: Pick<MetadataFacts, 'name' | 'symbol' | 'uri'>) {
  return { name, symbol, uri };
}
