import { known, mapReading, type Reading } from '#lib/reading.ts';
import { type Address, address, addressBytes, derivedAddress, isOnCurve } from '../../address.ts';
import { Bytes } from '../../bytes.ts';
import { WRAPPED_SOL } from '../programs.ts';
import { stakeProof } from '../stake-pool.ts';
import { poolOfTokens, poolTokenProgram } from './pool-token.ts';

/** The powers that may lie with a program. */
export type PowerRole = 'mint' | 'freeze';

/** What the proofs need of a mint. */
export interface PoweredMint {
  readonly address: Address;
  /** Its token program. */
  readonly program: Address;
  readonly mintAuthority: Address | null;
  readonly freezeAuthority: Address | null;
}

/** An account that may prove something about a mint. */
interface ProofAccount {
  readonly address: Address;
  readonly owner: Address;
  readonly data: Uint8Array;
}

/** The asset that a token of a bridge, wrapper or pool stands for. */
interface PowerBacking {
  /** The mint or the pool, or the number of the chain in Wormhole's counting and the address there in hexadecimal. */
  readonly asset: string;
  /** Its name where it was reviewed; null where its owner is unknown. */
  readonly reviewed: string | null;
}

/**
 * The proof that a program with fixed rules has a power over a mint. `mint_derived`: the address of the mint follows from the
 * program; `account_names_mint`: an account of the program names the mint; `fixed_mint`: the program has this one mint;
 * `governance`: the authority is a governance account.
 */
export interface PowerProof {
  readonly role: PowerRole;
  readonly authority: Address;
  readonly program: Address;
  /** For people. */
  readonly programName: string;
  readonly kind: 'staking' | 'protocol' | 'wrapper' | 'governance';
  readonly how: 'mint_derived' | 'account_names_mint' | 'fixed_mint' | 'governance';
  /** The account of the program that proves it; null where addresses alone do. */
  readonly account: Address | null;
  /** Null where the program takes one asset or its own accounts only. */
  readonly backing: PowerBacking | null;
  readonly governance: GovernanceFacts | null;
}

/**
 * The governance, and its delay. `keyRules`: a single key can change the voters at once, issue votes, or has the only one; `isUnderWay`: a
 * proposal is voted on, or approved and perhaps not executed, so its notice may be over. Both are true where they are unknown.
 */
interface GovernanceFacts {
  readonly realm: Address;
  readonly delaySeconds: number;
  readonly keyRules: boolean;
  readonly isUnderWay: boolean;
}

/**
 * Who can change a program. `key`: a single key; `program`: an address that only a program signs for, such as the vault of a
 * multisig; `unread`: the program has no account among those that an endpoint has.
 */
export interface ProgramUpgrade {
  readonly by: 'nobody' | 'key' | 'program' | 'unread';
  readonly authority: Address | null;
}

/** A power that a program has, with who can change the program. */
export interface ProgramPower extends PowerProof {
  readonly upgrade: ProgramUpgrade;
}

/** A delay below this is no notice: watchers of a token have to hear of a proposal and leave. Own choice. */
const GOVERNANCE_SECONDS_MIN = 3 * 86_400;

/**
 * The power that a program has by this authority; null where no program is proven to have it, and where it still is a person's: a key can
 * change the program, or the governance gives no notice.
 */
export function heldByProgram(
  powers: readonly ProgramPower[],
  role: PowerRole,
  authority: Address | null,
): ProgramPower | null {
  const power = powers.find((one) => one.role === role && one.authority === authority);
  return power === undefined || isPersons(power) ? null : power;
}

/**
 * The same where the proofs of programs may be unread. An address on the curve has a key, so no program is searched: its powers are known
 * without one.
 */
export function holderOf(
  powers: Reading<readonly ProgramPower[]>,
  role: PowerRole,
  authority: Address,
): Reading<ProgramPower | null> {
  return !powers.known && isOnCurve(authority)
    ? known(null)
    : mapReading(powers, (read) => heldByProgram(read, role, authority));
}

function isPersons({ upgrade, governance }: ProgramPower): boolean {
  return upgrade.by === 'key' || (governance !== null && !givesNotice(governance));
}

function givesNotice({ delaySeconds, keyRules, isUnderWay }: GovernanceFacts): boolean {
  return delaySeconds >= GOVERNANCE_SECONDS_MIN && !keyRules && !isUnderWay;
}

