import type { LargeAccount } from '#chain/chain-reader.ts';
import type { Label, LabelCategory, LabelTable } from '#chain/labels/label.ts';
import type { HolderAccount, HolderFacts, HolderRole } from '#rules/token/evidence.ts';
import { type Address, address, addressBytes, derivedAddress, isOnCurve, SYSTEM_PROGRAM } from '#solana/address.ts';
import { isTokenProgram, WRAPPED_SOL } from '#solana/token/programs.ts';
import { venues } from '#venues/index.ts';
import type { AccountBytes, Accounts, Pool, VenueId } from '#venues/venue.ts';
import { accountsOfMint } from '../market/found-pools.ts';

/** Burn addresses. Token-2022 lets anyone burn from accounts of these two (`interface/src/state.rs`). */
export const burnOwners: Named = named(
  ['1nc1nerator11111111111111111111111111111111', 'Incinerator'],
  ['11111111111111111111111111111111', 'System program'],
);

/** Keeps coins of pump.fun's mayhem mode: the address of `["sol-vault"]` under MAyhSmzXzV1pTf7LsNkrNwkWKTo4ougAJ1PPg47MD4e. */
export const launchSystems: Named = named(['BwWK17cbHxwWBKZkUYvzxLcNQ1YVyaFezduWbtm2de6s', 'pump.fun mayhem vault']);

const CURVE_VENUES: readonly VenueId[] = ['pump_curve', 'raydium_launchlab', 'meteora_dbc'];

const curves = venues.filter(({ id }) => isCurveVenue(id));

const markets = venues.filter(({ id }) => !isCurveVenue(id));

/** Shared authorities of vaults, by venue. The system program owns their accounts, so the owner does not identify them. */
export const poolAuthorities: Named = authoritiesOf(markets);

/** Shared authorities of launchpads' unsold tokens. */
export const curveAuthorities: Named = authoritiesOf(curves);

/**
 * Programs whose accounts own the tokens of a market: the quoted venues, their custodians, and others that are not quoted. The
 * latter are the trading programs of the label table (category `dex_program`, strong or single) without farms, routers and sales,
 * and Manifest (CKS-Systems/manifest, `programs/manifest/src/lib.rs`).
 */
export const poolPrograms: Named = new Map([
  ...markets.map(({ program, name }) => [program, name] as const),
  ...markets.flatMap(({ custodian, name }) => (custodian ? [[custodian, `${name} vault`] as const] : [])),
  ...named(
    ['2wT8Yq49kHgDzXuPxZSaeLaH1qbmGXtEyPy64bL7aD3c', 'Lifinity v2'],
    ['EewxydAPCCVuNEyrVN68PuSYdQ7wKn27V9Gjeoi8dy3S', 'Lifinity'],
    ['PhoeNiXZ8ByJGLkxNfZRnkUfjvmuYqLR89jjFHGqdXY', 'Phoenix'],
    ['opnb2LAfJYbRMAHHvqjCwQxanZn7ReEHp1k81EohpZb', 'OpenBook v2'],
    ['srmqPvymJeFKQ4zGQed1GFppgkRHL9kaELCbyksJtPX', 'OpenBook'],
    ['9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin', 'Serum v3'],
    ['MNFSTqtC93rEfYHB6hF82sKdZpUDFWkViLByLd1k1Ms', 'Manifest'],
    ['9W959DqEETiGZocYWCQPaJ6sBmUzgfxXfqGeTEdp3aQP', 'Orca v2'],
    ['DjVE6JNiYqPL2QXyCUUh8rNjHrbz9hXHNYt99MQ59qw1', 'Orca v1'],
    ['27haf8L6oxUeXrHrgEgsexjSY5hbVUWEmvv9Nyxg8vQv', 'Raydium v3'],
    ['RVKd61ztZW9GUwhRbbLoYVRE5Xf1B2tVscKqwZqXgEr', 'Raydium v2'],
    ['5quBtoiQqxF9Jv6KYKctB59NT3gtJD2Y65kdnB1Uev3h', 'Raydium stable swap'],
    ['SSwpkEEcbUqx4vtoEByFjSkhKdCT862DNVb52nZg1UZ', 'Saber'],
    ['MERLuDFBMmsHnsBPZw2sDQZHvXFMwp8EdjudcU2HKky', 'Mercurial'],
    ['AMM55ShdkoGRB5jVYPjWziwk8m5MpwyDgsMWHaMSQWH6', 'Aldrin'],
    ['CURVGoZn8zycx6FXwwevgBTB2gVvdbGTEpvMJDbgs2t4', 'Aldrin v2'],
    ['6MLxLqiXaaSUpkgMnWDTuejNZEz3kE7k2woyHGVFw319', 'Crema'],
    ['CLMM9tUoggJu2wagPkkqs9eFG4BWhVBZWkP1qv3Sp7tR', 'Crema v2'],
    ['FLUXubRmkEi2q6K3Y9kBPg9248ggaZVsoSFhtJHSrm1X', 'FluxBeam'],
    ['GAMMA7meSFWaBXF25oSUgmGRwaW6sCMFLmBNiMSdbHVT', 'GooseFX GAMMA'],
    ['HyaB3W9q6XdA5xwpU4XnSZV94htfmbmqJXZcEbRaJutt', 'Invariant'],
    ['HpNfyc2Saw7RKkQd8nEL4khUcuPhQ7WwY1B2qjx8jxFq', 'PancakeSwap'],
    ['SSwapUtytfBdBn1b9NUGG6foMVPtcWgpRU32HToDUZr', 'Saros'],
    ['SSwpMgqNDsyV7mAgN9ady4bDVu5ySjmmXejXvy2vLt1', 'Step'],
    ['swapFpHZwjELNnjvThjajtiVmkz3yPQEHjLtka2fwHW', 'stabble weighted swap'],
    ['swapNyd8XiQwJ6ianp9snpu4brUqFxadzvHebnAXjJZ', 'stabble stable swap'],
    ['vo1tWgqZMjG61Z2T9qUaMYKqZ75CYzMuaZ2LZP1n7HV', 'stabble vault'],
    ['BSwp6bEBihVLdqJRKGgzjcGLHkcTuzmSo1TQkHepzH8p', 'BonkSwap'],
    ['Dooar9JkhdZ7J3LHN3A7YCuoGRUggXhQaG4kijfLGU2j', 'Dooar'],
    ['SoLFiHG9TfgtdUXUjWAxi3LtvYuFyDLVhBWxdMZxyCe', 'SolFi'],
    ['ZERor4xhbUycZ6gb9ntrhqscUcZmAbQDjEAtCf4hbZY', 'ZeroFi'],
  ),
]);

