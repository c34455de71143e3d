import {
  type FirstWeek,
  type Funding,
  isOfSource,
  isUnexplained,
  type Source,
  type WeekSource,
  weekWorth,
} from './evidence.ts';
import { tallyOf } from './tally.ts';

/** Later money below this is not reported (0.1 SOL): less does not fund a trader, and nobody gives more away to spoil an answer. */
export const LATER_LAMPORTS_MIN = 100_000_000n;

/** Other sources dwarf the first one when they gave four times as much: then it gave less than the 80 percent of a main source. */
const OTHERS_FACTOR = 4n;

/** The inputs of the comparison. `balance`: the present balance of the address, in lamports. */
interface Compared {
  readonly funding: Funding;
  readonly source: Source;
  readonly week: FirstWeek;
  readonly balance: bigint;
}

/** The comparison of others' money with that of the first source. */
export interface LaterMoney {
  /** True if others gave so much more that the first source says little about the origin of the money. */
  readonly dwarfs: boolean;
  /** True when not all was read: more transactions of the seven days, or before it first paid, or a balance that they do not explain. */
  readonly unread: boolean;
}

/** Compares the first source, and exchanges, with all others. */
export function laterMoneyOf({ funding, source, week, balance }: Compared): LaterMoney {
  const sum = (sources: readonly WeekSource[]) => sources.reduce((total, one) => total + weekWorth(one), 0n);
  const same = week.sources.filter((one) => isOfSource(one, source));
  const others = sum(week.sources.filter((one) => !same.includes(one)));
  const [before, within] = [tallyOf(funding).main, sum(same)];
  const first = before > within ? before : within;
  const brought = first + others;
  return {
    dwarfs: others >= LATER_LAMPORTS_MIN && others >= first * OTHERS_FACTOR,
    unread: !week.whole || funding.spent === null || isUnexplained(balance - week.laterLamports, brought),
  };
}
