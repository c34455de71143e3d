import { createHash } from 'node:crypto';
import { RpcFault, type RpcMethods } from 'assay-sandbox/json-rpc.ts';
import { Layout } from 'assay-sandbox/pools/layout.ts';
import { curveMintAccount } from 'assay-sandbox/pools/pump-curve.ts';
import { cpmmConfig, cpmmPool } from 'assay-sandbox/pools/raydium-cpmm.ts';
import { replayMethods } from 'assay-sandbox/replay/methods.ts';
import {
  type HistoryLine,
  MAINNET_GENESIS_HASH,
  type RecordedAccount,
  type RecordedBody,
} from 'assay-sandbox/replay/world.ts';
import bs58 from 'bs58';
import { type Address, address, addressBytes, addressOf } from '#solana/address.ts';
import { readTokenAccount } from '#solana/token/account.ts';
import { readMint } from '#solana/token/mint.ts';
import { associatedAccount, TOKEN_2022_PROGRAM, TOKEN_PROGRAM, WRAPPED_SOL } from '#solana/token/programs.ts';
import { readTokenSubject } from '#solana/token/token-subject.ts';
import { USDC } from './recorded-worlds.ts';
import { extended, holdingBase, type RawExtension } from './token-bytes.ts';
import { key, SYSTEM, signatureOf } from './transactions.ts';

/** Where the worlds stand. */
const WORLD_SLOT = 445_000_000;
export const WORLD_TIME = 1_790_000_000;
const SOL = 1_000_000_000n;
const SECONDS_PER_SLOT = 0.4;
const DAY_SLOTS = 86_400 / SECONDS_PER_SLOT;

const SYSVAR = address('Sysvar1111111111111111111111111111111111111');
const CLOCK = address('SysvarC1ock11111111111111111111111111111111');
const RENT = address('SysvarRent111111111111111111111111111111111');
const CPMM_AUTHORITY = address('GpMZbSM2GgvTKHJirzeGfMFoaZ8UR2X7F4v8vHTvxFbL');
const LP_ISSUED = 1_000_000_000n;
const LARGEST_MAX = 20;
const WALLETS = 25;

/** A mint with what surrounds it on its chain. */
export interface TokenWorld {
  readonly subject: Address;
  readonly accounts: Map<Address, RecordedAccount>;
  readonly histories: Map<Address, HistoryLine[]>;
  readonly transactions: Map<string, RecordedBody>;
}

/** An account as it was recorded. */
export interface Recorded {
  readonly address: Address;
  readonly owner: Address;
  readonly data: Uint8Array;
}

/** What a world is made of beside the mint. */
export interface TokenWorldSpec {
  /** More recorded accounts, such as metadata and stake pools. */
  readonly beside?: readonly Recorded[];
  /** False where the LP tokens of that pool are still there, in accounts that a test puts beside it. */
  readonly burned?: boolean;
  /** Lamports in the pool of the mint against SOL; 0 for no pool. */
  readonly depthLamports?: bigint;
  /** How long ago the mint was made, in days. */
  readonly daysAgo?: number;
}

type CpmmWritten = ReturnType<typeof cpmmPool>;

/** Keys of people, made once: a key pair takes longer than all that is done with its address. */
const wallets = Array.from({ length: WALLETS }, (_, n) => key(`wallet ${n}`));
const creator = key('creator');
const poolMaker = key('pool maker');
const poolConfig = cpmmConfig({ index: 0, trade: 2_500n });

/** The address of an account that nobody signs for. */
function accountNamed(name: string): Address {
  return addressOf(createHash('sha256').update(name).digest());
}

/** The mint among wallets that hold less than one percent each, with a deep pool whose liquidity was burned, and an old history. */
export function tokenWorld(mint: Recorded, spec: TokenWorldSpec = {}): TokenWorld {
  const world: TokenWorld = {
    subject: mint.address,
    accounts: new Map(),
    histories: new Map(),
    transactions: new Map(),
  };
  putChain(world);
  for (const account of [mint, ...(spec.beside ?? [])]) put(world, account);
  const facts = readMint(mint);
  const depth = spec.depthLamports ?? 10_000n * SOL;
  let pool: CpmmWritten | null = null;
  if (facts && mint.address !== WRAPPED_SOL) {
    if (depth > 0n && mint.address !== USDC) pool = putPool(world, mint, facts.supply / 5n, depth, spec.burned ?? true);
    putHolders(world, mint, facts.supply / 150n);
  }
  if (facts) putCreation(world, mint, spec.daysAgo ?? 400);
  if (pool) putOpening(world, pool, spec.daysAgo ?? 400);
  return world;
}