const MOONIT = address('MoonCVVNZFSYkqNXP6bxHLPL6QQJiMagDL3qcqUQTrG');
const BOOP = address('boop8hVGQGqehUK2iVEMEnMrL5RbjywRzHKBmBE7ry4');

/** Launchpad programs: the quoted venues, and the strong ones of the label table. */
export const curvePrograms: Named = new Map([
  ...curves.map(({ program, name }) => [program, name] as const),
  ...named([MOONIT, 'Moonshot'], [BOOP, 'boop.fun'], ['HEAVENoP2qxoeuF8Dj2oT1GHEnu49U5mJYkdeC8BAX2o', 'Heaven']),
]);

/** Names of programs that lock tokens, and of their authorities. A name excuses nothing: only a decoded lock keeps tokens. */
export const lockers: Named = named(
  ['strmRqUCoQUgGUan5YhzUZa6KqdzwX5L6FpUxfmKg5m', 'Streamflow'],
  ['aSTRM2NKoKxNnkmLWk9sz3k74gKBk9t7bpPrTGxMszH', 'Streamflow aligned unlock'],
  ['LocpQgucEQHbqNABEYvBvwoxCPsSbG91A1QaQhQQqjn', 'Jupiter Lock'],
  ['LockrWmn6K5twhz3y9w1dQERbmgSaRkfnTeTKbpofwE', 'Raydium lock'],
  ['3f7GcQFG397GAaEnv51zR6tsTVihYRydnydDD1cXekxH', 'Raydium lock'],
  ['kN1kEznaF5Xbd8LYuqtEFcxzWSBk5Fv6ygX6SqEGJVy', 'Raydium lock'],
  ['GsSCS3vPWrtJ5Y9aEVVT65fmrex5P5RGHXdZvsdbWgfo', 'UNCX locker'],
  ['BzKincxjgFQjj4FmhaWrwHES1ekBGN73YesA7JwJJo7X', 'UNCX locker'],
  ['UNCX77nZrA3TdAxMEggqG18xxpgiNGT6iqyynPwpoxN', 'UNCX locker'],
  ['DAtFFs2mhQFvrgNLA29vEDeTLLN8vHknAaAhdLEc4SQH', 'UNCX locker'],
  ['UNCXdvMRxvz91g3HqFmpZ5NgmL77UH4QRM4NfeL4mQB', 'UNCX locker'],
  ['FEmGEWdxCBSJ1QFKeX5B6k7VTDPwNU3ZLdfgJkvGYrH5', 'UNCX locker'],
  ['UNCXrB8cZXnmtYM1aSo1Wx3pQaeSZYuF2jCTesXvECs', 'UNCX locker'],
  ['GAYWATob4bqCj3fhVm8ZxoMSqUW2fb6e6SBQ7kk5qyps', 'UNCX locker'],
  ['CChTq6PthWU82YZkbveA3WDf7s97BWhBK4Vx9bmsT743', 'Bonfida vesting'],
  ['4EauRKrNErKfsR4XetEZJNmvACGHbHnHV4R5dvJuqupC', 'Sablier'],
  ['GNS1S5J5AspKXgpjz6SvKL66kPaKWAhaGRhCqPRxii2B', 'Metaplex Genesis'],
);

