import { describe, expect, it } from 'vitest';
import type { ChainReader } from '#chain/chain-reader.ts';
import { loadLabels } from '#chain/labels/label-table.ts';
import { knownPrograms } from '#derive/effects/effect-scene.ts';
import { gatherWallet } from '#facts/wallet/evidence.ts';
import { known } from '#lib/reading.ts';
import { judgeWallet } from '#rules/wallet/verdict.ts';
import { type Address, address } from '#solana/address.ts';
import { TOKEN_PROGRAM } from '#solana/token/programs.ts';
import type { Transaction } from '#solana/transaction.ts';
import { noMarket } from '../support/no-market.ts';
import { key, MemoryChain, transaction, transfer } from '../support/transactions.ts';

const SOL = 1_000_000_000n;
const RENT = 2_039_280n;
const UNITS = 1_000_000n;
const FEE = 5_000n;
const TRIPS = 40;
const BISON_FI = address('BiSoNHVpsVZW2F7rx2eQ59yQwKxzU5NvBcmKshCSUypi');
const ZERO_SLOT = address('Eb2KpSC8uMt9GmzyAEm5Eb1AAAgTjRaXWFjKyFXHZxF3');
const wallet = key('wallet');
const pool = key('pool');
const vault = key('vault');
const nobody = key('nobody');
const options = {
  programs: knownPrograms(loadLabels(), []),
  bounds: {
    windowSeconds: 7_776_000,
    signaturesMax: 3_000,
    signaturesWithBodiesMax: 20_000,
    tokenSignaturesMax: 1_500,
  },
  market: noMarket,
  store: null,
};

/** One side of a trip: what the pool gets, less than nothing where it pays, and what goes to `taker` beside. */
interface Side {
  readonly name: string;
  readonly slot: number;
  readonly coin: Address;
  readonly toPool: bigint;
  readonly taker: Address;
  readonly sent: bigint;
}

const market = { at: { outer: 0, inner: -1 }, program: BISON_FI, accounts: [], data: null };

/** A trade at a pool of BisonFi: a purchase opens the wallet's token account, a sale closes it. */
function trade({ name, slot, coin, toPool, taker, sent }: Side, before: bigint): Transaction {
  const isBuy = toPool > 0n;
  const account = key(`account of ${coin}`);
  const after = before - toPool - sent - FEE - (isBuy ? RENT : -RENT);
  const mine = { keyIndex: 4, account, mint: coin, owner: wallet, program: TOKEN_PROGRAM, amount: UNITS, decimals: 6 };
  const theirs = (amount: bigint) => ({ ...mine, keyIndex: 3, account: vault, owner: pool, amount });
  const inside = { at: { outer: 0, inner: 0 } };
  const [from, to, authority] = isBuy ? [vault, account, pool] : [account, vault, wallet];
  return transaction({
    name,
    slot,
    balances: [
      [wallet, before, after],
      [pool, 9n * SOL, 9n * SOL + toPool],
      [taker, SOL, SOL + sent],
      [vault, RENT, RENT],
      isBuy ? [account, 0n, RENT] : [account, RENT, 0n],
    ],
    preTokens: isBuy ? [theirs(9n * UNITS)] : [theirs(8n * UNITS), mine],
    postTokens: isBuy ? [theirs(8n * UNITS), mine] : [theirs(9n * UNITS)],
    instructions: [market],
    moves: [
      isBuy ? transfer(wallet, pool, toPool, inside.at) : transfer(pool, wallet, -toPool, inside.at),
      { ...inside, program: TOKEN_PROGRAM, kind: 'token_transfer', from, to, authority, mint: coin, amount: UNITS },
      transfer(wallet, taker, sent, { outer: 1, inner: -1 }),
      ...(isBuy ? [transfer(wallet, account, RENT, { outer: 2, inner: -1 })] : []),
    ],
  });
}

/** A call of the market that takes next to nothing, and lamports that the wallet sends to somebody beside. */
function emptyTrade(sent: bigint, before: bigint): Transaction {
  const taken = 20_000n;
  return transaction({
    name: 'an empty trade',
    slot: 900_000,
    balances: [
      [wallet, before, before - taken - sent - FEE],
      [pool, 9n * SOL, 9n * SOL + taken],
      [nobody, SOL, SOL + sent],
    ],
    instructions: [market],
    moves: [
      transfer(wallet, pool, taken, { outer: 0, inner: 0 }),
      transfer(wallet, nobody, sent, { outer: 1, inner: -1 }),
    ],
  });
}

/**
 * The verdict on a wallet that gains 0.0001 SOL a trip at the pool and sends a share of every trade to `taker`, and at last
 * lamports of its own beside an empty trade.
 */
async function judged(taker: Address, percent: bigint, atLast = 0n) {
  let lamports = 100n * SOL;
  const bank = key('bank');
  const paid = transaction({
    name: 'paid',
    slot: 1,
    balances: [
      [bank, 900n * SOL, 800n * SOL - FEE],
      [wallet, 0n, lamports],
    ],
    moves: [transfer(bank, wallet, lamports)],
  });
  const transactions = [paid];
  for (let trip = 0; trip < TRIPS; trip++) {
    const cost = SOL / 2n + BigInt(trip % 7) * (SOL / 50n);
    const side = { coin: key(`coin ${trip % 16}`), taker, sent: (cost * percent) / 100n };
    for (const [step, toPool] of [cost, -cost - SOL / 10_000n].entries()) {
      const one = trade(
        { ...side, name: `${trip} ${step}`, slot: 1_000 + trip * 20_000 + step * 3_000, toPool },
        lamports,
      );
      lamports = one.postBalances[0] ?? 0n;
      transactions.push(one);
    }
  }
  if (atLast > 0n) transactions.push(emptyTrade(atLast, lamports));
  return judgeWallet(await gatherWallet(wallet, new WholeChain(transactions) as unknown as ChainReader, options));
}

/** A chain whose coins are gone since: they moved in the open. What nobody asks of it is missing. */
class WholeChain extends MemoryChain {
  async snapshot(keys: readonly Address[]) {
    return known({ slot: 1_000_000, value: keys.map(() => null) });
  }
}

const codesOf = async (judgement: ReturnType<typeof judged>) => (await judgement).reasons.map(({ code }) => code);

describe('a wallet whose gains at a proprietary market go to others', () => {
  it('is a proven loser where they go in tips, whether their taker has a label or not', async () => {
    const labelled = await judged(ZERO_SLOT, 1n);
    expect(labelled.verdict).toBe('UNTRUSTED');
    expect(labelled.reasons[0]?.code).toBe('NEGATIVE_EXPECTANCY');
    expect(await judged(nobody, 1n)).toEqual(labelled);
  });

  it('is none where they go in sums that no tip comes to: they may be what it gained', async () => {
    const codes = await codesOf(judged(nobody, 3n));
    expect(codes).toContain('PNL_NOT_POSITIVE');
    expect(codes).not.toContain('NEGATIVE_EXPECTANCY');
  });

  it('is a proven loser still where it sends its own lamports away beside an empty trade', async () => {
    expect(await codesOf(judged(nobody, 1n, 5n * SOL))).toContain('NEGATIVE_EXPECTANCY');
  });
});
