import { known, missing, type Reading } from '#lib/reading.ts';
import type { Address } from '#solana/address.ts';
import { nativeBalances } from '#solana/decode/balances.ts';
import { WRAPPED_SOL } from '#solana/token/programs.ts';
import type { Transaction } from '#solana/transaction.ts';
import { fillOf } from './effect-fill.ts';
import { fundedAccounts, NOBODY } from './effect-funded.ts';
import { fillerOf, isJoint } from './effect-joint.ts';
import { isMarketTrade, outerPrograms, saleImpact, serviceOf, stableRate } from './effect-market.ts';
import { rentsOf } from './effect-rents.ts';
import type { EffectWorld, Stand, TokenAccountChange, WalletTransaction } from './effect-scene.ts';
import { heldBy, sceneOf, sidesOf } from './effect-scene.ts';
import { cobuyersOf, createdMints, depositsOf, fillOwners, madeTokens, onwardOf, releasedOf } from './effect-tokens.ts';
import { type LamportTransfers, lamportTransfers, plainTokens } from './effect-transfers.ts';
import type { Effect, HeldAccount, HeldBalance, PlainTokens } from './effect-type.ts';

type Balances = Pick<
  Effect,
  'signature' | 'slot' | 'index' | 'time' | 'failed' | 'signed' | 'native' | 'accounts' | 'fee'
>;
type Attributions = Omit<Effect, keyof Balances>;

/** A failed transaction only costs its fee. */
const NOTHING: Attributions = {
  tips: 0n,
  platformFees: 0n,
  rentFromOthers: 0n,
  rentForOthers: 0n,
  givenIn: 0n,
  givenOut: 0n,
  funded: NOBODY,
  plain: [],
  minted: [],
  burned: [],
  created: [],
  programs: [],
  service: null,
  deposits: [],
  onward: [],
  released: [],
  cobuyers: 0,
  poolImpactBps: null,
  joint: false,
  atMarket: false,
  counterparty: null,
  rate: null,
};

/**
 * What the transaction did to the wallet. The gap `history_missing`: old metadata lacks the owner of a token account that changed,
 * and nothing else shows it.
 */
export function effectOf(transaction: Transaction, wallet: Address, world: EffectWorld): Reading<Effect> {
  const sides = sidesOf(transaction);
  if (!fillOwners(sides, transaction, wallet)) {
    return missing('effect', 'history_missing', 'the metadata does not name the owner of a token account that changed');
  }
  if (transaction.failed) return known(together(transaction, wallet, sides, NOTHING));
  const scene = sceneOf(transaction, wallet, world, sides);
  return known(together(transaction, wallet, sides, attributionsOf(scene)));
}

/** Lists each member, because spreading two objects of this size takes longer than all the rest. */
function together(
  transaction: Transaction,
  wallet: Address,
  sides: readonly TokenAccountChange[],
  of: Attributions,
): Effect {
  return {
    signature: transaction.signature,
    slot: transaction.slot,
    index: transaction.index,
    time: transaction.blockTime,
    failed: transaction.failed,
    signed: transaction.signers.includes(wallet),
    native: nativeBalances(transaction, wallet),
    accounts: changedAccounts(sides, wallet),
    fee: feeOf(transaction, wallet),
    tips: of.tips,
    platformFees: of.platformFees,
    rentFromOthers: of.rentFromOthers,
    rentForOthers: of.rentForOthers,
    givenIn: of.givenIn,
    givenOut: of.givenOut,
    funded: of.funded,
    plain: of.plain,
    minted: of.minted,
    burned: of.burned,
    created: of.created,
    programs: of.programs,
    service: of.service,
    deposits: of.deposits,
    onward: of.onward,
    released: of.released,
    cobuyers: of.cobuyers,
    poolImpactBps: of.poolImpactBps,
    joint: of.joint,
    atMarket: of.atMarket,
    counterparty: of.counterparty,
    rate: of.rate,
  };
}

function feeOf({ feePayer, fee }: Transaction, wallet: Address): bigint {
  return feePayer === wallet ? fee : 0n;
}