/** A large account of the mint. `tokens` in atomic units. */
export type LargeHolding = Pick<HolderAccount, 'account' | 'owner' | 'tokens' | 'frozen'>;

/** The input for the roles of all holders of a mint. */
export interface OwnerContext {
  readonly mint: Address;
  /** Null: no key can thaw an account of the mint. */
  readonly freezeAuthority: Address | null;
  /** Found pools and their vaults. */
  readonly vaults: ReadonlySet<Address>;
  /** Found or derived curves of the mint. `vaults` contains them too. */
  readonly curves: ReadonlySet<Address>;
  readonly labels: LabelTable;
}

/** The same with the owner's own account: null where it does not exist, undefined where it was not read. */
export interface RoleContext extends Omit<OwnerContext, 'mint'> {
  readonly ownerAccount: Pick<AccountBytes, 'owner'> | null | undefined;
}

type Names = ReadonlyMap<Address, string>;

/** Label categories of custodians: lenders, stake pools, bridges, and their programs. */
const CUSTODIANS: ReadonlySet<LabelCategory> = new Set([
  'bridge_account',
  'bridge_program',
  'lending_perp_program',
  'staking_program',
]);

const BY_OWNER: readonly Names[] = [burnOwners, poolAuthorities, curveAuthorities, launchSystems, lockers];
const BY_PROGRAM: readonly Names[] = [poolPrograms, curvePrograms, lockers];

/** The role of a token account's owner: the first that matches, else program or wallet. Only a decoded lock makes a locker. */
export function roleOf(holding: LargeHolding, context: RoleContext): HolderRole {
  const { owner, frozen } = holding;
  const program = context.ownerAccount?.owner ?? null;
  if (burnOwners.has(owner) || (frozen && context.freezeAuthority === null)) return 'burn';
  const keeper = keeperOf(holding, program, context) ?? labelledRole(owner, program, context.labels);
  if (keeper !== null) return keeper;
  return (program !== null && program !== SYSTEM_PROGRAM) || !isOnCurve(owner) ? 'program' : 'wallet';
}

/** The market or launch program that keeps the tokens; null where none does. */
function keeperOf({ account, owner }: LargeHolding, program: Address | null, context: RoleContext): HolderRole | null {
  const under = (programs: Names): boolean => program !== null && programs.has(program);
  // A curve's vaults may also be listed as vaults of pools.
  if (context.curves.has(owner) || curveAuthorities.has(owner) || under(curvePrograms)) return 'curve';
  if (context.vaults.has(account) || context.vaults.has(owner)) return 'pool';
  if (poolAuthorities.has(owner) || under(poolPrograms)) return 'pool';
  return launchSystems.has(owner) ? 'launch_system' : null;
}

function labelledRole(owner: Address, program: Address | null, labels: LabelTable): HolderRole | null {
  const found = labelsOf(owner, program, labels);
  if (found.some((label) => label && CUSTODIANS.has(label.category))) return 'custody';
  return found[0]?.category === 'cex' ? 'exchange' : null;
}

/**
 * The largest accounts of a mint with their roles, in the order of the list. `accounts` contains the listed ones, `owners` the
 * accounts of their owners. Leaves out accounts that do not decode as accounts of the mint; the sums then show that they are
 * missing.
 */