const seed = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The longest word of a seed. An address has 32 characters or more in base58. */
const SEED_WORD_MAX = 31;

/** The digits of an address of another chain. */
const HEX_DIGITS = 64;

/** A mint that a program names by its own code or address. */
interface FixedMint {
  readonly program: Address;
  readonly programName: string;
  readonly how: 'mint_derived' | 'fixed_mint';
  readonly authority: Address;
  readonly roles: readonly PowerRole[];
}

const JUPITER_PERPETUALS = address('PERPHjGBqRHArX4DySjwM6UJHiR3sWAatqfdBS2qQJu');
const JLP_POOL = address('5BUwFW4nRbftYTDMbgxykoFWqWHPzahFSNAaaaJtVKsq');
const JUPITER_LEND = address('jup3YeL8QhtSx1e253b2FDvsMNC87fDrgQZivbrndc9');

/** Assets whose receipts Jupiter Lend issues: USDC, USDT, SOL, EURC, USDS and USDG. Its administrator opens each market. */
const lentAssets = [
  address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'),
  address('Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB'),
  WRAPPED_SOL,
  address('HzwqbKZw8HxMN6bF2yFZNrht3c2iXXzpKcFu7uBEDKtr'),
  address('USDSwr9ApdHk5bvJKMjzff41FfuX8bSxdKcR81vTwcA'),
  address('2u1tszSeqZ3qBWF3uNGPFc8TzMk2tdiwknnRMWGWjGWH'),
];

function fixed(
  program: Address,
  programName: string,
  seeds: readonly (string | Address)[],
  how: FixedMint['how'] = 'fixed_mint',
  roles: readonly PowerRole[] = ['mint'],
): FixedMint {
  return { program, programName, how, roles, authority: derivedAddress(seeds.map(seedOf), program) };
}

function seedOf(part: string | Address): Uint8Array {
  return part.length > SEED_WORD_MAX ? addressBytes(part as Address) : seed(part);
}

/**
 * Mints that belong to one program by their address. A stranger can name the same authorities, but has another mint. Programs,
 * seeds and mints: JLP's bytes in eco-incorp/sauce-sdk@cb5507a, Jupiter Lend in jsvisa/solexplain `jupiter_lend.json`, PST's bytes in
 * sauce-sdk `huma/classic_mode_mint.json`, ONyc in docs.onre.finance, stSOL in igneous-labs/inf-1.5@f17cbf1, tBTC and HNT in
 * EdgeVault/solgov@3930063, fragSOL and FRAG2 in Hiraeth010/token2022-hook-census@89742b2.
 */
const fixedMints: ReadonlyMap<Address, FixedMint> = new Map([
  [
    derivedAddress([seed('lp_token_mint'), addressBytes(JLP_POOL)], JUPITER_PERPETUALS),
    fixed(JUPITER_PERPETUALS, 'Jupiter Perpetuals', ['transfer_authority'], 'mint_derived', ['mint', 'freeze']),
  ],
  ...lentAssets.map((asset): readonly [Address, FixedMint] => [
    derivedAddress([seed('f_token_mint'), addressBytes(asset)], JUPITER_LEND),
    fixed(JUPITER_LEND, 'Jupiter Lend', ['lending_admin'], 'mint_derived'),
  ]),
  [
    address('59obFNBzyTBGowrkif5uK7ojS58vsuWz3ZCvg6tfZAGw'),
    fixed(address('HumaXepHnjaRCpjYTokxY4UtaJcmx41prQ8cxGmFC5fn'), 'Huma', [
      'pool_authority',
      address('28hFhD21Nka3stL27a8zZ4nRLgaDVxRYwJgeEVgeakzS'),
    ]),
  ],
  [
    address('5Y8NV33Vv7WbnLfq3zBcKSdYPrk7g2KoiQoe7M2tcxp5'),
    fixed(address('onreuGhHHgVzMWSkj2oQDLDtvvGvoepBPkqyaubFcwe'), 'OnRe', ['mint_authority']),
  ],
  [
    address('6DNSN2BJsaPFdFFc1zP37kkeNe4Usc1Sqkzr9C9vPWcU'),
    fixed(address('Gj93RRt6QB7FjmyokAD5rcMAku7pq3Fk2Aa8y6nNbwsV'), 'Threshold tBTC', ['config']),
  ],
  [
    address('7dHbWXmci3dT8UFYWYZweBLXgycu7Y3iL6trKn1Y7ARj'),
    fixed(address('CrX7kMhLC3cSsXJdT7JDgqrRVWGnUpX3gfEfxxU2NVLi'), 'Lido', [
      address('49Yi1TKkNyYjPAFdR9LBvoHcUjuPX4Df5T5yv39w2XTn'),
      'mint_authority',
    ]),
  ],
  ...inSeeds(
    address('circAbx64bbsscPbQzZAUvuXpHqrCe6fLMzc2uKXz9g'),
    'Helium circuit breaker',
    'mint_windowed_breaker',
    [address('hntyVP6YFm1Hg25TN9WGLqM12b8TQmcknKrdu1oxWux')],
  ),
  ...inSeeds(address('fragnAis7Bp6FTsMoa6YcH8UffhEw43Ph79qAiK3iF3'), 'Fragmetric', 'fund', [
    address('FRAGSEthVFL7fdqM8hxfxkfCZzUvmg21cqPJVvC1qdbo'),
    address('FRAG2gPNXozPpYcn2a8zK7YdtfNXCLsioZNwZXwTQ3cP'),
  ]),
]);

