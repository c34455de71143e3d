import { address } from 'assay-core/solana/address.ts';
import type { Actor, Cast } from '../actors.ts';
import { crowd } from '../crowd.ts';
import { mintLength, ownMetadata } from '../extension-instructions.ts';
import { pay } from '../instructions.ts';
import { type Coin, coinOf, SUPPLY } from '../market/coin.ts';
import { EXCHANGES } from '../market/exchange.ts';
import { emptied } from '../market/launch.ts';
import type { SamplePool } from '../market/pool.ts';
import { openCurve } from '../market/pump.ts';
import { quoteOf } from '../market/trades.ts';
import { fixMetadata, metadataBytes, nameMint } from '../metadata-instructions.ts';
import { type Act, ago, MINUTE, oldWallet, type SampleScene, SOL } from '../scene.ts';
import {
  createMintAccount,
  initializeMint,
  issue,
  openHolding,
  setAuthority,
  tokenHoldingOf,
} from '../token-instructions.ts';

const NAME = 'a coin of this morning';
const NAMING = { name: 'Fast Lane', symbol: 'FAST', uri: 'ipfs://sandbox/fast' } as const;
const LAUNCHED = ago(0, 5);
/** An account to which bundles of transactions pay for priority, as the label table has it. */
const TIP_ACCOUNT = '96gYZGLnJYVFmbjzopPSU6QiEV5fGqZNyN9nmNhvrZU5';
const TIP = SOL / 1_000n;
/** Buyers in the launch's slots with money from one wallet, and buyers with money of their own. */
const [RING, LONERS] = [3, 2];
/** How many of the crowd buy in its first hours. */
const CROWD = 22;
/** Purchases in one slot of the launch, and slots between those of ordinary buyers: ten minutes. */
const [PER_SLOT, APART] = [2, 10 * MINUTE];

/** With what every curve begins, and what is sold of it in all: in atomic units and lamports. */
const START = { coins: 1_073_000_000_000_000n, lamports: 30n * SOL } as const;
const SOLD = (SUPPLY * 3n) / 10n;
/** The share of each buyer in the launch's slots; the crowd shares the rest. */
const FIRST_PERCENT = 4n;
const PERCENT = 100n;
/** Protocol and creator get 125 basis points of the price beside it. */
const WITH_FEES_BPS = 10_125n;
const BPS = 10_000n;

/**
 * A coin of a launch curve, five hours old: five buyers came in its first three slots, three of them paid for that morning by
 * the wallet that paid for its maker, and they still hold a fifth of what was sold.
 */
export function launchedCoinScene(cast: Cast): SampleScene {
  const coin = coinOf(cast, NAME, {});
  const maker = cast.person(`who made ${NAME}`);
  const curve = openCurve(cast, coin, address(maker.address), 0n);
  const first = firstBuyers(cast, maker);
  const members = crowd(cast).slice(0, CROWD);
  const costs = costsOf([
    ...first.buyers.map(() => (SOLD * FIRST_PERCENT) / PERCENT),
    ...ordinaryAmounts(members.length, SOLD - (SOLD * FIRST_PERCENT * BigInt(RING + LONERS)) / PERCENT),
  ]);
  const purchases = [...first.buyers, ...members].map((buyer, index) => {
    const after = index - first.buyers.length;
    const slot = LAUNCHED + (after < 0 ? Math.floor(index / PER_SLOT) : (after + 1) * APART);
    return purchase(cast, curve, { buyer, slot, lamports: costs[index] ?? 0n, isTipped: index < RING });
  });
  return {
    endowments: first.endowments,
    // The curve's supply is minted into it when the coin is made.
    accounts: curve.accounts.map((account) => emptied(account, coin)),
    acts: [...first.acts, made(coin, maker, cast.person(`mint of ${NAME}`), curve), ...purchases],
    subjects: [
      {
        kind: 'token',
        verdict: 'HIGH_RISK',
        address: coin.mint,
        what: 'five hours old, on its curve, a fifth of what was sold with those who bought in its first slots',
      },
    ],
  };
}

