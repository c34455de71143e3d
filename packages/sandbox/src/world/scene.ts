import { PublicKey, type TransactionInstruction } from '@solana/web3.js';
import type { AccountBytes, Clock } from 'assay-core/venues/venue.ts';
import { START_SLOT, WORLD_SLOT_MS } from '#chain/gates.ts';
import { type SampleSubject, USDC_MINT } from '#identity.ts';
import type { Actor, Cast } from './actors.ts';
import { memoInstruction, mintTo, openTokenAccount, pay } from './instructions.ts';
import type { ReadAccount } from './market/pool.ts';
import type { TransactionDraft } from './transaction.ts';

/** The chain at the moment of an act. */
export interface Stage {
  readonly readAccount: ReadAccount;
  readonly clock: Clock;
}

/** A transaction of the sample world at its slot. One that depends on what others left is written when its turn comes. */
export interface Act extends Omit<TransactionDraft, 'instructions'> {
  readonly slot: number;
  readonly instructions: TransactionDraft['instructions'] | ((stage: Stage) => readonly TransactionInstruction[]);
  /** True for one that has to fail: then it is in its block all the same. */
  readonly fails?: boolean;
}

/** Lamports that an address has before the first transaction. */
export interface Endowment {
  readonly to: Actor;
  readonly lamports: bigint;
}

/**
 * A part of a story that is played when somebody first asks about it, because every start would have to wait for it. Nothing
 * else of the world may change what it changes, but for acts before its first one, such as a withdrawal to its wallet.
 */
export interface Sequel {
  /** Sequels of one title share accounts and are played as one. */
  readonly title: string;
  /** The accounts before its first act. */
  readonly endowments?: readonly Endowment[];
  accounts?(): readonly AccountBytes[];
  /** Written when it is played. */
  acts(): readonly Act[];
  /** A few acts that together name every address of `acts`: by them it is known who asks about it. */
  outline(): readonly Act[];
}

/** One story: its initial accounts, its acts, and the addresses that it makes interesting. */
export interface SampleScene {
  readonly endowments?: readonly Endowment[];
  /** Accounts that are there before the first transaction: tokens, pools and what they hold. */
  readonly accounts?: readonly AccountBytes[];
  readonly acts: readonly Act[];
  readonly sequels?: readonly Sequel[];
  readonly subjects: readonly SampleSubject[];
}

/** Writes a scene for the people of a seed. The result depends on nothing else. */
export type SceneWriter = (cast: Cast) => SampleScene;

/** Lamports of one SOL. */
export const SOL = 1_000_000_000n;
/** USDC's mint and the atomic units of one USDC. */
export const USDC = { mint: new PublicKey(USDC_MINT), decimals: 6, one: 1_000_000n } as const;

/** How many slots of the sample world take so many seconds. */
export function slotsIn(seconds: number): number {
  return Math.round((1_000 * seconds) / WORLD_SLOT_MS);
}

/** Slots of a minute, an hour and a day. */
export const MINUTE = slotsIn(60);
export const HOUR = slotsIn(3_600);
export const DAY = slotsIn(86_400);

/** The slot that lies this long before the sandbox's start. */
export function ago(days: number, hours = 0, minutes = 0): number {
  return START_SLOT - slotsIn(((days * 24 + hours) * 60 + minutes) * 60);
}

/** The mint authority of the sandbox's USDC, which pays for the faucet. */
export function faucet(cast: Cast): Actor {
  return cast.person('faucet');
}

/** USDC for an owner, its account opened by the faucet. */
export function usdcFromFaucet(cast: Cast, owner: PublicKey, amount: bigint): TransactionDraft {
  const payer = faucet(cast);
  return { payer, instructions: [openTokenAccount(payer, owner, USDC.mint), mintTo(payer, owner, USDC.mint, amount)] };
}

/**
 * An ordinary wallet with money of its own: it was funded long ago by somebody older, and has done a few things since.
 * Its history starts from zero, so it can be read to its birth.
 */
export function oldWallet(
  cast: Cast,
  name: string,
  lamports: bigint,
): { actor: Actor; scene: Omit<SampleScene, 'subjects'> } {
  const actor = cast.person(name);
  const elder = cast.person(`${name}, the elder`);
  return {
    actor,
    scene: {
      endowments: [{ to: elder, lamports: lamports * 2n }],
      acts: [
        { slot: ago(41, 3), payer: elder, instructions: [pay(elder, actor.publicKey, lamports)] },
        ...dailyLife(cast, actor, [40, 36, 31, 27]),
      ],
    },
  };
}

/** Small payments (to the world's one shop, unless another is named) and notes, one on each of these days before the start. */
export function dailyLife(cast: Cast, actor: Actor, days: readonly number[], shop = cast.person('shop')): Act[] {
  return days.map((day, index) => ({
    slot: ago(day, 2 + index),
    payer: actor,
    instructions:
      index % 2 === 0
        ? [pay(actor, shop.publicKey, SOL / 50n + BigInt(index))]
        : [memoInstruction(`a note of day ${day}`)],
  }));
}