export function holderFacts(
  large: readonly LargeAccount[],
  accounts: Accounts,
  owners: Accounts,
  context: OwnerContext,
): HolderFacts {
  const found = accountsOfMint(context.mint, large, accounts).map((read): HolderAccount => {
    const holding = { account: read.account, owner: read.authority, tokens: read.amount, frozen: read.frozen };
    const ownerAccount = owners.get(holding.owner);
    const program = ownerAccount?.owner ?? null;
    const role = roleOf(holding, { ...context, ownerAccount });
    return { ...holding, role, label: nameOf(holding.owner, program, context.labels), program };
  });
  return {
    accounts: found,
    listedTokens: large.reduce((sum, { amount }) => sum + amount, 0n),
    readTokens: found.reduce((sum, { tokens }) => sum + tokens, 0n),
  };
}

/** A name for an owner, else for the program that owns its account. The label table comes first. */
function nameOf(owner: Address, program: Address | null, labels: LabelTable): string | null {
  const [ownLabel, programLabel] = labelsOf(owner, program, labels);
  return (
    ownLabel?.label ??
    nameIn(BY_OWNER, owner) ??
    programLabel?.label ??
    (program === null ? null : nameIn(BY_PROGRAM, program))
  );
}

function nameIn(lists: readonly Names[], of: Address): string | null {
  return lists.map((names) => names.get(of)).find((name) => name !== undefined) ?? null;
}

/** Labels of an owner and its program that are not weak. The system and token programs identify no owner. */
function labelsOf(owner: Address, program: Address | null, labels: LabelTable): readonly (Label | null)[] {
  const plain = program === null || program === SYSTEM_PROGRAM || isTokenProgram(program);
  return [labels.find(owner), plain ? null : labels.find(program)].map((label) =>
    label === null || label.grade === 'weak' ? null : label,
  );
}

type Named = ReadonlyMap<Address, string>;

function named(...entries: readonly (readonly [string, string])[]): Named {
  return new Map(entries.map(([at, name]) => [address(at), name]));
}

/** Found pools as roles need them: their addresses with their vaults of the mint, and the curves among them. */
export function marketsIn(pools: readonly Pool[]): Pick<OwnerContext, 'vaults' | 'curves'> {
  return {
    vaults: new Set(pools.flatMap(({ address, vaults }) => [address, vaults.mint])),
    curves: new Set(pools.filter(isOwnCurve).map(({ address }) => address)),
  };
}

/**
 * True for the curve that launches the mint of the pool: only the program can withdraw from it. Anybody can open a curve that sells
 * another coin for the mint, buy that coin, and give it back for the mint at any time.
 */
export function isOwnCurve({ venue, mint, launches }: Pool): boolean {
  return isCurveVenue(venue) && launches === mint;
}

/**
 * What a launchpad without quotes keeps of a mint: the tokens of Moonit's curve `["token", mint]` (wen-moon-ser/moonshot-sdk), and the
 * vault `["bonding_curve_vault", mint]` of boop (its IDL in sevenlabs-hq/carbon, `decoders/boop-decoder`). Only their programs sign for
 * them. Other accounts under these programs prove nothing.
 */
export function isLaunchReserve(
  { account, owner, program }: Pick<HolderAccount, 'account' | 'owner' | 'program'>,
  mint: Address,
): boolean {
  const derived = (seed: string, program: Address) =>
    derivedAddress([new TextEncoder().encode(seed), addressBytes(mint)], program);
  return (program === MOONIT && owner === derived('token', MOONIT)) || account === derived('bonding_curve_vault', BOOP);
}

/** True for a curve that sells another coin for the mint. */
export function isForeignCurve(pool: Pool): boolean {
  return isCurveVenue(pool.venue) && !isOwnCurve(pool);
}

/** True for venues that sell a coin themselves. */
export function isCurveVenue(venue: VenueId): boolean {
  return CURVE_VENUES.includes(venue);
}

function authoritiesOf(of: typeof venues): Named {
  return new Map(of.flatMap(({ authority, name }) => (authority === null ? [] : [[authority, name]])));
}

/** The token account whose balance is a pool's own: its shares of a vault that others use as well, else its vault; null for lamports. */
export function ownAccount({ shares, vaults }: Pool, side: 'mint' | 'other'): Address | null {
  return shares?.[side].account ?? vaults[side];
}

/** The account whose list shows the changes of a pool, its own where it holds lamports: naming the pool alone moves nothing. */
export function listedAccount(pool: Pool): Address {
  return ownAccount(pool, 'other') ?? pool.address;
}

/** The vault that holds a pool's SOL as lamports; null for others. */
export function wrappedVault({ other, shares, vaults }: Pool): Address | null {
  return other === WRAPPED_SOL && !shares ? vaults.other : null;
}
