import { OVERHEAD_BYTES } from '#chain/gates/schedule.ts';
import type { AccountState } from '#chain/model.ts';
import type { NetworkFacts } from '#checks/trade/evidence.ts';
import { Bytes } from '#lib/bytes.ts';
import type { Reading } from '#lib/reading.ts';
import { TOKEN_PROGRAM } from '#lib/token/programs.ts';
import type { SubjectRead } from './subject.ts';

/** Lamports a byte u64 at 0, then 8 bytes that SIMD-0194 left without a meaning, and the percentage that is burnt. */
const RENT_BYTES = 17;
/** What the 8 bytes were before: how many years' rent, an f64 that was always 2, made an account exempt. */
const TWO_YEARS = 2;
const TOKEN_ACCOUNT_BYTES = 165n;
/** Account type and the extension ImmutableOwner, which an associated account of Token-2022 always has. */
const TOKEN_2022_BYTES = 5n;
const FEE_EXTENSION_BYTES = 12n;
const HOOK_EXTENSION_BYTES = 5n;
const PAUSABLE_EXTENSION_BYTES = 4n;

/** What the network takes: three quarters of the recent blocks that took a priority at all took no more than this one. */
export function networkFacts(
  fees: Reading<readonly bigint[]>,
  rent: AccountState | null | undefined,
  subject: SubjectRead | null,
  highest: bigint,
): NetworkFacts {
  const priority = fees.known ? upperQuartile(fees.value) : highest;
  return {
    priorityMicroLamports: priority > highest ? highest : priority,
    priorityIsAssumed: !fees.known,
    accountRentLamports: rent && rent.data.length === RENT_BYTES && subject ? rentOf(rent, subject) : null,
  };
}

function upperQuartile(fees: readonly bigint[]): bigint {
  const paid = fees.filter((fee) => fee > 0n).sort((a, b) => (a < b ? -1 : 1));
  return paid[Math.floor((paid.length * 3) / 4)] ?? 0n;
}

function rentOf(rent: AccountState, { subject, terms }: SubjectRead): bigint | null {
  if (subject.is !== 'mint') return null;
  const bytes = new Bytes(rent.data);
  const threshold = new DataView(rent.data.buffer, rent.data.byteOffset).getFloat64(8, true);
  const perByte = threshold === TWO_YEARS ? 2n * bytes.u64(0) : bytes.u64(0);
  let length = TOKEN_ACCOUNT_BYTES;
  if (subject.mint.program !== TOKEN_PROGRAM) {
    length += TOKEN_2022_BYTES;
    if (terms?.fee) length += FEE_EXTENSION_BYTES;
    if (terms?.hookProgram) length += HOOK_EXTENSION_BYTES;
    if (terms?.pausable) length += PAUSABLE_EXTENSION_BYTES;
  }
  return (BigInt(OVERHEAD_BYTES) + length) * perByte;
}
