import { Layout } from 'assay-sandbox/pools/layout.ts';
import { describe, expect, it } from 'vitest';
import type { AccountFilter, AccountState, FoundAccount } from '#chain/chain-reader.ts';
import { type DeveloperQuestion, personBehind, readDeveloper } from '#gather/token/insiders/developer.ts';
import { known, missing } from '#lib/reading.ts';
import { type Address, addressBytes, derivedAddress } from '#solana/address.ts';
import { associatedAccount, TOKEN_PROGRAM, WRAPPED_SOL } from '#solana/token/programs.ts';
import type { Instruction, TokenBalance } from '#solana/transaction.ts';
import { curveAddress } from '#venues/pump-curve/layout.ts';
import { PUMP_FEES_PROGRAM, PUMP_PROGRAM, seed } from '#venues/pump-fees/programs.ts';
import { LAUNCHLAB_PROGRAM } from '#venues/raydium-launchlab/layout.ts';
import { key, type Made, MemoryChain, SYSTEM, transaction, transfer } from '../support/transactions.ts';

const SOL = 1_000_000_000n;
const FEE = 5_000n;
const [MINT, dev, funder] = ['mint', 'dev', 'funder'].map(key) as [Address, Address, Address];

const curve = (lamports: bigint, complete = false): Uint8Array =>
  new Layout(166)
    .hex(0, '17b7f83760d8ac60')
    .u64(32, lamports)
    .u8(48, complete ? 1 : 0)
    .key(49, dev)
    .bytes();

/** A chain whose launchpads can be searched, unless it refuses, and whose accounts are read at one slot. */
class Launchpads extends MemoryChain {
  readonly found = new Map<Address, readonly FoundAccount[]>();
  readonly states = new Map<Address, AccountState>();
  refuses = false;

  async programAccounts(program: Address, [filter]: readonly AccountFilter[]) {
    await super.blockTime(0);
    if (this.refuses) return missing('program_accounts', 'rpc_unavailable');
    const wanted = filter && 'at' in filter ? filter : null;
    const fits = ({ data }: FoundAccount) =>
      wanted !== null &&
      Buffer.from(data)
        .subarray(wanted.at, wanted.at + 32)
        .equals(Buffer.from(wanted.bytes));
    return known((this.found.get(program) ?? []).filter(fits));
  }

  async snapshot(addresses: readonly Address[]) {
    await super.blockTime(0);
    return known({ slot: 1, value: addresses.map((one) => this.states.get(one) ?? null) });
  }
}

const found = (owner: Address, at: Address, data: Uint8Array): FoundAccount => ({
  address: at,
  lamports: 1n,
  owner,
  executable: false,
  data,
  bytes: data.length,
});
const state = (at: Address, owner: Address, lamports: bigint, data: Uint8Array = new Uint8Array(0)): AccountState => ({
  address: at,
  lamports,
  owner,
  executable: false,
  data,
});
const recordOf = (chain: Launchpads, launchpad: DeveloperQuestion['launchpad'] = 'pump_curve') =>
  readDeveloper({ wallet: dev, mint: MINT, launchpad }, chain);
const chainOf = (...made: readonly Made[]) => new Launchpads(carriedOn(made).map(transaction));

/** The same in order, with the developer's balance carried on from each to the next. */
function carriedOn(made: readonly Made[]): readonly Made[] {
  let held: bigint | null = null;
  return [...made]
    .sort((a, b) => a.slot - b.slot)
    .map((one) => ({
      ...one,
      balances: one.balances.map(([of, before, after]) => {
        if (of !== dev) return [of, before, after] as const;
        const from: bigint = held ?? before;
        held = from + after - before;
        return [of, from, held] as const;
      }),
    }));
}

const birth: readonly Made[] = [
  {
    name: 'birth',
    slot: 10,
    moves: [transfer(funder, dev, 5n * SOL)],
    balances: [
      [funder, 9n * SOL, 4n * SOL - FEE],
      [dev, 0n, 5n * SOL],
    ],
  },
];
const initialize = (mint: Address): Instruction => ({
  at: { outer: 0, inner: 0 },
  program: TOKEN_PROGRAM,
  accounts: [mint],
  data: Uint8Array.of(20),
});
const balance = (owner: Address, mint: Address, amount: bigint): TokenBalance => ({
  keyIndex: 1,
  account: associatedAccount(owner, mint, TOKEN_PROGRAM),
  mint,
  owner,
  program: TOKEN_PROGRAM,
  amount,
  decimals: 6,
});
/** The developer makes a coin, and sells it into a curve that holds so much before. */
const launched = (mint: Address, slot: number, lamports: bigint): readonly Made[] => [
  {
    name: `make ${mint}`,
    slot,
    instructions: [initialize(mint)],
    balances: [
      [dev, SOL, SOL - FEE],
      [curveAddress(mint), 0n, 0n],
    ],
    postTokens: [balance(dev, mint, 90n), balance(curveAddress(mint), mint, 10n)],
  },
  {
    name: `sell ${mint}`,
    slot: slot + 1,
    balances: [
      [dev, SOL, SOL + lamports / 2n - FEE],
      [curveAddress(mint), lamports, lamports / 2n],
    ],
    preTokens: [balance(dev, mint, 90n), balance(curveAddress(mint), mint, 10n)],
    postTokens: [balance(dev, mint, 0n), balance(curveAddress(mint), mint, 100n)],
  },
];

