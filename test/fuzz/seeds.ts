import type { AccountState } from 'assay-core/chain/chain-reader.ts';
import { type Address, addressOf } from 'assay-core/solana/address.ts';
import type { FullMint, MintExtension } from 'assay-core/solana/token/decoded-mint.ts';
import { METADATA_PROGRAM, metadataAddress } from 'assay-core/solana/token/metaplex.ts';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from 'assay-core/solana/token/programs.ts';
import { accountOf, type BesideMint, NOTHING_BESIDE } from '../../packages/core/test/support/judged-mints.ts';
import { recordedAccounts } from '../../packages/core/test/support/recorded-pools.ts';
import { recordedTokens } from '../../packages/core/test/support/recorded-tokens.ts';
import {
  holdingBase,
  metaplexBytes,
  mintBytes,
  extended as withExtensions,
} from '../../packages/core/test/support/token-bytes.ts';

/** An account that mutations begin with, and which of the two they change: the one asked about or its Metaplex account. */
export interface Seed {
  readonly name: string;
  readonly account: AccountState;
  readonly beside: BesideMint;
  readonly changes: 'account' | 'metaplex';
}

/** The symbol of every mint that is encoded here. As long as the names that a mutation puts in its place. */
export const OWN_SYMBOL = 'CLEAN';

const SELF = key(42);
const LIVE = key(43);
const TERM = { epoch: 900n, maximum: 5_000n, basisPoints: 0n };

function key(n: number): Address {
  return addressOf(new Uint8Array(32).fill(n));
}

/** Every extension in the form in which nothing of it can hurt a holder. */
const HARMLESS: readonly MintExtension[] = [
  { type: 'metadata_pointer', authority: null, target: SELF },
  {
    type: 'transfer_fee',
    authority: null,
    withdrawAuthority: null,
    fee: { older: TERM, newer: TERM, mutable: false },
  },
  { type: 'close_authority', authority: LIVE },
  { type: 'confidential_transfer', authority: LIVE, autoApprove: true },
  { type: 'default_account_state', frozen: false },
  { type: 'interest_bearing', authority: LIVE, rateBps: 300 },
  { type: 'permanent_delegate', delegate: null },
  { type: 'transfer_hook', authority: null, program: null },
  { type: 'confidential_transfer_fee', authority: LIVE },
  { type: 'group_pointer', authority: null, target: SELF },
  { type: 'token_group', updateAuthority: LIVE },
  { type: 'group_member_pointer', authority: LIVE, target: SELF },
  { type: 'token_group_member', group: LIVE },
  { type: 'scaled_ui_amount', authority: LIVE, multiplier: '1', newMultiplier: '2', newFrom: 1_000n },
  { type: 'pausable', authority: null, paused: false },
  { type: 'permissioned_burn', authority: LIVE },
  {
    type: 'token_metadata',
    metadata: { updateAuthority: LIVE, mint: SELF, name: 'Clean Sample', symbol: OWN_SYMBOL, uri: 'ipfs://clean' },
  },
];

function ownMint(changes: Partial<FullMint> = {}): FullMint {
  return {
    program: TOKEN_2022_PROGRAM,
    supply: 10n ** 15n,
    decimals: 6,
    mintAuthority: null,
    freezeAuthority: null,
    extensions: [],
    unknownExtensions: [],
    ...changes,
  };
}

function seedOf(name: string, mint: FullMint, stale?: Address): Seed {
  const account = accountOf(SELF, mint.program, mintBytes(mint, SELF, stale));
  return { name, account, beside: NOTHING_BESIDE, changes: 'account' };
}

/** Accounts that are encoded here; they are all there is where the collection is not. */
export function ownSeeds(): readonly Seed[] {
  const metadata = { updateAuthority: LIVE, mint: SELF, name: 'Clean Sample', symbol: OWN_SYMBOL, uri: 'ipfs://clean' };
  const form = { padded: true, creators: [LIVE], nonce: 255, room: 40 };
  const metaplex = accountOf(
    metadataAddress(SELF),
    METADATA_PROGRAM,
    metaplexBytes({ ...metadata, mutable: true, tokenStandard: 2 }, form),
  );
  const plain = seedOf('plain mint', ownMint({ program: TOKEN_PROGRAM }));
  const held = { amount: 5n, state: 1, delegate: null, delegatedAmount: 0n, closeAuthority: null, isNative: false };
  const holding = holdingBase({ mint: SELF, authority: LIVE, ...held });
  return [
    plain,
    seedOf('plain mint with stale keys', ownMint({ program: TOKEN_PROGRAM }), LIVE),
    seedOf('plain mint of Token-2022', ownMint()),
    seedOf('named mint', ownMint({ extensions: HARMLESS.filter(({ type }) => type.includes('metadata')) })),
    seedOf('mint with every harmless extension', ownMint({ extensions: HARMLESS })),
    seedOf('mint with half of them', ownMint({ extensions: HARMLESS.filter((_, n) => n % 2 === 0) })),
    seedOf('mint with live authorities', ownMint({ mintAuthority: LIVE, freezeAuthority: LIVE, extensions: HARMLESS })),
    { ...plain, name: 'Metaplex account', changes: 'metaplex', beside: { metaplex, pools: [] } },
    { ...plain, name: 'token account', account: accountOf(SELF, TOKEN_PROGRAM, holding) },
    {
      ...plain,
      name: 'token account of Token-2022',
      account: accountOf(SELF, TOKEN_2022_PROGRAM, withExtensions(holding, 2, [[7, new Uint8Array(0)]])),
    },
  ];
}

/** The collected accounts; none where the collection is not. */
export function recordedSeeds(): readonly Seed[] {
  const kind = (name: string) =>
    recordedTokens(name).map((one) => ({ ...one, ...accountOf(one.address, one.owner, one.data) }));
  const pools = kind('program_account');
  const mints = kind('mint');
  const beside: BesideMint = { metaplex: null, pools };
  const others = pools.length > 0 ? [...recordedAccounts('').values()].filter(isTokenAccount) : [];
  const asked = [...mints, ...kind('token_account'), ...pools.filter(({ data }) => data.length < 2_000), ...others];
  const named = recordedTokens<{ readonly mint: Address }>('metaplex_metadata').map((one): Seed => {
    const metaplex = accountOf(one.address, one.owner, one.data);
    const base = mintBytes(ownMint({ program: TOKEN_PROGRAM }), one.expected.mint);
    const account = accountOf(one.expected.mint, TOKEN_PROGRAM, base);
    return { name: one.file, account, beside: { metaplex, pools: [] }, changes: 'metaplex' };
  });
  const seeds = asked.map((one): Seed => {
    const name = 'file' in one ? String(one.file) : one.address;
    return { name, account: accountOf(one.address, one.owner, one.data), beside, changes: 'account' };
  });
  return [...seeds, ...named];
}

function isTokenAccount({ owner, data }: AccountState): boolean {
  return (owner === TOKEN_PROGRAM || owner === TOKEN_2022_PROGRAM) && data.length < 2_000;
}
