import { type Address, address, addressOf } from 'assay-core/solana/address.ts';
import { readTokenAccount } from 'assay-core/solana/token/account.ts';
import { readMint } from 'assay-core/solana/token/mint.ts';
import { associatedAccount, WRAPPED_SOL } from 'assay-core/solana/token/programs.ts';
import { venues } from 'assay-core/venues/index.ts';
import type { AccountBytes, Market, Quote, Refused, Side } from 'assay-core/venues/venue.ts';
import { isRefused } from 'assay-core/venues/venue.ts';
import { worldRent } from 'assay-sandbox/chain/gates.ts';
import { LocalChain } from 'assay-sandbox/chain/local-chain.ts';
import { derive, PROGRAMS } from 'assay-sandbox/chain/programs.ts';
import { decodeSigned } from 'assay-sandbox/chain/wire.ts';
import { installVenuePrograms } from 'assay-sandbox/program/install.ts';
import { VENUE_PROGRAMS } from 'assay-sandbox/program/venues/trade.ts';
import { sandboxMethods } from 'assay-sandbox/rpc/methods.ts';
import { Cast } from 'assay-sandbox/world/actors.ts';
import { merchantWallet } from 'assay-sandbox/world/market/accounts.ts';
import { openClmm } from 'assay-sandbox/world/market/clmm.ts';
import { type Coin, coinOf, coinTokens, issued, SOL_COIN } from 'assay-sandbox/world/market/coin.ts';
import { openCpmm } from 'assay-sandbox/world/market/cpmm.ts';
import { openDlmm } from 'assay-sandbox/world/market/dlmm.ts';
import type { SamplePool } from 'assay-sandbox/world/market/pool.ts';
import { openCurve, openPumpSwap, pumpRecipients } from 'assay-sandbox/world/market/pump.ts';
import { venueSettings } from 'assay-sandbox/world/market/settings.ts';
import { presentMarket, quoteOf } from 'assay-sandbox/world/market/trades.ts';
import { openWhirlpool } from 'assay-sandbox/world/market/whirlpool.ts';
import type { Stage } from 'assay-sandbox/world/scene.ts';
import { signedBytes } from 'assay-sandbox/world/transaction.ts';
import type { World } from 'assay-sandbox/world/world.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { sampleWorld } from './sample-world.ts';

const SOL = 1_000_000_000n;
const MILLION = 1_000_000_000_000n;
const VENUES: readonly string[] = Object.values(VENUE_PROGRAMS);

function chainOf(seed: string): LocalChain {
  return new LocalChain({ anchorMs: Date.UTC(2026, 0, 1), startedMs: Date.now(), finalitySlots: 0, seed });
}

function stageOf(chain: LocalChain): Stage {
  const slot = chain.clock.tip();
  return {
    readAccount(at) {
      const found = chain.account(at, 'processed');
      return found && { address: at, owner: address(found.owner), lamports: found.lamports, data: found.data };
    },
    clock: { slot: BigInt(slot), unixTime: BigInt(chain.clock.blockTime(slot)), epoch: 0n },
  };
}

