/**
 * All holders of a bridged asset got it from one address: the bridge, which mints for whoever brings the asset. So do those whom a distributor
 * or a claim program gave what was theirs, and customers of an issuer. That is no common source of a cluster. A wallet that sends tokens to
 * others is one, also where a multisig signs for it. In a young market a program that nobody knows is one as well: whoever launches the
 * token can deploy it for his own wallets.
 * How a checker takes holders with one source for one person: https://github.com/bigmacman1129/solana-sniper-trading-mev-bot/pull/3
 */

import { type Address, address, addressBytes, derivedAddress } from 'assay-core/solana/address.ts';
import { associatedAccount, TOKEN_PROGRAM } from 'assay-core/solana/token/programs.ts';
import { Layout } from 'assay-sandbox/pools/layout.ts';
import { curveMintAccount } from 'assay-sandbox/pools/pump-curve.ts';
import bs58 from 'bs58';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  putTokens,
  putTransaction,
  type TokenWorld,
  tokenMethods,
  tokenWorld,
} from '../../packages/core/test/support/token-worlds.ts';
import { key, signatureOf } from '../../packages/core/test/support/transactions.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { openTokens, type TokenAsking } from '../support/token-service.ts';

const SUPPLY = 10n ** 15n;
const [HOLDERS, EACH] = [7, (SUPPLY * 3n) / 100n];
const DAY_SLOTS = 216_000;
const [BRIDGE, DISTRIBUTOR, LOCKER] = [
  address('wormDTUJ6AWPNvk59vGQbDvGJmqbDTdgWgAqcLBCgUb'),
  address('DiSLRwcSFvtwvMWSs7ubBMvYRaYNYupa76ZSuYLe6D7j'),
  address('LocpQgucEQHbqNABEYvBvwoxCPsSbG91A1QaQhQQqjn'),
];
const [STREAMFLOW, PRIVACY] = [
  address('MErKy6nZVoVAkryxAejJz2juifQ4ArgLgHmaJCQkU7N'),
  address('9fhQBbumKEFuXtMBDw8AaQyAjCorLGJQiS3skWZdQyQD'),
];
const SWIG = address('swigypWHEksbC64pWKwah1WTeh9JXwx8H1rJHLdbQMB');
const OWN = key('a program that nobody knows');
const SQUADS = address('SQDS4ep65T869zMMBKyuUq6aD6EgTu8psMjkvj52pCf');
const signerOf = (program: Address, word: string) => derivedAddress([new TextEncoder().encode(word)], program);
const amount = (tag: number) => new Layout(9).u8(0, tag).u64(1, EACH).bytes();
const [TRANSFER, MINT_TO] = [amount(3), amount(7)];

/**
 * How seven wallets got a fifth of a supply: who signed for the tokens, inside which programs, the outermost first; minted without a vault.
 * `owner`: who has the tokens, where another signs for them.
 */
interface Way {
  readonly authority: Address;
  readonly owner?: Address;
  readonly programs: readonly Address[];
  readonly isMinted: boolean;
  readonly isYoung?: boolean;
  readonly paid?: Paid;
}

/** Lamports that the receiver, or a friend who pays the fees as well, pays for each part: to whoever has the tokens, or to another address. */
interface Paid {
  readonly lamports: bigint;
  readonly by: 'receiver' | 'friend' | 'one friend';
  readonly to?: Address;
}

/** A token of which each of seven wallets got three percent in the same way, half a year after it was made, or in its first days. */
function handedOut(name: string, way: Way): TokenWorld {
  const mint = key(name);
  const world = tokenWorld(curveMintAccount({ mint, supply: SUPPLY }), { daysAgo: way.isYoung ? 20 : 500 });
  const owner = way.owner ?? way.authority;
  const vault = { account: associatedAccount(owner, mint, TOKEN_PROGRAM), mint, owner };
  if (!way.isMinted) {
    const keys = [key('who pays fees'), mint, vault.account, vault.owner];
    const filled = { keys, instructions: [], tokens: [{ ...vault, amount: SUPPLY }] };
    putTransaction(world, { name: `${name}, filled`, slotsAgo: (way.isYoung ? 15 : 400) * DAY_SLOTS, ...filled });
  }
  for (let n = 0; n < HOLDERS; n += 1) give(world, `${name}, ${n}`, n, { ...way, vault });
  return world;
}

