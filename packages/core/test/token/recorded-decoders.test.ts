import { describe, expect, it } from 'vitest';
import { type Address, address, addressBytes, derivedAddress } from '#solana/address.ts';
import { Bytes } from '#solana/bytes.ts';
import { readHolderAccount } from '#solana/token/account-extensions.ts';
import type { FeeTerm, FullMint, MintExtension } from '#solana/token/decoded-mint.ts';
import { readExtensions } from '#solana/token/extensions.ts';
import { metadataAddress, readMetaplex } from '#solana/token/metaplex.ts';
import { mintAuthorities } from '#solana/token/mint-extension.ts';
import { powerProofs } from '#solana/token/powers/program-power.ts';
import { TOKEN_PROGRAM } from '#solana/token/programs.ts';
import { knownStakePools, STAKE_POOL_PROGRAMS, stakeProof } from '#solana/token/stake-pool.ts';
import { readTokenSubject } from '#solana/token/token-subject.ts';
import { type ExpectedExtension, hasTokens, type RecordedToken, recordedTokens } from '../support/recorded-tokens.ts';

interface ExpectedMint {
  readonly mintAuthority: string | null;
  readonly supply: string;
  readonly decimals: number;
  readonly freezeAuthority: string | null;
  readonly extensions: readonly ExpectedExtension[];
}

interface ExpectedHolding {
  readonly mint: string;
  readonly owner: string;
  readonly amount: string;
  readonly delegate: string | null;
  readonly state: number;
  readonly isNative: boolean;
  readonly delegatedAmount: string;
  readonly closeAuthority: string | null;
  readonly extensions: readonly ExpectedExtension[];
}

interface ExpectedMetadata {
  readonly ua: string;
  readonly mint: Address;
  readonly name: string;
  readonly sym: string;
  readonly uri: string;
  readonly isMutable: number;
  readonly tokenStandard: number | null;
}

const mints = recordedTokens<ExpectedMint>('mint');
const holdings = recordedTokens<ExpectedHolding>('token_account');
const metadata = recordedTokens<ExpectedMetadata>('metaplex_metadata');
const programs = recordedTokens<null>('program_account');
const wallets = recordedTokens<null>('system_account');

function mintOf(one: RecordedToken<unknown>): FullMint {
  const subject = readTokenSubject(one);
  if (subject.is !== 'mint') throw new Error(`${one.file} is ${subject.is}`);
  return subject.mint;
}

const term = ({ epoch, maximum, basisPoints }: FeeTerm) => ({
  epoch: String(epoch),
  max: String(maximum),
  bps: Number(basisPoints),
});

/** What was decoded, under the names of the collection. */
function inItsWords(extension: MintExtension): Record<string, unknown> {
  switch (extension.type) {
    case 'transfer_fee': {
      const { fee, authority, withdrawAuthority } = extension;
      return { type: 1, cfgAuth: authority, wdAuth: withdrawAuthority, older: term(fee.older), newer: term(fee.newer) };
    }
    case 'close_authority':
      return { type: 3, a: extension.authority };
    case 'confidential_transfer':
      return { type: 4, auth: extension.authority, auto: Number(extension.autoApprove) };
    case 'interest_bearing':
      return { type: 10, auth: extension.authority, cur: extension.rateBps };
    case 'permanent_delegate':
      return { type: 12, a: extension.delegate };
    case 'transfer_hook':
      return { type: 14, auth: extension.authority, prog: extension.program };
    case 'confidential_transfer_fee':
      return { type: 16, auth: extension.authority };
    case 'metadata_pointer':
      return { type: 18, auth: extension.authority, addr: extension.target };
    case 'token_metadata': {
      const { updateAuthority, mint, name, symbol, uri } = extension.metadata;
      return { type: 19, updateAuth: updateAuthority, mint, name, sym: symbol, uri };
    }
    case 'group_member_pointer':
      return { type: 22, auth: extension.authority, addr: extension.target };
    case 'token_group_member':
      return { type: 23, group: extension.group };
    default:
      throw new Error(`no collected mint has ${extension.type}`);
  }
}

