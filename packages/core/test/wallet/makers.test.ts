import { Layout } from 'assay-sandbox/pools/layout.ts';
import { pumpCurveAccount } from 'assay-sandbox/pools/pump-curve.ts';
import { pumpswapPoolAccount } from 'assay-sandbox/pools/pumpswap.ts';
import { describe, expect, it } from 'vitest';
import type { AccountState, SignaturePage } from '#chain/chain-reader.ts';
import type { Label, LabelTable } from '#chain/labels/label.ts';
import type { Effect, HeldBalance } from '#derive/effects/effect-type.ts';
import { type MakersQuestion, readMakers } from '#gather/wallet/makers.ts';
import { known, missing } from '#lib/reading.ts';
import type { Address, Signature } from '#solana/address.ts';
import type { Move } from '#solana/move.ts';
import { associatedAccount, TOKEN_PROGRAM, WRAPPED_SOL } from '#solana/token/programs.ts';
import type { Instruction, TokenBalance } from '#solana/transaction.ts';
import { LAUNCHLAB_PROGRAM, poolAddress } from '#venues/raydium-launchlab/layout.ts';
import type { AccountBytes } from '#venues/venue.ts';
import { key, type Made, MemoryChain, signatureOf, transaction, transfer } from '../support/transactions.ts';
import { effect } from '../support/wallet-effects.ts';

const SOL = 1_000_000_000n;
const FEE = 5_000n;
const names = ['wallet', 'maker', 'payer', 'stranger', 'other maker'] as const;
const [wallet, maker, payer, stranger, otherMaker] = names.map(key) as [Address, Address, Address, Address, Address];
const coins = Array.from({ length: 6 }, (_, n) => key(`coin ${n}`));
const [coin, second] = coins as [Address, Address];

const curve = (mint: Address, creator: Address) => pumpCurveAccount({ mint, creator, complete: true });
/** A pool of LaunchLab as far as it names somebody. */
const launchlab = (mint: Address, creator: Address): AccountBytes => ({
  address: poolAddress(mint, WRAPPED_SOL),
  owner: LAUNCHLAB_PROGRAM,
  lamports: SOL,
  data: new Layout(429).hex(0, 'f7ede3f5d7c3de46').key(205, mint).key(237, WRAPPED_SOL).key(333, creator).bytes(),
});

/** First lamports of somebody, and that he paid for something with them. */
const funded = (to: Address, from: Address, slot: number): readonly Made[] => [
  {
    name: `${from} funds ${to}`,
    slot,
    balances: [
      [from, 900n * SOL, 899n * SOL - FEE],
      [to, 0n, SOL],
    ],
    moves: [transfer(from, to, SOL)],
  },
  { name: `${to} spends`, slot: slot + 1, balances: [[to, SOL, SOL - FEE]] },
];
/** So much traffic that nobody can tell whose money it is. */
const busy = (of: Address, count: number, slot: number): readonly Made[] =>
  Array.from({ length: count }, (_, n) => ({ name: `${of} ${n}`, slot: slot + n, balances: [[of, SOL, SOL - FEE]] }));
const initialize = (mint: Address): Instruction => ({
  at: { outer: 0, inner: -1 },
  program: TOKEN_PROGRAM,
  accounts: [mint],
  data: Uint8Array.of(20),
});
const creation = (mint: Address, by: Address, slot: number, before = SOL): Made => ({
  name: `creation of ${mint}`,
  slot,
  instructions: [initialize(mint)],
  balances: [
    [by, before, before - FEE],
    [mint, 0n, 0n],
  ],
});
const uses = (mint: Address, count: number): readonly Made[] =>
  Array.from({ length: count }, (_, n) => ({
    name: `use ${n} of ${mint}`,
    slot: 5_000 + n,
    balances: [
      [stranger, SOL, SOL - FEE],
      [mint, 0n, 0n],
    ],
  }));