/** The clock, the rent, wrapped SOL, and a pool of SOL and USDC at 150 dollars. */
function putChain(world: TokenWorld): void {
  const epoch = BigInt(Math.floor(WORLD_SLOT / 432_000));
  const clock = new Layout(40).u64(0, BigInt(WORLD_SLOT)).u64(16, epoch).i64(32, BigInt(WORLD_TIME));
  put(world, { address: CLOCK, owner: SYSVAR, data: clock.bytes() });
  put(world, { address: RENT, owner: SYSVAR, data: new Layout(17).u64(0, 3_480n).hex(8, '0000000000000040').bytes() });
  const sol = new Layout(82).u8(44, 9).u8(45, 1).bytes();
  put(world, { address: WRAPPED_SOL, owner: TOKEN_PROGRAM, data: sol });
  put(world, curveMintAccount({ mint: USDC, supply: 8_000_000_000_000_000n }));
  putPool(world, { address: USDC, owner: TOKEN_PROGRAM }, 15_000_000_000_000n, 100_000n * SOL);
}

function put({ accounts }: TokenWorld, { address: at, owner, data }: Recorded, executable = false): void {
  accounts.set(at, { address: at, owner, data, lamports: SOL, executable });
}

/** Adds an account that is a program. */
export function putProgram(world: TokenWorld, at: Address): void {
  put(
    world,
    { address: at, owner: address('BPFLoader2111111111111111111111111111111111'), data: new Uint8Array(36) },
    true,
  );
}

/** The pool of a mint against SOL, with its LP mint. */
export function poolOf(mint: Pick<Recorded, 'address' | 'owner'>): ReturnType<typeof cpmmPool> {
  const token = { mint: mint.address, program: mint.owner, decimals: 6 };
  const spec = { config: poolConfig.address, tokens: [token, { mint: WRAPPED_SOL }], creator: poolMaker } as const;
  return cpmmPool({ ...spec, lpIssued: LP_ISSUED });
}

/** Adds an account. */
export function putAccount(world: TokenWorld, account: Recorded): void {
  put(world, account);
}

/** Adds an owner's tokens, in the associated account unless it is another. */
export function putTokens(
  world: TokenWorld,
  mint: Address,
  owner: Address,
  amount: bigint,
  at = associatedAccount(owner, mint, world.accounts.get(mint)?.owner ?? TOKEN_PROGRAM),
): void {
  put(world, holding(world, mint, owner, amount, at));
}

function putPool(
  world: TokenWorld,
  mint: Pick<Recorded, 'address' | 'owner'>,
  tokens: bigint,
  lamports: bigint,
  burned = true,
): CpmmWritten {
  put(world, poolConfig);
  const pool = poolOf(mint);
  put(world, pool);
  const lp = new Layout(82).u32(0, 1).key(4, CPMM_AUTHORITY).u8(44, 9).u8(45, 1);
  put(world, { address: pool.lpMint, owner: TOKEN_PROGRAM, data: lp.u64(36, burned ? 1n : LP_ISSUED).bytes() });
  for (const vault of pool.vaults) {
    const amount = vault.mint === mint.address ? tokens : lamports;
    put(world, holding(world, vault.mint, CPMM_AUTHORITY, amount, vault.address));
  }
  return pool;
}

/** The transaction in which the pool got what it holds, a slot after the mint was made. */
function putOpening(world: TokenWorld, pool: CpmmWritten, daysAgo: number): void {
  const tokens = pool.vaults.map(({ address: account, mint }) => {
    const state = world.accounts.get(account);
    return { account, mint, owner: CPMM_AUTHORITY, amount: (state && readTokenAccount(state)?.amount) ?? 0n };
  });
  putTransaction(world, {
    name: `opening of ${pool.address}`,
    slotsAgo: Math.max(0, Math.round(daysAgo * DAY_SLOTS) - 1),
    keys: [poolMaker, pool.address, pool.lpMint, ...tokens.map(({ account }) => account)],
    instructions: [],
    tokens,
  });
}

