/**
 * All holders of a bridged asset got it from one address: the bridge, which mints for whoever brings the asset. So do those whom a distributor
 * or a claim program gave what was theirs, and customers of an issuer. That is no common source of a cluster. A wallet that sends tokens to
 * others is one, also where a multisig signs for it.
 * How a checker takes holders with one source for one person: https://github.com/bigmacman1129/solana-sniper-trading-mev-bot/pull/3
 */
import bs58 from 'bs58';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Address, address, addressBytes, derivedAddress } from '#lib/address.ts';
import { associatedAccount, TOKEN_PROGRAM } from '#lib/token/programs.ts';
import { Layout } from '#sandbox/pools/layout.ts';
import { curveMintAccount } from '#sandbox/pools/pump-curve.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { openTokens, type TokenAsking } from '../support/token-service.ts';
import { putTokens, putTransaction, type TokenWorld, tokenMethods, tokenWorld } from '../support/token-worlds.ts';
import { key, signatureOf } from '../support/transactions.ts';

const SUPPLY = 10n ** 15n;
const [HOLDERS, EACH] = [7, (SUPPLY * 3n) / 100n];
const DAY_SLOTS = 216_000;
const [BRIDGE, DISTRIBUTOR] = [
  address('wormDTUJ6AWPNvk59vGQbDvGJmqbDTdgWgAqcLBCgUb'),
  address('DiSLRwcSFvtwvMWSs7ubBMvYRaYNYupa76ZSuYLe6D7j'),
];
const SQUADS = address('SQDS4ep65T869zMMBKyuUq6aD6EgTu8psMjkvj52pCf');
const signerOf = (program: Address, word: string) => derivedAddress([new TextEncoder().encode(word)], program);
const amount = (tag: number) => new Layout(9).u8(0, tag).u64(1, EACH).bytes();
const [TRANSFER, MINT_TO] = [amount(3), amount(7)];

/** How seven wallets got a fifth of a supply: who signed for the tokens, in an instruction of which program; minted without a vault. */
interface Way {
  readonly authority: Address;
  readonly program: Address | null;
  readonly isMinted: boolean;
}

/** A token of which each of seven wallets got three percent in the same way, half a year after it was made. */
function handedOut(name: string, way: Way): TokenWorld {
  const mint = key(name);
  const world = tokenWorld(curveMintAccount({ mint, supply: SUPPLY }), { daysAgo: 500 });
  const vault = { account: associatedAccount(way.authority, mint, TOKEN_PROGRAM), mint, owner: way.authority };
  if (!way.isMinted) {
    const keys = [key('who pays fees'), mint, vault.account, vault.owner];
    const filled = { keys, instructions: [], tokens: [{ ...vault, amount: SUPPLY }] };
    putTransaction(world, { name: `${name}, filled`, slotsAgo: 400 * DAY_SLOTS, ...filled });
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
  { authority, program, isMinted, vault }: Way & { readonly vault: Vault },
) {
  const { mint } = vault;
  const owner = key(`receiver ${n}`);
  const account = associatedAccount(owner, mint, TOKEN_PROGRAM);
  putTokens(world, mint, owner, EACH);
  const accounts = [isMinted ? mint : vault.account, account, authority];
  const data = isMinted ? MINT_TO : TRANSFER;
  const left = SUPPLY - EACH * BigInt(n + 1);
  putTransaction(world, {
    ...{ name, slotsAgo: (300 - n) * DAY_SLOTS },
    keys: [key('who pays fees'), mint, owner, TOKEN_PROGRAM, ...accounts],
    instructions: [{ program: program ?? TOKEN_PROGRAM, accounts, data }],
    tokens: [{ account, mint, owner, amount: EACH }, ...(isMinted ? [] : [{ ...vault, amount: left }])],
  });
  withInner(world, name, program && { accounts, data }, isMinted ? null : { ...vault, amount: left + EACH });
}

interface Body {
  readonly slot: number;
  readonly transaction: { readonly message: { readonly accountKeys: readonly Address[] } };
  readonly meta: Record<string, unknown>;
}

/** Adds to a transaction what its program did with the token program, and what the vault had before. */
function withInner(
  { transactions }: TokenWorld,
  name: string,
  inner: { readonly accounts: readonly Address[]; readonly data: Uint8Array } | null,
  had: TokenAmount | null,
): void {
  const body = transactions.get(signatureOf(name)) as unknown as Body;
  const at = (of: Address) => body.transaction.message.accountKeys.indexOf(of);
  const meta = { ...body.meta };
  if (inner) {
    const run = { programIdIndex: at(TOKEN_PROGRAM), accounts: inner.accounts.map(at), data: bs58.encode(inner.data) };
    meta.innerInstructions = [{ index: 0, instructions: [{ ...run, stackHeight: 2 }] }];
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

const cases: readonly (readonly [string, Way, readonly string[]])[] = [
  ['a bridge mints', { authority: bridge, program: BRIDGE, isMinted: true }, []],
  ['a bridge pays out of its custody', { authority: bridge, program: BRIDGE, isMinted: false }, []],
  ['an issuer mints for its customers', { authority: issuer, program: null, isMinted: true }, []],
  ['a distributor gives each his part', { authority: vaultOf, program: DISTRIBUTOR, isMinted: false }, []],
  ['a wallet sends', { authority: launcher, program: null, isMinted: false }, ['COMMON_TOKEN_SOURCE_LARGE']],
  ['a multisig sends', { authority: treasury, program: SQUADS, isMinted: false }, ['COMMON_TOKEN_SOURCE_LARGE']],
  // Anybody can sign for a wallet inside the instruction of any program.
  [
    'a wallet sends by a program',
    { authority: launcher, program: DISTRIBUTOR, isMinted: false },
    ['COMMON_TOKEN_SOURCE_LARGE'],
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
  it.each(cases)('is told by whose will it came: %s', async (name, _, codes) => {
    const { body } = await asking.ask(key(name));
    const { reason_codes, metrics } = body;
    expect(reason_codes.filter((code) => code.startsWith('COMMON_'))).toEqual(codes);
    expect(body.verdict).toBe(codes.length > 0 ? 'HIGH_RISK' : 'LOW_RISK');
    expect(metrics.holder_clusters?.length).toBe(codes.length);
  });
});