const accountOf = (owner: Address, mint = coin) => associatedAccount(owner, mint, TOKEN_PROGRAM);
const balance = (owner: Address, amount: bigint): TokenBalance => ({
  keyIndex: 1,
  account: accountOf(owner),
  mint: coin,
  owner,
  program: TOKEN_PROGRAM,
  amount,
  decimals: 6,
});
/** A transaction in which `from` gives tokens of the coin to the wallet; `authority` signs for it. */
const given = (from: Address, authority = from, move: Partial<Move> = {}): Made => ({
  name: 'gift',
  slot: 900,
  balances: [[authority, SOL, SOL - FEE]],
  preTokens: [balance(from, 100n)],
  postTokens: [balance(from, 0n), balance(wallet, 100n)],
  moves: [
    {
      kind: 'token_transfer',
      at: { outer: 0, inner: -1 },
      program: TOKEN_PROGRAM,
      from: accountOf(from),
      to: accountOf(wallet),
      authority,
      mint: null,
      amount: 100n,
      ...move,
    } as Move,
  ],
});
const held = (amount: bigint): HeldBalance => ({ amount, lamports: 2_039_280n });
const moved = (before: bigint, after: bigint) => [
  { account: accountOf(wallet), mint: coin, decimals: 6, before: held(before), after: held(after) },
];
const receipt: Effect = effect({
  signature: signatureOf('gift'),
  accounts: moved(0n, 100n),
  plain: [{ mint: coin, in: 100n, out: 0n }],
});
const sale: Effect = effect({ signature: signatureOf('sale'), service: 'trade', accounts: moved(100n, 0n) });

/** A chain with accounts of launchpads, of which parts fail. */
class Endpoint extends MemoryChain {
  readonly failing = new Set<string>();
  readonly launched = new Map<Address, AccountBytes>();

  override async signatures(of: Address, page?: SignaturePage) {
    const answer = await super.signatures(of, page);
    return this.failing.has(of) ? missing('signatures', 'deadline') : answer;
  }

  override async transaction(signature: Signature) {
    const answer = await super.transaction(signature);
    return this.failing.has(signature) ? missing('transaction', 'deadline') : answer;
  }