/** A token account as the mint's program makes it: with what each extension of the mint puts into accounts. */
function holding(world: TokenWorld, mint: Address, authority: Address, amount: bigint, at: Address): Recorded {
  const account = world.accounts.get(mint);
  const owner = account?.owner ?? TOKEN_PROGRAM;
  const none = { delegate: null, delegatedAmount: 0n, closeAuthority: null, isNative: false };
  const base = holdingBase({ mint, authority, amount, state: 1, ...none });
  if (owner !== TOKEN_2022_PROGRAM || !account) return { address: at, owner, data: base };
  const subject = readTokenSubject(account);
  const types = subject.is === 'mint' ? subject.mint.extensions.map(({ type }) => type) : [];
  const empty = new Uint8Array(0);
  const more: readonly (RawExtension | false)[] = [
    [7, empty],
    types.includes('transfer_fee') && [2, new Uint8Array(8)],
    types.includes('transfer_hook') && [15, new Uint8Array(1)],
    types.includes('pausable') && [27, empty],
    types.includes('non_transferable') && [13, empty],
  ];
  return {
    address: at,
    owner,
    data: extended(
      base,
      2,
      more.filter((one) => one !== false),
    ),
  };
}

function putHolders(world: TokenWorld, mint: Recorded, each: bigint): void {
  for (const [n, owner] of wallets.entries()) {
    const at = accountNamed(`account ${n} of ${mint.address}`);
    put(world, holding(world, mint.address, owner, each > BigInt(n) ? each - BigInt(n) : 0n, at));
    put(world, { address: owner, owner: SYSTEM, data: new Uint8Array(0) });
  }
}

/** One transaction, in which the mint is initialized. */
function putCreation(world: TokenWorld, mint: Recorded, daysAgo: number): void {
  putTransaction(world, {
    name: `creation of ${mint.address}`,
    slotsAgo: Math.round(daysAgo * DAY_SLOTS),
    keys: [creator, mint.address, mint.owner],
    instructions: [
      { program: mint.owner, accounts: [mint.address], data: Uint8Array.of(20, 6, ...addressBytes(creator), 0) },
    ],
  });
}

/** A transaction to put on the chain and into the history of each account that it names; the first key pays. */
interface MadeTransaction {
  readonly name: string;
  readonly slotsAgo: number;
  readonly keys: readonly Address[];
  readonly instructions: readonly {
    readonly program: Address;
    readonly accounts: readonly Address[];
    readonly data: Uint8Array;
  }[];
  /** Changes of lamports, by account; the fee is paid beside them. */
  readonly moved?: ReadonlyMap<Address, bigint>;
  /** Balances of tokens after it, none before. */
  readonly tokens?: readonly {
    readonly account: Address;
    readonly mint: Address;
    readonly owner: Address;
    readonly amount: bigint;
  }[];
}

/** Puts a transaction on the chain. Histories stay newest first where transactions come oldest first. */
export function putTransaction({ histories, transactions }: TokenWorld, made: MadeTransaction): void {
  const signature = signatureOf(made.name);
  const slot = WORLD_SLOT - made.slotsAgo;
  const blockTime = WORLD_TIME - Math.round(made.slotsAgo * SECONDS_PER_SLOT);
  const keys = [...new Set([...made.keys, ...made.instructions.map(({ program }) => program)])];
  const before = keys.map((_, n) => (n === 0 ? 100_000_000_000 : 1_000_000));
  const at = (of: Address) => keys.indexOf(of);
  transactions.set(signature, {
    slot,
    blockTime,
    version: 'legacy',
    transaction: {
      signatures: [signature],
      message: {
        accountKeys: keys,
        header: { numRequiredSignatures: 1, numReadonlySignedAccounts: 0, numReadonlyUnsignedAccounts: 1 },
        recentBlockhash: SYSVAR,
        instructions: made.instructions.map(({ program, accounts, data }) => {
          return { programIdIndex: at(program), accounts: accounts.map(at), data: bs58.encode(data) };
        }),
      },
    },
    meta: {
      err: null,
      fee: 5_000,
      innerInstructions: [],
      loadedAddresses: { writable: [], readonly: [] },
      preBalances: before.map((one, n) => ((made.moved?.get(keys[n] ?? SYSTEM) ?? 0n) > 0n ? 0 : one)),
      postBalances: before.map((one, n) => {
        const moved = Number(made.moved?.get(keys[n] ?? SYSTEM) ?? 0n);
        return (moved > 0 ? 0 : one) + moved - (n === 0 ? 5_000 : 0);
      }),
      preTokenBalances: [],
      postTokenBalances: (made.tokens ?? []).map(({ account, mint, owner, amount }) => {
        const uiTokenAmount = { amount: String(amount), decimals: 6, uiAmount: null, uiAmountString: String(amount) };
        return { accountIndex: at(account), mint, owner, programId: TOKEN_PROGRAM, uiTokenAmount };
      }),
    },
  });
  for (const of of keys) {
    if (of === SYSTEM || of === TOKEN_PROGRAM || of === TOKEN_2022_PROGRAM) continue;
    const line = { signature, slot, err: null, memo: null, blockTime };
    histories.set(of, [line, ...(histories.get(of) ?? [])]);
  }
}

