import fc from 'fast-check';
import { WRAPPED_SOL_MINT } from '#derive/effects/effect-type.ts';
import { DOLLAR, EURO, OTHER_DOLLAR, PlayedWallet, RENT, SOL } from './wallet-effects.ts';

/** One move of a random wallet; it does nothing where the wallet has nothing to do it with. */
export type RandomMove = (wallet: PlayedWallet) => void;

const COINS = ['first', 'second', 'third'] as const;
const coin = fc.constantFrom(...COINS);
const lamports = fc.bigInt({ min: 20_000n, max: 3n * SOL });
const units = fc.bigInt({ min: 1n, max: 1_000_000n });
const wait = fc.constantFrom(0, 1, 60, 1_700, 90_000, 700_000);
const costs = fc.record({
  tips: fc.constantFrom(0n, 0n, 10_000n),
  platformFees: fc.constantFrom(0n, 0n, 77n),
  rentForOthers: fc.constantFrom(0n, 0n, RENT),
});

/** A share of what is held, at least one unit; nothing where there is nothing. */
function some(wallet: PlayedWallet, mint: string, percent: number): bigint {
  const held = wallet.units(mint);
  const part = (held * BigInt(percent)) / 100n;
  return part > 0n ? part : held > 0n ? 1n : 0n;
}

const percent = fc.constantFrom(1, 33, 50, 99, 100);
/** What a move is made of: which coin, which other one, how many units, for how much, how large a share, and when. */
const parts = fc.record({ mint: coin, other: coin, units, lamports, percent, wait, costs });
type Parts = typeof parts extends fc.Arbitrary<infer T> ? T : never;

/** A move with a share of what is held of the coin. */
const held =
  (move: (wallet: PlayedWallet, share: bigint, of: Parts) => void) =>
  (of: Parts): RandomMove =>
  (wallet) => {
    const share = some(wallet, of.mint, of.percent);
    if (share > 0n) move(wallet, share, of);
  };

const any =
  (move: (wallet: PlayedWallet, of: Parts) => void) =>
  (of: Parts): RandomMove =>
  (wallet) =>
    move(wallet, of);

const byProgram = (mint: string, amount: bigint) => [{ mint, amount, byProgram: true, byCurve: false }];

/** Purchases, sales, transfers out and burns. */
const plainMoves = [
  any((wallet, of) => wallet.buy(of.mint, of.units, of.lamports, { wait: of.wait, ...of.costs })),
  held((wallet, share, of) => wallet.sell(of.mint, share, of.lamports, { wait: of.wait, ...of.costs })),
  held((wallet, share, of) => wallet.send(of.mint, share, { wait: of.wait, ...of.costs })),
  held((wallet, share, of) => wallet.burn(of.mint, share, { wait: of.wait })),
];

const otherMoves = [
  any((wallet, of) => wallet.receive(of.mint, of.units, { wait: of.wait, rentFromOthers: RENT })),
  any((wallet, of) => wallet.receiveSol(of.lamports, { wait: of.wait })),
  any((wallet, of) => wallet.sendSol(of.lamports, { wait: of.wait, ...of.costs })),
  any((wallet, of) => wallet.fail({ wait: of.wait })),
  any((wallet, of) => wallet.act({ service: 'trade', sol: of.lamports - SOL, ...of.costs })),
  any((wallet, of) => wallet.convert(of.units, -of.lamports, { wait: of.wait })),
  any((wallet, of) => wallet.placeSolOrder(of.lamports, `order of ${of.mint}`)),
  any((wallet, of) =>
    wallet.filled(`order of ${of.mint}`, WRAPPED_SOL_MINT, of.lamports, { tokens: { [of.other]: of.units } }),
  ),
  any((wallet, of) => wallet.filled(`order of ${of.mint}`, of.mint, of.units, { sol: of.lamports })),
  any((wallet, of) => wallet.filled(`order of ${of.mint}`, of.mint, of.units, { tokens: { [of.other]: of.units } })),
  any((wallet, of) =>
    wallet.act({ service: 'trade', programs: ['orders'], tokens: { [of.mint]: of.units }, sol: of.lamports }),
  ),
  any((wallet, of) => wallet.act({ service: 'lending', programs: ['lender'], tokens: { [of.mint]: of.units } })),
  // A break in what is known: the effect is lost.
  any((wallet, of) => {
    wallet.receive(of.mint, of.units);
    wallet.effects.pop();
  }),
  held((wallet, share, of) => {
    wallet.send(of.mint, share);
    wallet.effects.pop();
  }),
  held((wallet, share, of) => {
    if (of.other !== of.mint) wallet.swap(of.mint, share, of.other, of.units, { wait: of.wait, fee: 0n });
  }),
  held((wallet, share, of) => {
    if (of.other !== of.mint) wallet.swap(of.mint, share, of.other, of.units, { sol: of.lamports - SOL, fee: 0n });
  }),
  held((wallet, share, of) => wallet.swap(of.mint, share, DOLLAR, of.units, { wait: of.wait })),
  held((wallet, share, of) => wallet.placeOrder(of.mint, share, `order of ${of.mint}`)),
  held((wallet, share, of) => wallet.act({ service: 'lending', programs: ['lender'], tokens: { [of.mint]: -share } })),
  held((wallet, share, of) => wallet.provide('share', of.units, of.mint, share, of.lamports)),
  held((wallet, share, of) => {
    const shares = some(wallet, 'share', of.percent);
    if (shares > 0n) wallet.provide('share', -shares, of.mint, -share, -of.lamports);
  }),
  held((wallet, share, of) =>
    wallet.act({
      service: 'staking',
      sol: of.lamports,
      tokens: { [of.mint]: -share },
      burned: byProgram(of.mint, share),
    }),
  ),
];