function changedAccounts(sides: readonly TokenAccountChange[], wallet: Address): readonly HeldAccount[] {
  const accounts: HeldAccount[] = [];
  for (const side of sides) {
    const { account, mint, decimals, before, after } = side;
    const [had, has] = [heldBy(side, before, wallet), heldBy(side, after, wallet)];
    if (had === null && has === null) continue;
    accounts.push({ account, mint, decimals, before: balanceOf(had), after: balanceOf(has) });
  }
  return accounts;
}

function balanceOf(stand: Stand | null): HeldBalance | null {
  return stand && { amount: stand.amount, lamports: stand.lamports };
}

function attributionsOf(scene: WalletTransaction): Attributions {
  const { transaction, wallet } = scene;
  const transfers = lamportTransfers(scene);
  const rents = rentsOf(scene);
  const plain = plainTokens(scene);
  const changes = byPrograms(scene, plain);
  const costs = feeOf(transaction, wallet) + transfers.tips + transfers.platformFees + rents.forOthers;
  const gained = scene.worth - rents.fromOthers;
  const givenIn = transfers.givenIn + rents.given;
  const lamports = gained + costs - givenIn + transfers.givenOut;
  const isSale = lamports > 0n && [...changes.values()].some((amount) => amount < 0n);
  const poolImpactBps = saleImpact(scene, isSale);
  const isPaid = isSale && poolImpactBps !== null;
  const service = serviceOf(scene, { lamports, mints: changes.size, isPaid });
  const fill = service === 'trade' ? fillOf(scene) : null;
  let market: boolean | undefined;
  const isMarket = () => (market ??= isAtMarket(scene, changes, lamports));
  const joint = service === 'trade' && isJoint(scene, fill, isMarket);
  const released = releasedOf(scene, gained);
  return {
    tips: transfers.tips,
    platformFees: transfers.platformFees,
    rentFromOthers: rents.fromOthers,
    rentForOthers: rents.forOthers,
    givenIn,
    givenOut: transfers.givenOut,
    funded: fundedAccounts(scene),
    plain,
    minted: madeTokens(scene, 'mint_tokens'),
    burned: madeTokens(scene, 'burn_tokens'),
    created: createdMints(scene),
    programs: outerPrograms(scene),
    service,
    deposits: depositsOf(scene),
    onward: onwardOf(scene),
    released,
    cobuyers: cobuyersOf(scene),
    poolImpactBps,
    joint,
    atMarket: service === 'trade' && !joint && isGiving(transfers, plain) && isMarket(),
    counterparty: fill?.counterparty ?? fillerOf(scene, released, gained),
    rate: joint ? null : stableRate(scene),
  };
}

/** The changes of mints that plain transfers do not explain, including mints whose accounts were the wallet's only within it. */
function byPrograms({ tokens }: WalletTransaction, plain: readonly PlainTokens[]): ReadonlyMap<Address, bigint> {
  const changes = new Map(tokens);
  for (const { mint, in: came, out } of plain)
    changes.set(mint as Address, (tokens.get(mint as Address) ?? 0n) - came + out);
  return new Map([...changes].filter(([, change]) => change !== 0n));
}

function isGiving({ givenOut }: LamportTransfers, plain: readonly PlainTokens[]): boolean {
  return givenOut > 0n || plain.some(({ out }) => out > 0n);
}

/** Whether exchanges with a label took what programs moved from the wallet, and paid all that these brought. */
function isAtMarket(scene: WalletTransaction, changes: ReadonlyMap<Address, bigint>, lamports: bigint): boolean {
  const moved = lamports === 0n ? [...changes] : [...changes, [WRAPPED_SOL, lamports] as const];
  const given = new Map(moved.filter(([, amount]) => amount < 0n).map(([mint, amount]) => [mint, -amount]));
  const got = new Map(moved.filter(([, amount]) => amount > 0n));
  return given.size > 0 && got.size > 0 && isMarketTrade(scene, given, got);
}