/** The worlds as the methods of one node. What several of them hold at an address, the last one decides. */
export function tokenMethods(...worlds: readonly TokenWorld[]): RpcMethods {
  const accounts = new Map(worlds.flatMap((world) => [...world.accounts]));
  const histories = new Map(worlds.flatMap((world) => [...world.histories]));
  const transactions = new Map(worlds.flatMap((world) => [...world.transactions]));
  const blockTimes = new Map([[WORLD_SLOT, WORLD_TIME]]);
  const context = { slot: WORLD_SLOT };
  const largest = largestByMint(accounts);
  return {
    ...replayMethods({
      genesisHash: MAINNET_GENESIS_HASH,
      slot: WORLD_SLOT,
      blockTimes,
      accounts,
      histories,
      transactions,
    }),
    getTokenLargestAccounts: ([mint]) => ({ context, value: largest(mint) }),
    getRecentPrioritizationFees: () => [{ slot: WORLD_SLOT - 1, prioritizationFee: 1_000 }],
    simulateTransaction: () => ({ context, value: { err: null, logs: [], accounts: null, unitsConsumed: 1_000 } }),
    getProgramAccounts: ([program, options]) => ({ context, value: search(accounts, program, options) }),
  };
}

/** The largest accounts of each mint, worked out once. */
function largestByMint(accounts: TokenWorld['accounts']): (mint: unknown) => readonly object[] {
  const held = new Map<unknown, { readonly address: Address; readonly amount: bigint }[]>();
  for (const account of accounts.values()) {
    const token = readTokenAccount(account);
    if (token) held.set(token.mint, [...(held.get(token.mint) ?? []), { ...account, amount: token.amount }]);
  }
  return (mint) => {
    if (!accounts.has(mint as Address)) throw new RpcFault(-32602, 'Invalid param: could not find mint');
    return (held.get(mint) ?? [])
      .sort((a, b) => (a.amount > b.amount ? -1 : 1))
      .slice(0, LARGEST_MAX)
      .map(({ address: at, amount }) => ({ address: at, amount: amount.toString(), decimals: 6, uiAmount: null }));
  };
}

interface Search {
  readonly filters: readonly {
    readonly dataSize?: number;
    readonly memcmp?: { readonly offset: number; readonly bytes: string };
  }[];
  readonly dataSlice: { readonly offset: number; readonly length: number };
}

function search(accounts: TokenWorld['accounts'], program: unknown, options: unknown): readonly object[] {
  const { filters, dataSlice } = options as Search;
  const fits = ({ data }: RecordedAccount) =>
    filters.every(({ dataSize, memcmp }) => {
      if (!memcmp) return data.length === dataSize;
      const wanted = bs58.decode(memcmp.bytes);
      return Buffer.from(wanted).equals(data.subarray(memcmp.offset, memcmp.offset + wanted.length));
    });
  return [...accounts.values()]
    .filter((account) => account.owner === program && fits(account))
    .map((account) => {
      const cut = account.data.subarray(dataSlice.offset, dataSlice.offset + dataSlice.length);
      const { owner, executable } = account;
      const bytes = [Buffer.from(cut).toString('base64'), 'base64'];
      return {
        pubkey: account.address,
        account: { lamports: Number(SOL), owner, executable, rentEpoch: 0, space: account.data.length, data: bytes },
      };
    });
}
