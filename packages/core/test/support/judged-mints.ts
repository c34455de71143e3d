import type { AccountState } from '#chain/chain-reader.ts';
import { authorityFacts, hookFacts } from '#derive/token/authorities.ts';
import { readMetadata } from '#derive/token/creator-and-metadata.ts';
import { readSubject } from '#gather/token/subject.ts';
import { known } from '#lib/reading.ts';
import type { TokenEvidence } from '#rules/token/evidence.ts';
import type { Address } from '#solana/address.ts';
import type { FullMint } from '#solana/token/decoded-mint.ts';
import { powerProofs } from '#solana/token/powers/program-power.ts';
import { listedIssuer } from './issuers.ts';
import { holder, holdersOf, tokenEvidence } from './token-evidence.ts';

/** The epoch of August 2026, when the list of hooked mints and the newest of the recorded mints were taken. */
export const RECORDED_EPOCH = 1_013n;

/** What is known of a mint beside its own account. */
export interface BesideMint {
  /** The account at its Metaplex address; null for none. */
  readonly metaplex: AccountState | null;
  /** Accounts of programs that may prove its powers, such as stake pools; the programs count as those of multisigs. */
  readonly pools: readonly AccountState[];
}

export const NOTHING_BESIDE: BesideMint = { metaplex: null, pools: [] };

const CLEAN = tokenEvidence();
const HOLDERS = Array.from({ length: 20 }, (_, n) => holder(n));

/** An account as an endpoint would tell it, of which only place, program and bytes matter. */
export function accountOf(address: Address, owner: Address, data: Uint8Array): AccountState {
  return { address, owner, data, lamports: 1_000_000n, executable: false };
}

/** Evidence in which the mint and its name are what the bytes say, and holders, liquidity, exit and age are clean. */
export function evidenceOfAccount(account: AccountState, beside: BesideMint = NOTHING_BESIDE): TokenEvidence {
  const { address } = account;
  const subject = readSubject(account, RECORDED_EPOCH);
  if (subject.is !== 'mint') return { ...CLEAN, subject: address, mint: known(subject) };
  return evidenceOfMint(address, subject.mint, beside);
}

/** The same of a mint that is known by its facts. */
export function evidenceOfMint(address: Address, mint: FullMint, { metaplex, pools }: BesideMint): TokenEvidence {
  const { program, mintAuthority, freezeAuthority } = mint;
  const proofs = powerProofs({ address, program, mintAuthority, freezeAuthority }, pools);
  return {
    ...CLEAN,
    subject: address,
    mint: known({ is: 'mint', mint: { ...mint, epoch: RECORDED_EPOCH } }),
    authorities: known(authorityFacts(mint, new Map())),
    programs: known(proofs.map((proof) => ({ ...proof, upgrade: { by: 'program', authority: null } }))),
    issuer: known(listedIssuer(address)),
    hook: hookFacts(mint, new Map()),
    metadata: readMetadata(address, mint, metaplex),
    holders: known(spreadHolders(mint.supply)),
  };
}

/** Ten wallets with one percent of the supply each, and ten with a ten thousandth: as many as an endpoint lists. */
function spreadHolders(supply: bigint) {
  return holdersOf(...HOLDERS.map((one, at) => ({ ...one, tokens: supply / (at < 10 ? 100n : 10_000n) })));
}