describe('the pools of the sample world', () => {
  let chain: LocalChain;
  let world: World;
  let accounts: readonly AccountBytes[];
  beforeAll(() => {
    ({ chain, world } = sampleWorld());
    const { readAccount } = stageOf(chain);
    accounts = [...chain.addresses()].flatMap((at) => readAccount(address(at)) ?? []);
  });

  /** Every pool that a venue recognises for one of the mints that exist, with the reason why it does not open. */
  function pools() {
    const stage = stageOf(chain);
    const mints = accounts.flatMap((account) => (readMint(account) ? [account.address] : []));
    return accounts.flatMap((account) => {
      const venue = venues.find(({ program }) => program === account.owner);
      if (!venue || !VENUES.includes(account.owner)) return [];
      const coins = mints.filter((mint) => mint !== WRAPPED_SOL && !isRefused(venue.recognise(account, mint)));
      return coins.slice(0, 1).map((mint) => {
        const market = presentMarket(venue, account.address, mint, stage);
        return { venue: venue.id, address: account.address, refused: isRefused(market) ? market.refused : null };
      });
    });
  }

  test('open through their venues, but for one that is switched off, one that is frozen, one curve that is complete, and those of a series', () => {
    const found = pools();
    expect([...new Set(found.map(({ venue }) => venue))].sort()).toEqual(
      ['meteora_dlmm', 'orca_whirlpool', 'pump_curve', 'pumpswap', 'raydium_clmm', 'raydium_cpmm'].sort(),
    );
    const closed = new Set(found.flatMap(({ venue, refused }) => (refused === null ? [] : [`${venue} ${refused}`])));
    expect([...closed].sort()).toEqual([
      'pump_curve account_missing',
      'pump_curve completed',
      'raydium_cpmm disabled',
      'raydium_cpmm vault_frozen',
    ]);
  });

  test('hold what their mints issued: no coin is missing, and none too many', () => {
    const held = new Map<Address, bigint>();
    for (const account of accounts) {
      const tokens = readTokenAccount(account);
      if (tokens) held.set(tokens.mint, (held.get(tokens.mint) ?? 0n) + tokens.amount);
    }
    // Token-2022 keeps the fee of a transfer in the account that received it.
    const withheld = (mint: Address) =>
      accounts
        .filter(({ owner, data }) => owner === PROGRAMS.token2022 && readTokenAccount({ owner, data })?.mint === mint)
        .reduce((sum, { data }) => sum + withheldIn(data), 0n);
    const hidden = world.subjects.find(({ what }) => what.startsWith('fewer accounts are listed'))?.address;
    expect(hidden).toBeDefined();
    for (const account of accounts) {
      const mint = readMint(account);
      // Of one the chain does not show all accounts.
      if (!mint || account.address === WRAPPED_SOL || account.address === hidden) continue;
      expect([account.address, (held.get(account.address) ?? 0n) + withheld(account.address)]).toEqual([
        account.address,
        mint.supply,
      ]);
    }
  });

  test('pay their rent, and hold a lamport for each wrapped one', () => {
    for (const account of accounts) {
      const { lamports, data, owner } = account;
      if (owner === PROGRAMS.system) continue;
      expect(lamports).toBeGreaterThanOrEqual(worldRent(data.length));
      const tokens = readTokenAccount(account);
      if (tokens?.mint === WRAPPED_SOL) expect(lamports).toBe(worldRent(data.length) + tokens.amount);
    }
  });

  /** Every transaction of a pool whose first instruction is of a venue. */
  async function swapsOf(pool: Address): Promise<readonly Shown[]> {
    const methods = sandboxMethods(chain, world);
    const list = (await methods.getSignaturesForAddress?.([pool])) as { signature: string }[];
    const shown = list.map(
      ({ signature }) => methods.getTransaction?.([signature, { maxSupportedTransactionVersion: 1 }]) as Shown,
    );
    return shown.filter((body) => VENUES.includes(programOf(body)));
  }

  test('were traded in: their transactions show the venue and the transfers that it made', async () => {
    const traded = new Set<string>();
    for (const { venue, address: pool } of pools()) {
      for (const body of await swapsOf(pool)) {
        const { err, innerInstructions, logMessages } = body.meta;
        expect(innerInstructions.length === 0).toBe(err !== null);
        expect(logMessages.join()).toContain(`Program ${programOf(body)} ${err === null ? 'success' : 'failed'}`);
        traded.add(venue);
      }
    }
    expect(traded.size).toBe(VENUES.length);
  });

  test('fit into a packet with every transaction of the world', () => {
    const wires = [...VENUES, PROGRAMS.system].flatMap((program) =>
      chain.history.page(program, { maxSlot: chain.clock.tip(), limit: 2_000 }).map(({ wire }) => wire),
    );
    const [newest, others] = [true, false].map((isNewest) => wires.filter(([first]) => (first === 0x81) === isNewest));
    for (const [some, bytes] of [
      [newest, 4_096],
      [others, 1_232],
    ] as const) {
      expect(some?.length).toBeGreaterThan(300);
      expect(Math.max(...(some ?? []).map(({ length }) => length))).toBeLessThanOrEqual(bytes);
    }
  });

  test('are read beside the clock of the slot and the rent of the present', () => {
    const sysvars = ['SysvarC1ock11111111111111111111111111111111', 'SysvarRent111111111111111111111111111111111'];
    const options = { commitment: 'confirmed', encoding: 'base64' };
    const answer = sandboxMethods(chain, world).getMultipleAccounts?.([sysvars, options]);
    const { context, value } = answer as { context: { slot: number }; value: { data: [string] }[] };
    const [clock, rent] = value.map(({ data: [text] }) => Buffer.from(text, 'base64'));
    expect(clock?.readBigUInt64LE(0)).toBe(BigInt(context.slot));
    expect(clock?.readBigUInt64LE(16)).toBe(BigInt(Math.floor(context.slot / 432_000)));
    expect(clock?.readBigInt64LE(32)).toBe(BigInt(chain.clock.blockTime(context.slot)));
    expect([clock?.length, rent?.length]).toEqual([40, 17]);
    expect(Number(rent?.readBigUInt64LE(0)) * (rent?.readDoubleLE(8) ?? 0) * 128).toBe(Number(worldRent(0)));
  });
});

/** Asks about every subject but the one with a history of thousands, so that what happened to it is there. */
interface Shown {
  readonly meta: { err: unknown; innerInstructions: readonly object[]; logMessages: readonly string[] };
  readonly transaction: { message: { accountKeys: string[]; instructions: { programIdIndex: number }[] } };
}

/** The program that the first instruction calls. */
function programOf({ transaction: { message } }: Shown): string {
  return message.accountKeys[message.instructions[0]?.programIdIndex ?? 0] ?? '';
}

/** What the extension for fees (type 2, eight bytes) of a Token-2022 account keeps back. */
function withheldIn(data: Uint8Array): bigint {
  const bytes = Buffer.from(data);
  for (let at = 166; at + 4 <= bytes.length; at += 4 + bytes.readUInt16LE(at + 2))
    if (bytes.readUInt16LE(at) === 2) return bytes.readBigUInt64LE(at + 4);
  return 0n;
}

