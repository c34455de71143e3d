import { PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js';
import { associatedKey, mintTo, openTokenAccount, pay } from 'assay-sandbox/world/instructions.ts';
import { type Coin, SOL_COIN } from 'assay-sandbox/world/market/coin.ts';
import type { Life } from '../life.ts';
import { moneyCoins } from '../stage/coins.ts';
import { SOL } from '../stage/stage.ts';
import type { Act } from './trades.ts';

const BURN = 8;

function some(life: Life, units: bigint): bigint {
  const parts = BigInt(life.chance.pick({ 100: 3, 50: 2, 13: 2 }));
  return (units * parts) / 100n;
}

const atLeastOne = (units: bigint) => (units > 0n ? units : 1n);

/** Lamports from a friend who pays for it. */
export const receiveSol: Act = (life) => {
  const { friend } = life.stage.people;
  const sheet = life.foreign(friend);
  sheet.receive(friend, life.chance.happens(0.2) ? BigInt(life.chance.whole(1, 20_000)) : life.milli(100, 4_000));
  return sheet;
};

/** Lamports to a friend. */
export const paySol: Act = (life) => {
  const lamports = life.milli(1, 700);
  if (life.spendable < lamports) return null;
  const sheet = life.sheet();
  sheet.give(life.stage.people.friend, lamports);
  return sheet;
};

/** Tokens from a friend: the account may be new, and then its rent is a gift too. */
export const receiveTokens: Act = (life) => {
  const { friend } = life.stage.people;
  const listed = life.oneOf(life.stage.listed);
  if (!listed) return null;
  const sheet = life.foreign(friend);
  if (life.chance.happens(0.15)) sheet.receive(friend, life.milli(1, 100));
  sheet.open(listed.coin);
  sheet.tokensFrom(friend, listed.coin, BigInt(life.chance.whole(1_000, 400_000)) * 1_000_000n);
  return sheet;
};

/** Coins of a currency from a friend. */
export const receiveMoney: Act = (life) => {
  const { friend } = life.stage.people;
  const coin = life.oneOf(moneyCoins);
  if (!coin) return null;
  const sheet = life.foreign(friend);
  sheet.open(coin);
  sheet.tokensFrom(friend, coin, BigInt(life.chance.whole(1_000_000, 190_000_000)));
  return sheet;
};

/** Coins of a currency to a stranger. */
export const payMoney: Act = (life) => {
  const coin = life.oneOf(moneyCoins.filter(({ mint }) => (life.merchantWallet.accounts.get(mint) ?? 0n) > 0n));
  if (!coin) return null;
  const sheet = life.sheet();
  sheet.tokensTo(life.stage.people.stranger, coin, atLeastOne(some(life, sheet.units(coin))), false);
  return sheet;
};

/** New tokens that whoever may make them puts into the wallet's account. */
export const airdrop: Act = (life) => {
  const { friend } = life.stage.people;
  const listed = life.oneOf(life.stage.listed.filter(({ coin }) => !life.stage.minted.has(coin)));
  if (!listed) return null;
  const sheet = life.foreign(friend);
  sheet.open(listed.coin);
  const units = BigInt(life.chance.whole(1, 90_000)) * 1_000_000n;
  sheet.instructions.push(mintTo(friend, life.actor.publicKey, new PublicKey(listed.coin.mint), units));
  sheet.adjust(listed.coin, units, friend);
  sheet.tokensIn.push([listed.coin.mint, units]);
  return sheet;
};

/** Tokens to somebody who has an account, or to somebody new, whose account the wallet pays for. */
export const sendTokens: Act = (life) => {
  const { stage, chance } = life;
  const listed = life.oneOf(life.held());
  if (!listed || life.spendable < SOL / 100n) return null;
  const isNew = chance.happens(0.4);
  if (isNew) life.met += 1;
  const to = isNew ? stage.cast.person(`met by ${life.actor.address}: ${life.met}`) : stage.people.stranger;
  const sheet = life.sheet();
  const units = some(life, sheet.units(listed.coin));
  sheet.tokensTo(to, listed.coin, atLeastOne(units), isNew);
  if (chance.happens(0.1)) sheet.tip(life.milli(0, 2) + 1_000n);
  return sheet;
};

/** A purchase that sends units of another coin away in the same transaction. */
export const buyAndSend: Act = (life) => {
  const { stage } = life;
  const listed = life.oneOf(stage.listed.filter(({ coin }) => !stage.minted.has(coin)));
  const sent = life.oneOf(life.held());
  const pool = listed?.pools[0];
  const lamports = life.milli(30, 300);
  if (!pool || !listed || !sent || sent.coin === listed.coin || life.spendable < lamports) return null;
  const sheet = life.sheet();
  sheet.tokensTo(stage.people.stranger, sent.coin, atLeastOne(some(life, sheet.units(sent.coin))), false);
  const { out } = sheet.swap(pool, SOL_COIN, lamports);
  sheet.deed = { kind: 'buy', mint: listed.coin.mint, units: out, lamports, coins: [] };
  return sheet;
};

/** Tokens that the wallet destroys. */
export const burn: Act = (life) => {
  const listed = life.oneOf(life.held());
  if (!listed) return null;
  const sheet = life.sheet();
  const { coin } = listed;
  const units = atLeastOne(some(life, sheet.units(coin)));
  sheet.instructions.push(burning(life, coin, units));
  sheet.adjust(coin, -units);
  sheet.deed = { kind: 'burn', mint: coin.mint, units };
  return sheet;
};

function burning({ actor }: Life, { mint, program }: Coin, units: bigint): TransactionInstruction {
  const data = Buffer.alloc(9);
  data[0] = BURN;
  data.writeBigUInt64LE(units, 1);
  const keys = [
    { pubkey: associatedKey(actor.publicKey, new PublicKey(mint)), isWritable: true, isSigner: false },
    { pubkey: new PublicKey(mint), isWritable: true, isSigner: false },
    { pubkey: actor.publicKey, isWritable: false, isSigner: true },
  ];
  return new TransactionInstruction({ programId: new PublicKey(program), keys, data });
}

/** Wraps lamports for later, or unwraps all of them. */
export const wrapOrUnwrap: Act = (life) => {
  const sheet = life.sheet();
  if (life.merchantWallet.accounts.has(SOL_COIN.mint)) {
    sheet.close(SOL_COIN);
    return sheet;
  }
  const lamports = life.milli(100, 1_500);
  if (life.spendable < lamports + SOL / 50n) return null;
  sheet.wrap(lamports, true);
  return sheet;
};

/** Lets a part or all of the wrapped lamports out of an account that stays open: for itself, or for a friend. */
export const unwrap: Act = (life) => {
  const wrapped = life.merchantWallet.accounts.get(SOL_COIN.mint) ?? 0n;
  if (wrapped === 0n) return null;
  const sheet = life.sheet();
  const lamports = life.chance.happens(0.4) ? null : atLeastOne(some(life, wrapped));
  const to = life.chance.happens(0.3) ? life.stage.people.friend : life.actor;
  sheet.unwrap(lamports, to, life.chance.happens(0.3));
  return sheet;
};

/** Takes out of accounts what was put there when rent was higher: for itself, or for a friend. */
export const withdraw: Act = (life) => {
  const coins = life.stage.listed.flatMap(({ coin }) => (life.merchantWallet.accounts.has(coin.mint) ? [coin] : []));
  if (coins.length === 0) return null;
  const sheet = life.sheet();
  const to = life.chance.happens(0.3) ? life.stage.people.friend : life.actor;
  sheet.withdraw(coins.slice(0, life.chance.whole(1, 3)), to, life.chance.happens(0.4));
  return sheet;
};

/** What an account of wrapped lamports holds beyond the rent of today becomes tokens, by its owner's doing or another's. */
export const sync: Act = (life) => {
  if (!life.merchantWallet.accounts.has(SOL_COIN.mint)) return null;
  const sheet = life.chance.happens(0.5) ? life.sheet() : life.foreign(life.stage.people.friend);
  sheet.sync();
  return sheet;
};

/** Opens an account for nothing, or closes an empty one. */
export const openOrClose: Act = (life) => {
  const { stage, merchantWallet } = life;
  const empty = stage.listed.filter(({ coin }) => merchantWallet.accounts.get(coin.mint) === 0n);
  const absent = stage.listed.filter(({ coin }) => !merchantWallet.accounts.has(coin.mint));
  const close = life.oneOf(empty);
  const open = life.oneOf(absent);
  const sheet = life.sheet();
  if (close && life.chance.happens(0.6)) sheet.close(close.coin);
  else if (open && life.spendable > SOL / 100n) sheet.open(open.coin);
  else return null;
  return sheet;
};

/** A tip for nothing. */
export const tipAlone: Act = (life) => {
  const lamports = life.milli(0, 5) + 1_000n;
  if (life.spendable < lamports) return null;
  const sheet = life.sheet();
  sheet.tip(lamports);
  return sheet;
};

/** Somebody's transaction that names the wallet and leaves all that it holds alone. */
export const named: Act = (life) => {
  const { friend } = life.stage.people;
  const sheet = life.foreign(friend);
  const listed = life.oneOf(life.stage.listed.filter(({ coin }) => life.merchantWallet.accounts.has(coin.mint)));
  if (listed && life.chance.happens(0.4))
    sheet.instructions.push(openTokenAccount(friend, life.actor.publicKey, new PublicKey(listed.coin.mint)));
  else if (life.chance.happens(0.5)) sheet.instructions.push(pay(friend, life.actor.publicKey, 0n));
  else sheet.instructions.push(mention(life));
  return sheet;
};

/** A payment of the friend's to itself with the wallet among the accounts. */
function mention({ actor, stage }: Life): TransactionInstruction {
  const { friend } = stage.people;
  const paid = SystemProgram.transfer({ fromPubkey: friend.publicKey, toPubkey: friend.publicKey, lamports: 1 });
  const keys = [...paid.keys, { pubkey: actor.publicKey, isWritable: false, isSigner: false }];
  return new TransactionInstruction({ programId: paid.programId, keys, data: paid.data });
}
