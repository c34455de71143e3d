import { PublicKey, type TransactionInstruction } from '@solana/web3.js';
import { type Address, address, addressOf } from 'assay-core/solana/address.ts';
import { metadataAddress } from 'assay-core/solana/token/metaplex.ts';
import { TOKEN_PROGRAM } from 'assay-core/solana/token/programs.ts';
import type { AccountBytes } from 'assay-core/venues/venue.ts';
import type { Actor } from '../actors.ts';
import { type Feature, mintLength, ownMetadata } from '../extension-instructions.ts';
import { pay } from '../instructions.ts';
import { fixMetadata, metadataBytes, type Naming, nameMint } from '../metadata-instructions.ts';
import { type Act, MINUTE } from '../scene.ts';
import {
  createMintAccount,
  initializeMint,
  issue,
  openHolding,
  setAuthority,
  thaw,
  tokenHoldingOf,
  transfer,
} from '../token-instructions.ts';
import { type Coin, SUPPLY } from './coin.ts';
import { metaplexAccount } from './metaplex.ts';
import type { SamplePool } from './pool.ts';

/** A holder and its part of what is outside of the pool, in any unit. */
export interface Share {
  readonly holder: Actor;
  readonly weight: bigint;
}

/** How a coin comes into the world. Unless it is said otherwise, both powers over it are given up in the end. */
export interface LaunchPlan {
  readonly coin: Coin;
  /** The signer for the mint's address at its creation, and its maker. */
  readonly mint: Actor;
  readonly maker: Actor;
  readonly slot: number;
  readonly naming: Naming;
  /** Where the name stands; `already`: the mint is there from the beginning, with its name in it. */
  readonly named: 'metaplex' | 'inline' | 'already';
  readonly mutable?: boolean;
  readonly features?: readonly Feature[];
  readonly pool: SamplePool;
  readonly shares: readonly Share[];
  /** `transfer`: the maker gets the whole rest and hands it on; `issue`: each holder's tokens are minted into its account. */
  readonly by: 'transfer' | 'issue';
  readonly supply?: bigint;
  /** The slot in which the pool opens, where that is later than the launch; only where tokens are issued to each holder. */
  readonly opens?: number;
  /** Whether there is somebody who may freeze holders, in the beginning only or for good. */
  readonly freezable?: 'first' | 'always';
  /** True where new accounts are frozen, so that each has to be thawed first. */
  readonly thaws?: boolean;
  readonly keepsMint?: boolean;
  /** The later mint authority; none when absent. */
  readonly mintsNext?: Address | null;
}

/** Where the amount stands in a token account. */
const AMOUNT = 64;
const MINT_BYTES = 82;
/** Holders that one transaction can serve within the bytes of a packet. */
const HOLDERS_PER_TRANSACTION = 6;
/** Slots between two steps of a launch, so that only the maker is there in its first ones: twenty minutes. */
const STEP = 20 * MINUTE;

/** Shares that fall slowly from the first holder to the last, none of them above two percent for 60 holders. */
export function evenly(holders: readonly Actor[]): readonly Share[] {
  return holders.map((holder, index) => ({ holder, weight: BigInt(200 - index) }));
}

/** The executed history of a coin up to its last hand-over, and what has to be there before it. */
export function launch(plan: LaunchPlan): {
  readonly accounts: readonly AccountBytes[];
  readonly acts: readonly Act[];
} {
  const { coin, maker, slot, naming, pool, mutable = false } = plan;
  const by = address(maker.address);
  const { opens = null } = plan;
  const before = opens === null ? [...poolFilled(plan), ...handedOut(plan), handedOver(plan)] : handedOut(plan);
  const after = opens === null ? [] : [...poolFilled(plan), handedOver(plan)];
  const isStep = (instructions: readonly TransactionInstruction[]) => instructions.length > 0;
  const acts = [
    ...[born(plan), ...before].filter(isStep).map((instructions, index): Act => {
      const signers = index === 0 ? [plan.mint] : [];
      return { slot: slot + index * STEP, payer: maker, signers, instructions };
    }),
    ...after.filter(isStep).map((instructions, index): Act => {
      return { slot: (opens ?? slot) + index * STEP, payer: maker, instructions };
    }),
  ];
  const card = { mint: coin.mint, naming, updateAuthority: by, mutable, standard: 2 };
  const cards = plan.named === 'metaplex' ? [metaplexAccount(card)] : [];
  return { accounts: [...pool.accounts.map((account) => emptied(account, coin)), ...cards], acts };
}

