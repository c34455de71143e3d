import { once } from 'assay-core/lib/once.ts';
import { address } from 'assay-core/solana/address.ts';
import type { Actor, Cast } from '../actors.ts';
import { makerOf } from '../crowd.ts';
import { pay } from '../instructions.ts';
import { merchantWallet } from '../market/accounts.ts';
import { coinOf } from '../market/coin.ts';
import { bornOnCurve } from '../market/coin-story.ts';
import { emptied } from '../market/launch.ts';
import type { PlainPool } from '../market/pool.ts';
import { bought, sold, withdrawal } from '../market/price-cycles.ts';
import { openCurve } from '../market/pump.ts';
import { type Act, ago, MINUTE, type SampleScene, type Sequel, SOL } from '../scene.ts';

/*
 * Wallets whose record was bought: in coins without other traders, other wallets of the same owner raise the price and take the loss. One
 * owner pays his wallets himself, the other one lets an exchange do it.
 */

const COINS = 15;
const TRIPS = 32;
const PAYERS = 8;
/** One trip in so many is lost, because no market is without losses. */
const LOST_EVERY = 6;
const OLDEST_DAY = 66;
const MADE = ago(OLDEST_DAY + 2);
const EACH = 40n * SOL;

/** A wallet, the wallets that pay it, and where the money of these comes from. */
interface Plan {
  readonly wallet: string;
  readonly paidBy: 'owner' | 'exchange';
  /** Slots by which its trades come later than those of another record: stories that are played on demand have no slot in common. */
  readonly later: number;
}

/** Wallets whose gains were paid by wallets of the same owner, proven or not. */
export function boughtWalletScene(cast: Cast): SampleScene {
  const linked = record(cast, { wallet: 'a wallet that its owner pays', paidBy: 'owner', later: 7 });
  const hidden = record(cast, { wallet: 'a wallet that nobody knows who pays', paidBy: 'exchange', later: 8 });
  return {
    acts: [...linked.acts, ...hidden.acts],
    sequels: [linked.sequel, hidden.sequel],
    subjects: [
      {
        kind: 'wallet',
        verdict: 'UNTRUSTED',
        address: linked.wallet.address,
        what: 'thirty-two round trips whose gains were paid by wallets of the same owner',
      },
      {
        kind: 'wallet',
        verdict: 'NEUTRAL',
        address: hidden.wallet.address,
        what: 'the same, paid by wallets that are not proven to be strangers',
      },
    ],
  };
}

function record(cast: Cast, { wallet: name, paidBy, later }: Plan) {
  const { maker, acts } = makerOf(cast, `coins of ${name}`, MADE + later);
  const [wallet, owner] = [cast.person(name), cast.person(`who owns ${name}`)];
  const payers = Array.from({ length: PAYERS }, (_, n) => cast.person(`${name}, payer ${n + 1}`));
  const first = withdrawal(cast, owner, MADE, 500n * SOL);
  const given = [wallet, ...payers].map((to, n): Act => {
    const slot = MADE + (n + 1) * MINUTE;
    if (to !== wallet && paidBy === 'exchange') return withdrawal(cast, to, slot, EACH);
    return { slot, payer: owner, instructions: [pay(owner, to.publicKey, EACH)] };
  });
  return { wallet, acts: [...acts, first, ...given], sequel: trades(cast, maker, { name, wallet, payers, later }) };
}

interface Parties {
  readonly name: string;
  readonly wallet: Actor;
  readonly payers: readonly Actor[];
  readonly later: number;
}

function trades(cast: Cast, maker: Actor, { name, wallet, payers, later }: Parties): Sequel {
  const recipient = address(cast.person(`who gets the fees of the coins of ${name}`).address);
  const coinName = (index: number) => `a coin of ${name}, ${index + 1}`;
  const pools = once(() =>
    Array.from({ length: COINS }, (_, index) =>
      openCurve(cast, coinOf(cast, coinName(index)), address(maker.address), 0n, recipient),
    ),
  );
  const births = () =>
    pools().map((pool, index) =>
      bornOnCurve(cast, coinName(index), maker, pool, MADE + HALF_DAY + index * MINUTE + later),
    );
  const trips = Array.from({ length: TRIPS }, (_, trip) => trip);
  return {
    title: `coins of ${name}`,
    accounts() {
      const all = pools().flatMap((pool) => pool.accounts.map((account) => emptied(account, pool.coin)));
      return [...new Map([merchantWallet(recipient, SOL), ...all].map((one) => [one.address, one])).values()];
    },
    acts: () => [...births(), ...trips.flatMap((trip) => tripOf(trip, pools(), { name, wallet, payers, later }))],
    outline: () => [
      ...births(),
      ...trips.flatMap((trip) => tripOf(trip, pools(), { name, wallet, payers, later }).filter((_, step) => step < 2)),
    ],
  };
}

const HALF_DAY = 720 * MINUTE;

/** A purchase, half an hour later the payer's, then both sales. A lost trip has no payer. */
function tripOf(trip: number, pools: readonly PlainPool[], { wallet, payers, later }: Parties): readonly Act[] {
  const pool = pools[trip % pools.length];
  const payer = payers[trip % payers.length];
  if (!pool || !payer) return [];
  const slot = ago(OLDEST_DAY - 2 * trip, 5) + trip * MINUTE + later;
  const purchase = bought(wallet, pool, { slot, lamports: SOL / 3n + BigInt(trip % 7) * (SOL / 40n) });
  const sale = sold(wallet, pool, { slot: slot + 40 * MINUTE, closes: true });
  if (trip % LOST_EVERY === LOST_EVERY - 1) return [purchase, sale];
  const lift = (3n + BigInt((trip * 5) % 6)) * SOL;
  return [
    purchase,
    bought(payer, pool, { slot: slot + 30 * MINUTE, lamports: lift }),
    sale,
    sold(payer, pool, { slot: slot + 45 * MINUTE, closes: true }),
  ];
}
