import { EPOCH_SLOTS } from '#chain/gates/table.ts';
import type { StateReader } from '#chain/model.ts';
import { CLOCK, clockTime } from '#chain/moments.ts';
import type { AsOf } from '#checks/check.ts';
import { address } from '#lib/address.ts';
import { Bytes } from '#lib/bytes.ts';
import { known, missing, type Reading } from '#lib/reading.ts';
import type { Clock } from '#venues/model.ts';
import type { Round } from './rounds.ts';

const SYSVAR_OWNER = address('Sysvar1111111111111111111111111111111111111');

/** The moment of a check: for quotes, and for the answer. */
export interface Moment {
  readonly clock: Clock;
  readonly asOf: AsOf;
}

/** The time of a slot that was asked for beside the round, in the expectation that the round will be of that slot. */
export interface ExpectedTime {
  readonly slot: number;
  readonly time: Promise<Reading<number | null>>;
}

/** The moment that a round was read at, by the chain's clock, else by the block time of its slot. */
export async function momentOf(
  round: Round,
  reader: StateReader,
  expected: ExpectedTime | null,
): Promise<Reading<Moment>> {
  const clock = clockIn(round);
  if (clock !== null) return known(moment(clock, round.slot));
  const time = await (expected?.slot === round.slot ? expected.time : reader.blockTime(round.slot));
  if (!time.known) return time;
  if (time.value === null) return missing('as_of', 'rpc_unavailable', 'no time for the slot');
  const epoch = BigInt(Math.floor(round.slot / EPOCH_SLOTS));
  return known(moment({ slot: BigInt(round.slot), epoch, unixTime: BigInt(time.value) }, round.slot));
}

/** The clock of the round; null where it is not there, or says what cannot be. */
function clockIn({ accounts }: Round): Clock | null {
  const account = accounts.get(CLOCK);
  if (!account || account.owner !== SYSVAR_OWNER || clockTime(account.data) === null) return null;
  const bytes = new Bytes(account.data);
  return { slot: bytes.u64(0), epoch: bytes.u64(16), unixTime: bytes.i64(32) };
}

function moment(clock: Clock, slot: number): Moment {
  return { clock, asOf: { slot, commitment: 'confirmed', time: Number(clock.unixTime) } };
}