const threeCoins = ['empty', 'low', 'open'].map(key);

/** So many transfers of dust to the developer. */
const dust = (count: number): readonly Made[] =>
  Array.from({ length: count }, (_, n) => ({
    name: `dust ${n}`,
    slot: 2_000 + n,
    moves: [transfer(funder, dev, 1n)],
    balances: [
      [funder, SOL, SOL - FEE - 1n],
      [dev, SOL, SOL + 1n],
    ],
  }));

/** Transactions of a stranger that name an account, before a sale of it and after. */
const naming = (account: Address, slot: number): readonly Made[] =>
  Array.from({ length: 300 }, (_, n) => ({
    name: `name ${account} ${n}`,
    slot: slot + n,
    balances: [
      [funder, SOL, SOL - FEE],
      [account, 0n, 0n],
    ],
  }));

/** Somebody else launches a coin in the developer's name. */
const byOther = (mint: Address): Made => ({
  name: `other ${mint}`,
  slot: 700,
  instructions: [initialize(mint)],
  balances: [
    [funder, SOL, SOL - FEE],
    [curveAddress(mint), 0n, 0n],
  ],
});

describe('the record of a developer', () => {
  it('has what it launched itself, and which of that trades, and nothing that others launched in its name', async () => {
    const [empty, low, open, done, lab, foreign] = [
      key('empty'),
      key('low'),
      key('open'),
      key('done'),
      key('lab'),
      key('foreign'),
    ];
    const own = [empty, low, open, done, lab].flatMap((mint, n) => launched(mint, 100 + 10 * n, 0n).slice(0, 1));
    const pool = new Layout(429)
      .u8(17, 0)
      .u64(61, 2n * SOL)
      .key(205, lab)
      .key(333, dev)
      .bytes();
    for (const dusts of [[], dust(1_500)]) {
      const chain = chainOf(...birth, ...own, ...[foreign, key('of nobody')].map(byOther), ...dusts);
      chain.found.set(PUMP_PROGRAM, [
        ...[0n, SOL - 1n, SOL].map((held, n) => found(PUMP_PROGRAM, curveAddress(threeCoins[n] ?? MINT), curve(held))),
        found(PUMP_PROGRAM, curveAddress(done), curve(0n, true)),
        found(PUMP_PROGRAM, curveAddress(foreign), curve(0n)),
        found(PUMP_PROGRAM, curveAddress(key('of nobody')), curve(0n)),
        found(PUMP_PROGRAM, curveAddress(MINT), curve(9n * SOL)),
      ]);
      chain.found.set(LAUNCHLAB_PROGRAM, [found(LAUNCHLAB_PROGRAM, curveAddress(lab), pool)]);
      const reading = await recordOf(chain, 'raydium_launchlab');
      const facts = { wallet: dev, launches: 5, isHistoryWhole: true, looked: 4, trading: 2, dumped: 0 };
      expect(reading).toMatchObject({ value: facts });
      expect(reading).not.toHaveProperty('value.unproven');
    }
  });

  it('has its sales by its own accounts behind any number of transactions of others', async () => {
    const coins = ['first', 'second'].map(key);
    for (const crowded of [false, true]) {
      const sales = coins.flatMap((coin, n) => launched(coin, 100 + 100 * n, 40n * SOL));
      const crowd = crowded
        ? coins.flatMap((coin, n) => naming(associatedAccount(dev, coin, TOKEN_PROGRAM), 150 + 500 * n))
        : [];
      const chain = chainOf(...birth, ...sales, ...crowd, ...dust(1_500));
      chain.found.set(
        PUMP_PROGRAM,
        coins.map((coin) => found(PUMP_PROGRAM, curveAddress(coin), curve(0n))),
      );
      for (const coin of coins)
        chain.states.set(curveAddress(coin), state(curveAddress(coin), PUMP_PROGRAM, 1n, curve(0n)));
      expect(await recordOf(chain)).toMatchObject({
        value: { launches: 2, isHistoryWhole: true, looked: 2, trading: 0, dumped: 2 },
      });
    }
  });

  it('does not count what names it and shows no launch, and says so', async () => {
    const chain = chainOf(...birth, ...dust(41));
    const others = [0n, SOL].map((lamports, n) => found(PUMP_PROGRAM, key(`curve ${n}`), curve(lamports)));
    chain.found.set(PUMP_PROGRAM, others);
    expect(await recordOf(chain)).toMatchObject({
      value: { launches: 0, looked: 0, isHistoryWhole: false, unproven: { ended: 1, trading: 1 } },
    });
  });

  it('has what it made and sold into a fall by its own transactions, also where searches are refused', async () => {
    const [fallen, alive, moved] = ['fallen', 'alive', 'moved'].map(key) as [Address, Address, Address];
    const chain = chainOf(
      ...birth,
      ...launched(fallen, 100, 40n * SOL),
      ...launched(alive, 200, 40n * SOL),
      ...launched(moved, 300, 40n * SOL),
      ...launched(MINT, 400, 40n * SOL),
    );
    chain.refuses = true;
    chain.states.set(curveAddress(fallen), state(curveAddress(fallen), PUMP_PROGRAM, 4n * SOL - 1n, curve(0n)));
    chain.states.set(curveAddress(alive), state(curveAddress(alive), PUMP_PROGRAM, 4n * SOL, curve(0n)));
    chain.states.set(curveAddress(moved), state(curveAddress(moved), PUMP_PROGRAM, 1n, curve(0n, true)));
    const reading = await recordOf(chain);
    expect(reading).toMatchObject({
      value: { launches: 3, isLowerBound: true, isHistoryWhole: true, looked: 2, trading: 2, dumped: 1 },
    });
    expect(chain.rounds).toBeLessThanOrEqual(3);
  });

  it('counts a coin once that a launchpad names as well', async () => {
    const coin = key('coin');
    const chain = chainOf(...birth, ...launched(coin, 100, 40n * SOL));
    chain.found.set(PUMP_PROGRAM, [found(PUMP_PROGRAM, curveAddress(coin), curve(0n))]);
    expect(await recordOf(chain)).toMatchObject({
      value: { launches: 1, looked: 1, trading: 0, dumped: 1 },
    });
  });

  it('has whether curves of what it made trade, also where it sold nothing', async () => {
    const [ended, open] = ['ended', 'open'].map(key) as [Address, Address];
    const chain = chainOf(...birth, ...launched(ended, 100, SOL).slice(0, 1), ...launched(open, 200, SOL).slice(0, 1));
    chain.refuses = true;
    chain.states.set(curveAddress(ended), state(curveAddress(ended), PUMP_PROGRAM, 1n, curve(SOL - 1n)));
    chain.states.set(curveAddress(open), state(curveAddress(open), PUMP_PROGRAM, 1n, curve(SOL)));
    expect(await recordOf(chain)).toMatchObject({ value: { launches: 2, looked: 2, trading: 1, dumped: 0 } });
  });

  it('needs all that it paid or the search: a gap where there is neither', async () => {
    const coin = key('coin');
    const launching = launched(coin, 100, 40n * SOL);
    const refusing = (...more: readonly Made[]) => {
      const chain = chainOf(...birth, ...launching, ...more);
      chain.states.set(curveAddress(coin), state(curveAddress(coin), PUMP_PROGRAM, 1n, curve(0n)));
      chain.refuses = true;
      return chain;
    };
    for (const dusts of [dust(41), dust(3_000)]) {
      expect(await recordOf(refusing(...dusts))).toMatchObject({
        value: { launches: 1, isHistoryWhole: true, dumped: 1, unsearched: 'rpc_unavailable' },
      });
    }
    const busy = Array.from(
      { length: 200 },
      (_, n): Made => ({
        name: `own ${n}`,
        slot: 500 + n,
        balances: [[dev, SOL, SOL - FEE]],
      }),
    );
    const gap = { gap: { reading: 'developer', cause: 'rpc_unavailable' } };
    expect(await recordOf(refusing(...busy))).toMatchObject(gap);
  });

  it('is a gap where its own list cannot be read', async () => {
    const chain = chainOf(...birth);
    chain.signatures = async () => missing('signatures', 'deadline');
    expect(await recordOf(chain)).toMatchObject({ gap: { reading: 'developer', cause: 'deadline' } });
  });
});

describe('the person behind a creator', () => {
  const sharing = derivedAddress([seed('sharing-config'), addressBytes(MINT)], PUMP_FEES_PROGRAM);
  const config = (mint: Address) => new Layout(80).key(11, mint).key(43, dev).bytes();

  it('is the administrator of a fee-sharing account of the mint, and else the creator', async () => {
    const chain = chainOf();
    expect(await personBehind(sharing, MINT, chain)).toEqual(known(sharing));
    chain.states.set(sharing, state(sharing, PUMP_FEES_PROGRAM, 1n, config(MINT)));
    expect(await personBehind(sharing, MINT, chain)).toEqual(known(dev));
    chain.states.set(sharing, state(sharing, PUMP_FEES_PROGRAM, 1n, config(WRAPPED_SOL)));
    expect(await personBehind(sharing, MINT, chain)).toEqual(known(sharing));
    chain.states.set(sharing, state(sharing, SYSTEM, 1n, config(MINT)));
    expect(await personBehind(sharing, MINT, chain)).toEqual(known(sharing));
  });
});