type Vault = Pick<TokenAmount, 'account' | 'mint' | 'owner'>;
interface TokenAmount {
  readonly account: Address;
  readonly mint: Address;
  readonly owner: Address;
  readonly amount: bigint;
}

function give(
  world: TokenWorld,
  name: string,
  n: number,
  { authority, programs, isMinted, isYoung, paid, vault }: Way & { readonly vault: Vault },
) {
  const { mint } = vault;
  const owner = key(`receiver ${n}`);
  const account = associatedAccount(owner, mint, TOKEN_PROGRAM);
  putTokens(world, mint, owner, EACH);
  const accounts = [isMinted ? mint : vault.account, account, authority];
  const data = isMinted ? MINT_TO : TRANSFER;
  const left = SUPPLY - EACH * BigInt(n + 1);
  const friend = key(paid?.by === 'friend' ? `who pays fees ${n}` : 'who pays fees');
  const payer = paid?.by === 'receiver' ? owner : friend;
  const taker = paid?.to ?? vault.owner;
  const moved = new Map(paid ? [[payer, -paid.lamports] as const, [taker, paid.lamports] as const] : []);
  putTransaction(world, {
    moved,
    name,
    slotsAgo: ((isYoung ? 10 : 300) - n) * DAY_SLOTS,
    keys: [payer, mint, owner, TOKEN_PROGRAM, ...accounts, taker, ...programs],
    instructions: [{ program: programs[0] ?? TOKEN_PROGRAM, accounts, data }],
    tokens: [{ account, mint, owner, amount: EACH }, ...(isMinted ? [] : [{ ...vault, amount: left }])],
  });
  const inner = [...programs, TOKEN_PROGRAM].slice(1).map((program) => ({ program, accounts, data }));
  withInner(world, name, inner, isMinted ? null : { ...vault, amount: left + EACH });
}

interface Body {
  readonly slot: number;
  readonly transaction: { readonly message: { readonly accountKeys: readonly Address[] } };
  readonly meta: Record<string, unknown>;
}

/** Adds to a transaction what its program called, each inside the one before, and what the vault had before. */
function withInner(
  { transactions }: TokenWorld,
  name: string,
  inner: readonly { readonly program: Address; readonly accounts: readonly Address[]; readonly data: Uint8Array }[],
  had: TokenAmount | null,
): void {
  const body = transactions.get(signatureOf(name)) as unknown as Body;
  const at = (of: Address) => body.transaction.message.accountKeys.indexOf(of);
  const meta = { ...body.meta };
  if (inner.length > 0) {
    const instructions = inner.map(({ program, accounts, data }, depth) => ({
      programIdIndex: at(program),
      accounts: accounts.map(at),
      data: bs58.encode(data),
      stackHeight: depth + 2,
    }));
    meta.innerInstructions = [{ index: 0, instructions }];
  }
  if (had) {
    const { account, mint, owner, amount: tokens } = had;
    const uiTokenAmount = { amount: String(tokens), decimals: 6, uiAmount: null, uiAmountString: String(tokens) };
    meta.preTokenBalances = [{ accountIndex: at(account), mint, owner, programId: TOKEN_PROGRAM, uiTokenAmount }];
  }
  transactions.set(signatureOf(name), { ...body, meta });
}

const bridge = signerOf(BRIDGE, 'mint_signer');
const vaultOf = signerOf(DISTRIBUTOR, 'a distributor');
const treasury = derivedAddress([new TextEncoder().encode('multisig'), addressBytes(key('multisig'))], SQUADS);
const [issuer, launcher] = [key('who mints for customers'), key('who sends to his own wallets')];

const cluster = ['COMMON_TOKEN_SOURCE_LARGE'];
const given = { isMinted: false };
const young = { isMinted: false, isYoung: true };
const ofOwn = signerOf(OWN, 'an escrow');
const paying = (lamports: bigint, by: Paid['by'] = 'receiver', to?: Address): Way => ({
  authority: ofOwn,
  programs: [OWN],
  ...young,
  paid: { lamports, by, ...(to ? { to } : {}) },
});
const [LITTLE, PRICE] = [1_000_000n, 5_000_000_000n];
const cashier = signerOf(OWN, 'who takes money');