/** Mints whose authority is derived from a word and the mint. */
function inSeeds(
  program: Address,
  name: string,
  word: string,
  mints: readonly Address[],
): readonly (readonly [Address, FixedMint])[] {
  return mints.map((mint) => [mint, fixed(program, name, [word, mint])]);
}

/**
 * Wormhole's Token Bridge. The account at `['meta', mint]` holds chain (u16, little-endian) and address, from which the mint follows
 * (wormhole-foundation/wormhole@640e184, `solana/modules/token_bridge/program/src/accounts.rs`).
 */
const TOKEN_BRIDGE = address('wormDTUJ6AWPNvk59vGQbDvGJmqbDTdgWgAqcLBCgUb');
const bridgeAuthority = derivedAddress([seed('mint_signer')], TOKEN_BRIDGE);
const META = { chainAt: 0, tokenAt: 2, tokenBytes: 32, bytesMin: 34 } as const;

/**
 * Assets of other chains whose tokens count as reviewed, by Wormhole's number of the chain and the address there. The issuer of any other
 * asset may make any amount of it. Contracts as their issuers publish them and as the bridge's own list has them
 * (jup-ag/token-list@9e0ce97, `src/partners/data/wormhole.csv`); each leads to the listed mint.
 */
const reviewedOrigins: ReadonlyMap<string, string> = new Map([
  [originOf(2, 'c02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'), 'Wrapped Ether'],
  [originOf(2, '2260fac5e5542a773aa44fbcfedf7c193bc2c599'), 'Wrapped BTC'],
  [originOf(2, 'a0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'), 'USD Coin on Ethereum'],
  [originOf(2, 'dac17f958d2ee523a2206206994597c13d831ec7'), 'Tether USD on Ethereum'],
]);

function originOf(chain: number, token: string): string {
  return `${chain}:${token.padStart(HEX_DIGITS, '0')}`;
}

/**
 * The program that wraps any mint of one token program for the other (solana-program/token-wrap, `program/src/lib.rs`). The account at
 * `['backpointer', mint]` is the address of the wrapped mint, from which the mint follows. SOL alone counts: the mint authority of another
 * one mints its wrapped tokens as well, and wrapping an own mint costs one transaction.
 */
const TOKEN_WRAP = address('TwRapQCDhWkZRrDaHfZGuHxkZ91gHDRkyuzNqeU5MgR');
const KEY_BYTES = 32;

/** The program of the bridge or wrapper that this mint names as its mint authority; null for other mints. */
export function originProgram({ address: mint, mintAuthority }: PoweredMint): Address | null {
  if (mintAuthority === null || isOnCurve(mintAuthority)) return null;
  if (mintAuthority === bridgeAuthority) return TOKEN_BRIDGE;
  return mintAuthority === wrapAuthority(mint) ? TOKEN_WRAP : null;
}