/** Three wallets with money of one wallet of that morning, as the maker's is, and two with withdrawals from an exchange. */
function firstBuyers(cast: Cast, maker: Actor) {
  const boss = oldWallet(cast, 'who pays for first buyers', 20n * SOL);
  const exchange = cast.stranger(EXCHANGES.coinbase);
  const ring = Array.from({ length: RING }, (_, index) => cast.person(`first buyer, paid for, ${index + 1}`));
  const loners = Array.from({ length: LONERS }, (_, index) => cast.person(`first buyer, alone, ${index + 1}`));
  const fund = (payer: Actor, to: Actor, slot: number, lamports: bigint): Act => ({
    slot,
    payer,
    instructions: [pay(payer, to.publicKey, lamports)],
  });
  const acts = [
    ...boss.scene.acts,
    fund(boss.actor, maker, ago(0, 8), SOL / 2n),
    ...ring.map((one, index) =>
      fund(boss.actor, one, ago(0, 9) + index * 2 * MINUTE, SOL + BigInt(index) * (SOL / 50n)),
    ),
    ...loners.map((one, index) => fund(exchange, one, ago(2 + index, 7), SOL * 2n + BigInt(index))),
  ];
  return { buyers: [...ring, ...loners], acts, endowments: boss.scene.endowments ?? [] };
}

/** The transaction that makes the coin, fills its curve and gives the coin up. */
function made(coin: Coin, maker: Actor, mint: Actor, curve: SamplePool): Act {
  const by = address(maker.address);
  const bytes = mintLength([ownMetadata]);
  return {
    slot: LAUNCHED,
    payer: maker,
    signers: [mint],
    instructions: [
      createMintAccount(by, coin, bytes, bytes + metadataBytes(NAMING)),
      ownMetadata.begin(coin),
      initializeMint(coin, by, null),
      nameMint(coin, by, NAMING),
      fixMetadata(coin, by),
      // It is open already; so the curve is part of the transaction.
      openHolding(by, curve.address, coin),
      issue(coin, by, tokenHoldingOf(coin, curve.address), SUPPLY),
      setAuthority(coin, 'mint', by, null),
    ],
  };
}

interface Purchase {
  readonly buyer: Actor;
  readonly slot: number;
  readonly lamports: bigint;
  readonly isTipped: boolean;
}

/** A purchase that opens the buyer's account, and pays a tip where the transaction came in a bundle. */
function purchase(cast: Cast, curve: SamplePool, { buyer, slot, lamports, isTipped }: Purchase): Act {
  const wallet = address(buyer.address);
  const tip = isTipped ? [pay(buyer, cast.stranger(TIP_ACCOUNT).publicKey, TIP)] : [];
  return {
    slot,
    payer: buyer,
    instructions(stage) {
      const quote = quoteOf(curve, 'buy', lamports, stage);
      const minimumOut = (quote.received * 99n) / PERCENT;
      const swap = curve.swap({ wallet, side: 'buy', amountIn: lamports, minimumOut, quote }, stage.readAccount);
      return [openHolding(wallet, wallet, curve.coin), swap, ...tip];
    },
  };
}

/** The shares of ordinary buyers: slowly less from the first to the last. */
function ordinaryAmounts(count: number, total: bigint): readonly bigint[] {
  const weights = Array.from({ length: count }, (_, index) => BigInt(100 - index));
  const sum = weights.reduce((all, weight) => all + weight, 0n);
  return weights.map((weight) => (total * weight) / sum);
}

/** The lamports that purchases of these amounts cost one after the other, fees included. */
function costsOf(amounts: readonly bigint[]): readonly bigint[] {
  let { coins, lamports } = START;
  return amounts.map((amount) => {
    const price = (lamports * amount) / (coins - amount) + 1n;
    coins -= amount;
    lamports += price;
    return (price * WITH_FEES_BPS) / BPS;
  });
}