/** The mint, and on Token-2022 its name. */
function born({ coin, maker, naming, named, mutable = false, features = [], freezable }: LaunchPlan) {
  if (named === 'already') return [];
  const by = address(maker.address);
  const isInline = named === 'inline';
  const all = isInline ? [...features, ownMetadata] : features;
  const bytes = mintLength(all);
  return [
    createMintAccount(by, coin, bytes, isInline ? bytes + metadataBytes(naming) : bytes),
    ...all.map((one) => one.begin(coin)),
    initializeMint(coin, by, freezable ? by : null, isInline ? [] : [metadataAddress(coin.mint)]),
    ...(isInline ? [nameMint(coin, by, naming)] : []),
    ...(isInline && !mutable ? [fixMetadata(coin, by)] : []),
  ];
}

/** The pool's part, and the rest for the maker where it is he who hands it on. */
function poolFilled(plan: LaunchPlan): readonly (readonly TransactionInstruction[])[] {
  const { coin, maker, pool } = plan;
  const by = address(maker.address);
  const vaults = pool.accounts.filter((account) => holds(account, coin) && amountOf(account) > 0n);
  const filled = [
    ...vaults.map((account) => issue(coin, by, account.address, amountOf(account))),
    opening(maker, pool),
  ];
  if (plan.by === 'issue') return [filled];
  return [[...filled, openHolding(by, by, coin), issue(coin, by, tokenHoldingOf(coin, by), outside(plan))]];
}

/** Names what the opening of a pool names: the pool, the other side that it begins with, and its LP tokens. It moves nothing. */
function opening(maker: Actor, { address: pool, other, accounts }: SamplePool): TransactionInstruction {
  const named = accounts.filter((account) => holds(account, other) || isMint(account)).map(({ address: at }) => at);
  const instruction = pay(maker, maker.publicKey, 0n);
  for (const at of new Set([pool, ...named])) {
    instruction.keys.push({ pubkey: new PublicKey(at), isSigner: false, isWritable: false });
  }
  return instruction;
}

/** Every holder's tokens, some holders at a time. */
function handedOut(plan: LaunchPlan): readonly (readonly TransactionInstruction[])[] {
  const { coin, maker } = plan;
  const by = address(maker.address);
  const each = amounts(plan).map(({ owner, amount }) => {
    const into = tokenHoldingOf(coin, owner);
    const given = plan.by === 'issue' ? issue(coin, by, into, amount) : transfer(coin, by, into, amount);
    return [openHolding(by, owner, coin), ...(plan.thaws ? [thaw(coin, by, owner)] : []), given];
  });
  const count = Math.ceil(each.length / HOLDERS_PER_TRANSACTION);
  return Array.from({ length: count }, (_, index) =>
    each.slice(index * HOLDERS_PER_TRANSACTION, (index + 1) * HOLDERS_PER_TRANSACTION).flat(),
  );
}

function handedOver({ coin, maker, keepsMint = false, mintsNext = null, freezable }: LaunchPlan) {
  const by = address(maker.address);
  return [
    ...(keepsMint ? [] : [setAuthority(coin, 'mint', by, mintsNext)]),
    ...(freezable === 'first' ? [setAuthority(coin, 'freeze', by, null)] : []),
  ];
}

/** Tokens outside of the pool, in atomic units. */
function outside({ pool, supply = SUPPLY }: LaunchPlan): bigint {
  return supply - pool.pooled;
}

/** Each holder's tokens; the last one gets what rounding left. */
function amounts(plan: LaunchPlan): readonly { readonly owner: Address; readonly amount: bigint }[] {
  const total = plan.shares.reduce((sum, { weight }) => sum + weight, 0n);
  let left = outside(plan);
  return plan.shares.map(({ holder, weight }, index) => {
    const amount = index === plan.shares.length - 1 ? left : (outside(plan) * weight) / total;
    left -= amount;
    return { owner: address(holder.address), amount };
  });
}

/** The account without its balance of the coin: every coin has to be minted by a transaction. */
export function emptied(account: AccountBytes, coin: Coin): AccountBytes {
  if (!holds(account, coin)) return account;
  const data = Buffer.from(account.data);
  data.writeBigUInt64LE(0n, AMOUNT);
  return { ...account, data };
}

function holds({ owner, data }: AccountBytes, { mint, program }: Coin): boolean {
  return owner === program && data.length > AMOUNT && addressOf(data.slice(0, 32)) === mint;
}

function isMint({ owner, data }: AccountBytes): boolean {
  return owner === TOKEN_PROGRAM && data.length === MINT_BYTES;
}

function amountOf({ data }: AccountBytes): bigint {
  return Buffer.from(data).readBigUInt64LE(AMOUNT);
}
