import type { Schedule } from '#chain/gates/schedule.ts';
import type { Category, LabelTable } from '#chain/labels/label.ts';
import type { Service } from '#checks/wallet/effect.ts';
import { type Address, address } from '#lib/address.ts';
import { METADATA_PROGRAM } from '#lib/token/metaplex.ts';
import { venues } from '#venues/index.ts';

/** What is known of programs and accounts when effects are read. Made once; the same for all wallets. */
export interface KnownPrograms {
  readonly labels: LabelTable;
  readonly stableMints: readonly Address[];
  /** Programs of the venues that we can quote, labelled or not. */
  readonly tradePrograms: ReadonlySet<Address>;
}

/** With what rent was at every slot of the transactions. */
export interface EffectWorld extends KnownPrograms {
  readonly schedule: Schedule;
}

/** What these labels tell; `stableMints` are coins of a dollar. */
export function knownPrograms(labels: LabelTable, stableMints: readonly Address[]): KnownPrograms {
  return { labels, stableMints, tradePrograms: new Set(venues.map(({ program }) => program)) };
}

const services: Partial<Readonly<Record<Category, Service>>> = {
  dex_program: 'trade',
  aggregator_program: 'trade',
  launchpad_program: 'trade',
  bot_program: 'trade',
  lending_perp_program: 'lending',
  staking_program: 'staking',
  nft_program: 'nft',
};

/** Where the category, which follows the maker of the program, says another business than the program's own. */
const exceptions: ReadonlyMap<Address, Service> = new Map<Address, Service>([
  [address('PERPHjGBqRHArX4DySjwM6UJHiR3sWAatqfdBS2qQJu'), 'lending'], // Jupiter Perpetuals
  [address('jup3YeL8QhtSx1e253b2FDvsMNC87fDrgQZivbrndc9'), 'lending'], // Jupiter Lend Earn
  [address('jupeiUmn818Jg1ekPURTpr4mFo29p46vygyykFJ3wZC'), 'lending'], // Jupiter Lend
  [address('jupr81YtYssSyPt8jbnGuiWon5f6x9TcDEFxYe3Bdzi'), 'lending'], // Jupiter Lend Borrow
  [address('LiMoM9rMhrdYrfzUCxQppvxCSG1FcrUK9G8uLq4A1GF'), 'trade'], // Kamino limit orders
  [address('GovaE4iu227srtG2s3tZzB4RmWBzw8sTwrCLZz7kN7rY'), 'other'], // Jupiter governance
  [address('meRjbQXFNf5En86FXT2YPz1dQzLj4Yb3xK8u1MVgqpb'), 'other'], // an airdrop's distributor
  // It describes fungible tokens as well as NFTs, and launchpads call it.
  [METADATA_PROGRAM, 'other'],
]);

/** The service that a program gives; null for one about which nothing is known. */
export function serviceOfProgram(world: KnownPrograms, program: Address): Service | null {
  const exception = exceptions.get(program);
  if (exception !== undefined) return exception;
  if (world.tradePrograms.has(program)) return 'trade';
  const label = world.labels.find(program);
  return label === null ? null : (services[label.category] ?? 'other');
}

/** Whether transfers to the account are tips for inclusion, or what a bot, wallet, router or launchpad takes for itself. */
export function takerOf(world: KnownPrograms, account: Address): 'tip' | 'platform' | null {
  switch (world.labels.find(account)?.category) {
    case 'jito_tip':
    case 'tip_account':
      return 'tip';
    case 'bot_fee_account':
    case 'wallet_fee_account':
    case 'aggregator_fee_account':
    case 'launchpad_fee_account':
      return 'platform';
    default:
      return null;
  }
}