/** A token that is bought for dollars and euros. */
const FOR_MONEY = 'fourth';
const moneyOf = ({ mint }: Parts) => (mint === 'first' ? EURO : mint === 'second' ? OTHER_DOLLAR : DOLLAR);

/** A move with a share of what is held of a coin of money. */
const spent =
  (move: (wallet: PlayedWallet, money: string, share: bigint, of: Parts) => void) =>
  (of: Parts): RandomMove =>
  (wallet) => {
    const share = some(wallet, moneyOf(of), of.percent);
    if (share > 0n) move(wallet, moneyOf(of), share, of);
  };

/** What is done with dollars and euros. */
const moneyMoves = [
  spent((wallet, money, share, of) => wallet.swap(money, share, FOR_MONEY, of.units, { wait: of.wait, ...of.costs })),
  // A gift comes, and something is sent away, beside the purchase.
  spent((wallet, money, share, of) => {
    const plain = [{ mint: money, in: of.units, out: of.lamports }];
    wallet.receive(money, of.lamports);
    wallet.act({ service: 'trade', tokens: { [money]: of.units - of.lamports - share, [FOR_MONEY]: of.units }, plain });
  }),
  any((wallet, of) => {
    const share = some(wallet, FOR_MONEY, of.percent);
    if (share > 0n) wallet.swap(FOR_MONEY, share, moneyOf(of), of.units, { wait: of.wait });
  }),
  any((wallet, of) => {
    const share = some(wallet, FOR_MONEY, of.percent);
    if (share > 0n) wallet.sell(FOR_MONEY, share, of.lamports, { wait: of.wait });
  }),
  spent((wallet, money, share, of) => {
    if (money !== OTHER_DOLLAR) wallet.swap(money, share, OTHER_DOLLAR, of.units, { wait: of.wait });
  }),
  spent((wallet, money, share, of) => wallet.send(money, share, { wait: of.wait })),
  spent((wallet, money, share) => wallet.placeOrder(money, share, `order of ${money}`)),
  any((wallet, of) =>
    wallet.filled(`order of ${moneyOf(of)}`, moneyOf(of), of.units, { tokens: { [FOR_MONEY]: of.units } }),
  ),
  any((wallet, of) => wallet.filled(`order of ${moneyOf(of)}`, moneyOf(of), of.units, { sol: of.lamports })),
  spent((wallet, money, share) =>
    wallet.act({ service: 'lending', programs: ['lender'], tokens: { [money]: -share } }),
  ),
  any((wallet, of) => wallet.act({ service: 'trade', programs: ['orders'], tokens: { [moneyOf(of)]: of.units } })),
];

const movesOf = (kinds: readonly ((of: Parts) => RandomMove)[]) =>
  fc.tuple(fc.constantFrom(...kinds), parts).map(([kind, of]) => kind(of));

/** Only purchases, sales, transfers out and burns. */
export const plainPlay = fc.array(movesOf(plainMoves), { maxLength: 40 });
/** Everything that a wallet may do; tokens for tokens cost no fee, so that nothing is paid but by purchases. */
export const anyPlay = fc.array(movesOf([...plainMoves, ...plainMoves, ...moneyMoves, ...otherMoves]), {
  maxLength: 60,
});

/** A wallet that has made these moves. */
export function playedWith(moves: readonly RandomMove[]): PlayedWallet {
  const money = { [DOLLAR]: 900_000n, [OTHER_DOLLAR]: 900_000n, [EURO]: 900_000n };
  const wallet = new PlayedWallet({ tokens: { first: 500n, ...money } });
  for (const move of moves) move(wallet);
  return wallet;
}