/** The accounts that show the asset behind a mint of a bridge or wrapper; none for other mints. */
export function originAddresses(mint: PoweredMint): readonly Address[] {
  const program = originProgram(mint);
  if (program === null) return [];
  return [
    derivedAddress([seed(program === TOKEN_BRIDGE ? 'meta' : 'backpointer'), addressBytes(mint.address)], program),
  ];
}

function wrapAuthority(mint: Address): Address {
  return derivedAddress([seed('authority'), addressBytes(mint)], TOKEN_WRAP);
}

/**
 * The powers over a mint that programs are proven to have, as far as these accounts show. An authority that equals an address of a
 * program proves nothing by itself, because anybody can name it: the mint has to follow from the program, or be named by an
 * account of it. Empty where nothing is proven.
 */
export function powerProofs(mint: PoweredMint, accounts: readonly ProofAccount[]): readonly PowerProof[] {
  const { mintAuthority, freezeAuthority } = mint;
  const known = fixedMints.get(mint.address);
  if (known) {
    const { roles, authority, program, programName, how } = known;
    const powers = { mint: mintAuthority, freeze: freezeAuthority };
    return roles
      .filter((role) => powers[role] === authority)
      .map((role) => proofOf({ role, authority, program, programName, how, kind: 'protocol' }));
  }
  if (mintAuthority === null || isOnCurve(mintAuthority)) return [];
  const staked = stakeProof(mint, accounts);
  if (staked !== null) {
    const { program, programName, pool } = staked;
    const how = pool === null ? 'fixed_mint' : 'account_names_mint';
    return [
      proofOf({ role: 'mint', authority: mintAuthority, program, programName, how, kind: 'staking', account: pool }),
    ];
  }
  return wrapperProofs(mint, mintAuthority, accounts);
}

/** The proof that a pool names the mint, or that its address follows from an asset elsewhere; empty where no account shows one. */
function wrapperProofs(
  mint: PoweredMint,
  authority: Address,
  accounts: readonly ProofAccount[],
): readonly PowerProof[] {
  const tokens = poolTokenProgram(authority);
  const pool = tokens && poolOfTokens(mint, accounts);
  if (tokens && pool) {
    const { program, programName } = tokens;
    const common = { role: 'mint', authority, how: 'account_names_mint', kind: 'wrapper' } as const;
    const backing = { asset: pool.address, reviewed: null };
    return [proofOf({ ...common, program, programName, account: pool.address, backing })];
  }
  const program = originProgram(mint);
  if (program === null) return [];
  const addresses = originAddresses(mint);
  for (const account of accounts) {
    const backing = addresses.includes(account.address) ? backingBy(mint, account) : null;
    if (backing === null) continue;
    const programName = program === TOKEN_BRIDGE ? 'Wormhole Token Bridge' : 'Token Wrap';
    const common = { role: 'mint', authority, how: 'mint_derived', kind: 'wrapper' } as const;
    return [proofOf({ ...common, program, programName, account: account.address, backing })];
  }
  return [];
}

type StatedPower = Pick<PowerProof, 'role' | 'authority' | 'program' | 'programName' | 'how' | 'kind'>;

function proofOf(stated: StatedPower & Partial<PowerProof>): PowerProof {
  return { account: null, backing: null, governance: null, ...stated };
}

/** The asset in the account, if the mint follows from it; else null. */
function backingBy(mint: PoweredMint, account: ProofAccount): PowerBacking | null {
  const bytes = new Bytes(account.data);
  if (mint.mintAuthority === bridgeAuthority) {
    if (bytes.length < META.bytesMin) return null;
    const chain = bytes.u16(META.chainAt);
    const token = bytes.slice(META.tokenAt, META.tokenBytes);
    const chainSeed = Buffer.alloc(2);
    chainSeed.writeUInt16BE(chain);
    if (derivedAddress([seed('wrapped'), chainSeed, token], TOKEN_BRIDGE) !== mint.address) return null;
    const asset = originOf(chain, Buffer.from(token).toString('hex'));
    return { asset, reviewed: reviewedOrigins.get(asset) ?? null };
  }
  if (bytes.length < KEY_BYTES) return null;
  const asset = bytes.key(0);
  const wrapped = derivedAddress([seed('mint'), addressBytes(asset), addressBytes(mint.program)], TOKEN_WRAP);
  return wrapped === mint.address && asset === WRAPPED_SOL ? { asset, reviewed: 'SOL' } : null;
}