const cases: readonly (readonly [string, Way, readonly string[]])[] = [
  ['a bridge mints', { authority: bridge, programs: [BRIDGE], isMinted: true }, []],
  ['a bridge pays out of its custody', { authority: bridge, programs: [BRIDGE], ...given }, []],
  ['an issuer mints for its customers', { authority: issuer, programs: [], isMinted: true }, []],
  ['a distributor gives each his part', { authority: vaultOf, programs: [DISTRIBUTOR], ...given }, []],
  ['an unknown program gives each his part', { authority: ofOwn, programs: [OWN], ...given }, []],
  ['a wallet sends', { authority: launcher, programs: [], ...given }, cluster],
  ['a multisig sends', { authority: treasury, programs: [SQUADS], ...given }, cluster],
  ['a smart wallet sends', { authority: signerOf(SWIG, 'a wallet'), programs: [SWIG], ...given }, cluster],
  // Anybody can sign for a wallet inside the instruction of any program.
  ['a wallet sends by a program', { authority: launcher, programs: [DISTRIBUTOR], ...given }, cluster],

  ['young: a bridge mints', { authority: bridge, programs: [BRIDGE], ...young, isMinted: true }, []],
  ['young: a distributor gives', { authority: vaultOf, programs: [DISTRIBUTOR], ...young }, []],
  ['young: Streamflow gives', { authority: signerOf(STREAMFLOW, 'a vault'), programs: [STREAMFLOW], ...young }, []],
  ['young: a locker gives', { authority: signerOf(LOCKER, 'an escrow'), programs: [LOCKER], ...young }, []],
  ['young: a known program asks a known one', { authority: vaultOf, programs: [BRIDGE, DISTRIBUTOR], ...young }, []],
  ['young: an unknown program gives', { authority: ofOwn, programs: [OWN], ...young }, cluster],
  ['young: an unknown program asks a little', paying(LITTLE), cluster],
  ['young: an unknown program asks a little elsewhere', paying(LITTLE, 'receiver', cashier), cluster],
  ['young: an unknown program sells', paying(PRICE), []],
  ['young: an unknown program sells and is paid elsewhere', paying(PRICE, 'receiver', cashier), []],
  ['young: friends pay an unknown program', paying(PRICE, 'friend'), []],
  ['young: one friend pays an unknown program', paying(PRICE, 'one friend'), cluster],
  ['young: one friend pays elsewhere', paying(PRICE, 'one friend', cashier), cluster],
  ['young: a known program sells for little', { ...paying(LITTLE), authority: vaultOf, programs: [DISTRIBUTOR] }, []],
  ['an unknown program asks a little', { ...paying(LITTLE), isYoung: false }, []],
  ['young: an unknown program mints', { authority: ofOwn, programs: [OWN], ...young, isMinted: true }, cluster],
  ['young: a known program asks an unknown one', { authority: ofOwn, programs: [BRIDGE, OWN], ...young }, cluster],
  [
    'young: an unknown program asks a known one',
    { authority: vaultOf, programs: [OWN, DISTRIBUTOR], ...young },
    cluster,
  ],
  // Such a program says nothing about who gave, as it is made to.
  [
    'young: a privacy program gives',
    { authority: signerOf(PRIVACY, 'a pool'), programs: [PRIVACY], ...young },
    cluster,
  ],
  // A delegate of known programs may take what a wallet lets it.
  [
    'young: a known program takes from a wallet',
    { authority: vaultOf, owner: launcher, programs: [DISTRIBUTOR], ...young },
    cluster,
  ],
];

let database: TestDatabase;
let asking: TokenAsking & { close(): Promise<void> };

beforeAll(async () => {
  database = await openTestDatabase();
  asking = await openTokens(database, [tokenMethods(...cases.map(([name, way]) => handedOut(name, way)))]);
}, 600_000);

afterAll(async () => {
  await asking?.close();
  await database?.stop();
});

describe('what all large holders got in one way', () => {
  it.each(cases)('is told by whose will it came: %s', async (name, way, codes) => {
    const { body } = await asking.ask(key(name));
    const { reason_codes, metrics } = body;
    expect(reason_codes.filter((code) => code.startsWith('COMMON_'))).toEqual(codes);
    // In a young market the histories of the world's other holders are asked, which have none.
    expect(body.verdict).toBe(codes.length > 0 ? 'HIGH_RISK' : way.isYoung ? 'UNKNOWN' : 'LOW_RISK');
    expect(metrics.holder_clusters?.length ?? 0).toBe(codes.length);
  });
});