describe('a swap in a sample pool', () => {
  const cast = new Cast('pools');
  const trader = cast.person('trader');
  const wallet = address(trader.address);
  const creator = addressOf(derive('pools', 'creator'));
  const coin = coinOf(cast, 'coin');
  const deep = { percent: 100n, ticks: 12_000 };

  const made: readonly (readonly [string, () => SamplePool])[] = [
    ['the curve of pump.fun', () => openCurve(cast, coin, creator, 20n * SOL)],
    ['PumpSwap', () => openPumpSwap(cast, coin, creator, { coins: 200n * MILLION, lamports: 60n * SOL })],
    [
      'Raydium CPMM',
      () => openCpmm({ coin, coins: 100n * MILLION, lamports: 50n * SOL, creator, config: 0, burned: 0n }),
    ],
    [
      'Raydium CLMM',
      () => openClmm([coin, SOL_COIN], creator, 1, { coins: 100n * MILLION, others: 900n * SOL, shares: [deep] }),
    ],
    [
      'Orca Whirlpool',
      () => openWhirlpool([coin, SOL_COIN], 64, { coins: 100n * MILLION, others: 900n * SOL, shares: [deep] }),
    ],
    [
      'Meteora DLMM',
      () =>
        openDlmm({
          coin,
          creator,
          preset: 2,
          activeId: -391,
          binsAside: 5,
          binCoins: 20n * MILLION,
          binLamports: 400n * SOL,
        }),
    ],
  ];

  test.each(made)('of %s pays what was quoted, and leaves the market that the quote said', (_, open) => {
    const chain = chainOf('pools');
    const pool = open();
    prepare(chain, pool);
    for (let turn = 0; turn < 12; turn += 1) {
      const side: Side = turn % 3 === 1 ? 'sell' : 'buy';
      const amountIn = side === 'buy' ? SOL / 3n + BigInt(turn) : MILLION / 20n + BigInt(turn);
      const before = held(chain, pool, side);
      const quote = swapped(chain, pool, side, amountIn);
      const after = held(chain, pool, side);
      expect({ paid: before.paid - after.paid, got: after.got - before.got }).toEqual(expected(pool, side, quote));
      const market = presentMarket(pool.venue, pool.address, coin.mint, stageOf(chain));
      expect(stateOf(market)).toEqual(stateOf(quote.afterwards()));
    }
  });

  /** What the wallet then has less and more; where it trades lamports themselves the fee of the network is among them. */
  function expected({ isNative }: SamplePool, side: Side, { spent, received }: Quote) {
    const fee = isNative ? 5_000n : 0n;
    return side === 'buy' ? { paid: spent + fee, got: received } : { paid: spent, got: received - fee };
  }

  function stateOf(market: Market | Refused) {
    if (isRefused(market)) return market;
    const next = market.quote('sell', MILLION / 7n);
    return { price: market.price, depth: market.depth, next: isRefused(next) ? next.refused : next.received };
  }

  function prepare(chain: LocalChain, pool: SamplePool): void {
    installVenuePrograms(chain);
    const own = [
      merchantWallet(wallet, 500n * SOL),
      coinTokens(SOL_COIN, wallet, 100n * SOL),
      coinTokens(coin, wallet, MILLION),
    ];
    const shared = [mintOfSol(), ...venueSettings(), ...pumpRecipients(cast), ...issued(cast, coin, pool.pooled)];
    for (const account of [...shared, ...pool.accounts, ...own])
      chain.setGenesisAccount(account.address, { ...account, executable: false });
  }

  /** Asks for exactly what is quoted, and gets it. */
  function swapped(chain: LocalChain, pool: SamplePool, side: Side, amountIn: bigint): Quote {
    const stage = stageOf(chain);
    const quote = quoteOf(pool, side, amountIn, stage);
    const swap = pool.swap({ wallet, side, amountIn, minimumOut: quote.received, quote }, stage.readAccount);
    const slot = chain.clock.tip();
    const bytes = signedBytes({ payer: trader, instructions: [swap] }, chain.blockhashes.of(slot));
    const { error, logs } = chain.execute(decodeSigned(bytes), slot, true);
    if (error !== null) throw new Error(logs.join('\n'));
    return quote;
  }

  function mintOfSol(): AccountBytes {
    const data = Buffer.alloc(82);
    data.set([9, 1], 44);
    return { address: WRAPPED_SOL, owner: SOL_COIN.program, lamports: SOL, data };
  }

  /** What the wallet pays with on a side, and what it gets. */
  function held(chain: LocalChain, pool: SamplePool, side: Side) {
    const of = ({ mint, program }: Coin): bigint => {
      const found = stageOf(chain).readAccount(associatedAccount(wallet, mint, program));
      return (found && readTokenAccount(found)?.amount) ?? 0n;
    };
    const other = pool.isNative ? (chain.account(wallet, 'processed')?.lamports ?? 0n) : of(pool.other);
    return side === 'buy' ? { paid: other, got: of(coin) } : { paid: of(coin), got: other };
  }
});