  async snapshot(addresses: readonly Address[]) {
    await super.blockTime(0);
    if (this.failing.has('snapshot')) return missing('snapshot', 'rpc_unavailable');
    return known({ slot: 1, value: addresses.map((address) => this.#state(address)) });
  }

  #state(address: Address): AccountState | null {
    const account = this.launched.get(address);
    return account ? { ...account, executable: false } : null;
  }
}

type Found = Pick<Label, 'grade' | 'category'>;
const labels = (...found: readonly (readonly [Address, Found])[]): LabelTable => {
  const table = new Map(found);
  return { size: table.size, find: (address) => (table.get(address) as Label | undefined) ?? null };
};

/** Whose first money no transaction shows had it from somebody of their own. */
function births(made: readonly Made[]): readonly Made[] {
  return [wallet, maker, payer, stranger, otherMaker].flatMap((of): readonly Made[] => {
    const first = made.flatMap(({ balances }) => balances.filter(([key]) => key === of))[0];
    const [, held] = first ?? [of, SOL];
    if (held === 0n) return [];
    const parent = key(`parent of ${of}`);
    const balances = [
      [parent, 900n * SOL, 900n * SOL - held - FEE],
      [of, 0n, held],
    ] as const;
    return [{ name: `birth of ${of}`, slot: 1, balances, moves: [transfer(parent, of, held)] }];
  });
}

function endpoint(launched: readonly AccountBytes[], ...made: readonly (readonly Made[])[]): Endpoint {
  const chain = new Endpoint([...births(made.flat()), ...made.flat()].map(transaction));
  for (const account of launched) chain.launched.set(account.address, account);
  return chain;
}

async function makersOf(reader: Endpoint, over: Partial<MakersQuestion> = {}) {
  const question = { subject: wallet, mints: [coin], created: [], effects: [], reader, labels: labels(), ...over };
  const reading = await readMakers(question);
  if (!reading.known) throw new Error('a gap');
  return reading.value;
}
const one = async (reader: Endpoint, over: Partial<MakersQuestion> = {}) => (await makersOf(reader, over))[0];

describe('the maker of a mint', () => {
  it('is the wallet where it made the mint, without a question to anybody', async () => {
    const chain = endpoint([]);
    const own = { mint: coin, creator: wallet, own: true, sharedFunder: null, supplied: false };
    expect(await makersOf(chain, { created: [coin] })).toEqual([own]);
    expect(chain.calls).toBe(0);
    expect(await one(endpoint([curve(coin, wallet)], [creation(coin, wallet, 500)]))).toEqual(own);
    const paid = { ...creation(coin, payer, 500), signers: [payer, wallet] };
    expect(await one(endpoint([curve(coin, wallet)], [paid]))).toEqual(own);
  });

  it('is not the wallet where a launchpad names it and somebody else launched the coin', async () => {
    const other = { own: false, sharedFunder: null, supplied: false };
    for (const account of [curve(coin, wallet), launchlab(coin, wallet)]) {
      const made = [creation(coin, stranger, 500)];
      expect(await one(endpoint([account], made))).toMatchObject({ ...other, creator: stranger });
      expect(await one(endpoint([account], made, uses(coin, 1_200)))).toMatchObject({ ...other, creator: null });
    }
  });

  it.each([
    ['a bonding curve', () => curve(coin, maker)],
    ['a pool that a curve became', () => pumpswapPoolAccount({ base: coin, coinCreator: maker })],
    ['a LaunchLab pool', () => launchlab(coin, maker)],
  ])('is whom %s names, however long the history of the mint', async (_, account) => {
    const chain = endpoint([account()], uses(coin, 1_200), [creation(coin, payer, 1)]);
    expect(await one(chain)).toMatchObject({ creator: maker, own: false, sharedFunder: null, supplied: false });
  });

  it('is not whom an account of another coin names', async () => {
    const strange = { ...curve(second, maker), address: curve(coin, maker).address };
    const wrong = { ...strange, owner: LAUNCHLAB_PROGRAM };
    expect(await one(endpoint([wrong]))).toMatchObject({ creator: null });
    const other = { ...launchlab(second, maker), address: launchlab(coin, maker).address };
    expect(await one(endpoint([other]))).toMatchObject({ creator: null });
  });

  it('is who paid for its creation, where no launchpad knows it and its history fits one page', async () => {
    expect(await one(endpoint([], uses(coin, 30), [creation(coin, maker, 1)]))).toMatchObject({ creator: maker });
    expect(await one(endpoint([], uses(coin, 1_200), [creation(coin, maker, 1)]))).toMatchObject({ creator: null });
    expect(await one(endpoint([], uses(coin, 30)))).toMatchObject({ creator: null });
  });

  it('is asked of launchpads for forty mints, and of the history of twelve', async () => {
    const mints = Array.from({ length: 40 }, (_, n) => key(`mint ${n}`));
    const launched = mints.slice(20).map((mint) => curve(mint, maker));
    const made = mints.slice(0, 20).map((mint, n) => creation(mint, otherMaker, 1 + n, SOL - BigInt(n) * FEE));
    const makers = await makersOf(endpoint(launched, made), { mints });
    const found = makers.map(({ creator }) => creator);
    expect(found).toEqual([...Array(12).fill(otherMaker), ...Array(8).fill(null), ...Array(20).fill(maker)]);
  });

  it('is a gap where a call failed: no answer improves by that', async () => {
    const chain = endpoint([curve(second, maker)], uses(coin, 3), [creation(coin, maker, 1)]);
    chain.failing.add(coin);
    await expect(makersOf(chain, { mints: [coin, second] })).rejects.toThrow('a gap');
    chain.failing.clear();
    chain.failing.add('snapshot');
    await expect(makersOf(chain, { mints: [coin, second], created: [coin] })).rejects.toThrow('a gap');
    expect(await makersOf(chain, { mints: [coin], created: [coin] })).toMatchObject([{ mint: coin }]);
  });
});

describe('tokens from the maker before the first sale', () => {
  const effects = [receipt, sale];

  it.each([
    ['out of its account', given(maker)],
    ['by its delegate', given(maker, payer)],
    ['newly made', given(payer, maker, { kind: 'mint_tokens' })],
  ])('are reported when they came %s', async (_, gift) => {
    expect(await one(endpoint([curve(coin, maker)], [gift]), { effects })).toMatchObject({ supplied: true });
  });

  it('are not those of anybody else, nor those after the sale, nor of a failed transaction', async () => {
    const launched = [curve(coin, maker)];
    expect(await one(endpoint(launched, [given(payer)]), { effects })).toMatchObject({ supplied: false });
    const after = { effects: [sale, receipt] };
    expect(await one(endpoint(launched, [given(maker)]), after)).toMatchObject({ supplied: false });
    const failed = { ...given(maker), failed: true };
    expect(await one(endpoint(launched, [failed]), { effects })).toMatchObject({ supplied: false });
    const elsewhere = given(maker, maker, { to: accountOf(stranger) });
    expect(await one(endpoint(launched, [elsewhere]), { effects })).toMatchObject({ supplied: false });
  });

  it('are a gap where the transaction could not be read', async () => {
    const chain = endpoint([curve(coin, maker)], [given(maker)]);
    chain.failing.add(signatureOf('gift'));
    await expect(makersOf(chain, { effects })).rejects.toThrow('a gap');
  });
});

describe('first money', () => {
  const both = [...funded(wallet, payer, 100), ...funded(maker, payer, 200)];

  it('of one source links the wallet to the maker, in four rounds and few calls', async () => {
    const chain = endpoint([curve(coin, maker)], both);
    expect(await one(chain)).toMatchObject({ creator: maker, sharedFunder: payer });
    expect(chain.rounds).toBeLessThanOrEqual(4);
    expect(chain.calls).toBeLessThanOrEqual(16);
  });

  it('that the one gave to the other links them as well', async () => {
    expect(await one(endpoint([curve(coin, maker)], funded(wallet, maker, 100)))).toMatchObject({
      sharedFunder: maker,
    });
    expect(await one(endpoint([curve(coin, maker)], funded(maker, wallet, 200)))).toMatchObject({
      sharedFunder: wallet,
    });
  });

  it('of two sources links nobody', async () => {
    const apart = [...funded(wallet, payer, 100), ...funded(maker, stranger, 200)];
    expect(await one(endpoint([curve(coin, maker)], apart))).toMatchObject({ sharedFunder: null });
  });

  it('of a source that strangers share links nobody: with a label, unless a weak one, or a hub', async () => {
    const chain = () =>
      endpoint(
        [curve(coin, maker)],
        both.map((made) => ({ ...made, slot: made.slot + 2_000 })),
      );
    const labelled = (grade: Label['grade']) => ({ labels: labels([payer, { grade, category: 'cex' }]) });
    expect(await one(chain(), labelled('single'))).toMatchObject({ sharedFunder: null });
    expect(await one(chain(), labelled('weak'))).toMatchObject({ sharedFunder: payer });
    const hub = endpoint(
      [curve(coin, maker)],
      both.map((made) => ({ ...made, slot: made.slot + 2_000 })),
      busy(payer, 1_100, 1),
    );
    expect(await one(hub)).toMatchObject({ sharedFunder: null });
  });

  it('is found however long the history of the wallet is, which anybody can make long', async () => {
    const long = Array.from({ length: 1_000 }, (_, n): Made => {
      const left = SOL - BigInt(n + 1) * FEE;
      return { name: `use ${n}`, slot: 300 + n, balances: [[wallet, left, left - FEE]] };
    });
    expect(await one(endpoint([curve(coin, maker)], both, long))).toMatchObject({ sharedFunder: payer });
  });

  it('is looked for of ten makers, those of the mints that come first, whatever comes back first', async () => {
    const mints = Array.from({ length: 12 }, (_, n) => key(`mint ${n}`));
    const launched = mints.map((mint, n) => curve(mint, key(`maker ${n}`)));
    const paid = mints.flatMap((_, n) => funded(key(`maker ${n}`), payer, 300 + 2 * n));
    const makers = await makersOf(endpoint(launched, funded(wallet, payer, 100), paid), { mints });
    const linked = makers.map(({ sharedFunder }) => sharedFunder !== null);
    expect(linked).toEqual([...Array(10).fill(true), false, false]);
  });

  it('is that of a maker whom only the creation names, too', async () => {
    const chain = endpoint([], both, [creation(coin, maker, 500, SOL - FEE)], uses(coin, 5));
    expect(await one(chain)).toMatchObject({ creator: maker, sharedFunder: payer });
    expect(await one(endpoint([curve(coin, otherMaker)], both))).toMatchObject({ sharedFunder: null });
  });
});