describe.skipIf(!hasTokens)('collected accounts', () => {
  it('are there in their number', () => {
    expect([mints, holdings, metadata, programs, wallets].map((of) => of.length)).toEqual([28, 22, 6, 11, 2]);
  });

  it.each(mints)('$file is the mint that it was collected as', (one) => {
    const { extensions, ...base } = one.expected;
    const mint = mintOf(one);
    expect(mint).toMatchObject({
      program: one.owner,
      supply: BigInt(base.supply),
      decimals: base.decimals,
      mintAuthority: base.mintAuthority,
      freezeAuthority: base.freezeAuthority,
      unknownExtensions: [],
    });
    expect(mint.extensions.map(inItsWords)).toEqual(
      extensions.map((wanted, index) => known(wanted, mint.extensions[index])),
    );
  });

  it.each(mints)('$file names as powerful whom its reading names', (one) => {
    const { mintAuthority, freezeAuthority, extensions } = one.expected;
    const named = extensions.flatMap((of) => [of.a, of.auth, of.cfgAuth, of.wdAuth, of.updateAuth]);
    const all = [mintAuthority, freezeAuthority, ...named].filter((key) => typeof key === 'string');
    expect([...mintAuthorities(one)].sort()).toEqual([...new Set(all)].sort());
  });

  it.each(holdings)('$file is the token account that it was collected as', (one) => {
    const { expected } = one;
    expect(readTokenSubject(one)).toEqual({ is: 'token_account', mint: expected.mint, owner: expected.owner });
    const types = expected.extensions.map(({ type }) => type);
    expect(readHolderAccount(one)).toMatchObject({
      mint: expected.mint,
      authority: expected.owner,
      amount: BigInt(expected.amount),
      frozen: expected.state === 2,
      delegate: expected.delegate,
      delegatedAmount: BigInt(expected.delegatedAmount),
      closeAuthority: expected.closeAuthority,
      isNative: expected.isNative,
      immutableOwner: types.includes(7),
      nonTransferable: types.includes(13),
      confidential: types.includes(5),
      unknownExtensions: [],
    });
    expect((readExtensions(one.data) ?? []).map(({ type }) => type)).toEqual(types);
  });

  it.each(metadata)('$file is the metadata that it was collected as', (one) => {
    const { ua, mint, name, sym, uri, isMutable, tokenStandard } = one.expected;
    expect(metadataAddress(mint)).toBe(one.address);
    expect(readMetaplex(one, mint)).toEqual({
      updateAuthority: ua,
      mint,
      name,
      symbol: sym,
      uri,
      mutable: isMutable === 1,
      tokenStandard,
    });
    expect(readMetaplex(one, one.address)).toBeNull();
  });

  it.each([...programs, ...wallets, ...metadata])('$file is of no token program', (one) => {
    expect(readTokenSubject(one)).toEqual({ is: 'foreign' });
  });
});

describe.skipIf(!hasTokens)('collected stake pools', () => {
  const authorities: readonly (readonly [mint: string, authority: string])[] = [
    ['J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn', '6iQKfEyhr3bZMotVkW6beNZz5CPAkiwvgV2CTje9pVSS'],
    ['pWrSoLAhue6jUxUkbWgmEy5rD9VJzkFmvfTDV5KgNuu', '3SWDH9uUc9Vt45Nb6WbnEKWePGigz6hErDgQES6tdQ8Z'],
    ['mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So', '3JLPCS1qM2zRw3Dp6V4hZnYHd4toMNPkNesXdX9tg6KM'],
  ];

  it.each(authorities)('prove %s by the pool that is known for it', (mint, mintAuthority) => {
    const subject = { address: mint as Address, mintAuthority: mintAuthority as Address, freezeAuthority: null };
    const pool = programs.find((one) => one.address === knownStakePools.get(subject.address));
    expect(stakeProof(subject, pool ? [pool] : [])).toMatchObject({ program: pool?.owner, pool: pool?.address });
    const others = programs.filter((one) => one !== pool);
    expect(stakeProof(subject, others)).toBeNull();
  });

  it('prove the mints that were collected', () => {
    const proven = mints.filter((one) => stakeProof({ ...mintOf(one), address: one.address }, programs) !== null);
    const staked = authorities.map(([mint]) => mint).filter((mint) => mints.some((one) => one.address === mint));
    expect(proven.map((one) => one.address).sort()).toEqual([...staked].sort());
    expect(proven.length).toBe(2);
  });

  it('name JupSOL, whose mint was not collected', () => {
    const jupSol = address('jupSoLaHXQiZZTSfEWMTRRgpnyFm8f6sZdosWBjx93v');
    const pool = programs.find((one) => one.address === knownStakePools.get(jupSol));
    if (!pool) throw new Error('no pool of JupSOL');
    expect(STAKE_POOL_PROGRAMS.has(pool.owner)).toBe(true);
    expect(new Bytes(pool.data).key(162)).toBe(jupSol);
    const mintAuthority = derivedAddress([addressBytes(pool.address), Buffer.from('withdraw')], pool.owner);
    expect(stakeProof({ address: jupSol, mintAuthority, freezeAuthority: null }, [pool])?.pool).toBe(pool.address);
  });
});

describe.skipIf(!hasTokens)('collected pools of Raydium', () => {
  it.each([
    ['raydium_cpmm_pool', 136, 'GpMZbSM2GgvTKHJirzeGfMFoaZ8UR2X7F4v8vHTvxFbL', 'Raydium CPMM'],
    ['raydium_v4_pool', 464, '5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1', 'Raydium AMM v4'],
  ] as const)('%s names the mint of its tokens', (file, mintAt, authority, programName) => {
    const pool = programs.find((one) => one.file === `accounts/${file}.json`);
    if (!pool) throw new Error(`no ${file}`);
    const lpMint = {
      address: new Bytes(pool.data).key(mintAt),
      mintAuthority: address(authority),
      freezeAuthority: null,
    };
    const proofs = powerProofs({ ...lpMint, program: TOKEN_PROGRAM }, programs);
    expect(proofs).toMatchObject([
      { programName, account: pool.address, backing: { asset: pool.address, reviewed: null } },
    ]);
    expect(powerProofs({ ...lpMint, address: pool.address, program: TOKEN_PROGRAM }, programs)).toEqual([]);
  });
});

/** The expected values that the decoder keeps too: the collection reads some that nothing rests on. */
function known(wanted: ExpectedExtension, decoded: MintExtension | undefined): Record<string, unknown> {
  const names = Object.keys(decoded ? inItsWords(decoded) : {});
  return Object.fromEntries(names.map((name) => [name, wanted[name]]));
}
