import type { AccountState } from '#chain/chain-reader.ts';
import type { NetworkFacts } from '#rules/trade/evidence.ts';
import { Bytes } from '#solana/bytes.ts';
import { OVERHEAD_BYTES } from '#solana/gates/gate-schedule.ts';
import { TOKEN_PROGRAM } from '#solana/token/programs.ts';
import type { SubjectRead } from './subject.ts';

/** The rent sysvar: lamports a byte as a u64 at 0, then 8 bytes without meaning since SIMD-0194, and the burnt percentage. */
const RENT_BYTES = 17;

/** The earlier value of the 8 bytes: the years of rent for exemption, an f64 that was always 2. */
const TWO_YEARS = 2;

const TOKEN_ACCOUNT_BYTES = 165n;

/** Account type and the extension ImmutableOwner, which Token-2022 associated accounts always have. */
const TOKEN_2022_BYTES = 5n;

const FEE_EXTENSION_BYTES = 12n;

const HOOK_EXTENSION_BYTES = 5n;

const PAUSABLE_EXTENSION_BYTES = 4n;

/** The network's fees. The priority fee is the upper quartile of the fees of recent blocks that had any. `fees`: null if unread. */
export function networkFacts(
  fees: readonly bigint[] | null,
  rent: AccountState | null | undefined,
  subject: SubjectRead,
  highest: bigint,
): NetworkFacts {
  const priority = fees === null ? highest : upperQuartile(fees);
  return {
    priorityMicroLamports: priority > highest ? highest : priority,
    priorityIsAssumed: fees === null,
    accountRentLamports: rent && rent.data.length === RENT_BYTES ? rentOf(rent, subject) : null,
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
