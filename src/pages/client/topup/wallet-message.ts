import { byteReader, littleEndian, toBase58 } from './wallet-bytes.ts';

/** One instruction of a transaction, with its accounts by address. */
interface Instruction {
  readonly program: string;
  readonly accounts: readonly string[];
  readonly data: Uint8Array;
}

interface Message {
  readonly signers: readonly string[];
  readonly instructions: readonly Instruction[];
}

/** The agreed transfer; `amountAtomic` in atomic units of the mint. */
export interface ExpectedTransfer {
  readonly payer: string;
  readonly mint: string;
  /** The wallet that is paid, and its token account. */
  readonly payTo: string;
  readonly destination: string;
  readonly amountAtomic: bigint;
  readonly memo: string;
}

/** The effect of a transaction's bytes, or why they are not the agreed transfer. */
export type TransferReading = Costs | { readonly refused: string };

/** The costs of a transfer beside its amount: the network fee in lamports, and whether it may open the recipient's account. */
export interface Costs {
  readonly feeLamports: bigint;
  readonly opensAccount: boolean;
}

const SIGNATURE_BYTES = 64;
const KEY_BYTES = 32;
const VERSION_0 = 0x80;
const BUDGET = 'ComputeBudget111111111111111111111111111111';
const TOKEN_PROGRAMS = ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'];
const MEMO_PROGRAM = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
const OPENING_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';
const TRANSFER_CHECKED = 12;
const OPEN_IDEMPOTENT = 1;
/** Compute units that a transaction can have. */
const UNITS_MAX = 1_400_000n;
const UNIT_LIMIT = 2;
const UNIT_PRICE = 3;
/** A signature's price, and the units that a transaction gets when it names no limit. */
const SIGNATURE_LAMPORTS = 5_000n;
const MICROLAMPORTS = 1_000_000n;
/** More than a plain transfer ever costs: 0.001 SOL. */
const FEE_LAMPORTS_MAX = 1_000_000n;

/**
 * Reads an unsigned transaction and compares it with its terms, so that a person signs what the page shows: one checked transfer of the
 * amount from the payer to the account, which it may open, and one memo. The payer alone signs and pays the fee.
 */
export function readTransfer(transaction: Uint8Array, terms: ExpectedTransfer): TransferReading {
  try {
    const { signers, instructions } = readMessage(transaction);
    if (signers.length !== 1 || signers[0] !== terms.payer) return refuse('it asks other wallets to sign');
    const of = (...programs: readonly string[]) => instructions.filter(({ program }) => programs.includes(program));
    const [budget, openings] = [of(BUDGET), of(OPENING_PROGRAM)];
    const [transfers, memos] = [of(...TOKEN_PROGRAMS), of(MEMO_PROGRAM)];
    const known = budget.length + openings.length + transfers.length + memos.length;
    if (known !== instructions.length || transfers.length !== 1 || memos.length !== 1 || openings.length > 1) {
      return refuse('it does more than one transfer with a memo');
    }
    const wrong = [...transfers.map((one) => differs(one, terms)), ...openings.map((one) => opensOther(one, terms))];
    const first = wrong.find((one) => one !== null);
    if (first) return refuse(first);
    if (memos.some(({ data }) => new TextDecoder().decode(data) !== terms.memo))
      return refuse('its memo is another one');
    const feeLamports = feeOf(budget);
    if (feeLamports > FEE_LAMPORTS_MAX) return refuse('its network fee is too high');
    return { feeLamports, opensAccount: openings.length > 0 };
  } catch {
    return refuse('it cannot be read');
  }
}

function refuse(why: string): TransferReading {
  return { refused: `The prepared transaction is not what was asked for: ${why}. It was not given to the wallet.` };
}

function differs({ accounts, data }: Instruction, terms: ExpectedTransfer): string | null {
  const [, mint, destination, authority] = accounts;
  if (data[0] !== TRANSFER_CHECKED) return 'it is no checked transfer';
  if (mint !== terms.mint) return 'it moves another token';
  if (destination !== terms.destination) return 'it pays another account';
  if (authority !== terms.payer) return 'it takes from another wallet';
  return littleEndian(data.subarray(1, 9)) === terms.amountAtomic ? null : 'it moves another amount';
}

/** The payer may have to open the account that is paid, and no other. */
function opensOther({ accounts, data }: Instruction, terms: ExpectedTransfer): string | null {
  const [funder, account, owner, mint] = accounts;
  const agreed =
    funder === terms.payer && account === terms.destination && owner === terms.payTo && mint === terms.mint;
  return agreed && data.length === 1 && data[0] === OPEN_IDEMPOTENT ? null : 'it opens another account';
}

function feeOf(budget: readonly Instruction[]): bigint {
  const of = (code: number, absent: bigint): bigint => {
    const found = budget.find(({ data }) => data[0] === code);
    return found ? littleEndian(found.data.subarray(1)) : absent;
  };
  // Without a limit of its own a transaction has one for each instruction, together at most the limit of a whole transaction.
  const priority = of(UNIT_LIMIT, UNITS_MAX) * of(UNIT_PRICE, 0n);
  return SIGNATURE_LAMPORTS + (priority + MICROLAMPORTS - 1n) / MICROLAMPORTS;
}

/** A version 0 transaction without lookup tables, whose every account is therefore named in it. */
function readMessage(transaction: Uint8Array): Message {
  const read = byteReader(transaction);
  read.take(read.length() * SIGNATURE_BYTES);
  if (read.byte() !== VERSION_0) throw new RangeError('not version 0');
  const required = read.byte();
  read.take(2);
  const keys = Array.from({ length: read.length() }, () => toBase58(read.take(KEY_BYTES)));
  read.take(KEY_BYTES);
  const key = (place: number): string => {
    const found = keys[place];
    if (found === undefined) throw new RangeError('an account that is not there');
    return found;
  };
  const instructions = Array.from({ length: read.length() }, () => ({
    program: key(read.byte()),
    accounts: Array.from(read.take(read.length()), key),
    data: read.take(read.length()),
  }));
  if (read.length() !== 0 || read.left() !== 0) throw new RangeError('lookup tables');
  return { signers: keys.slice(0, required), instructions };
}

/** The first signature of a signed transaction in base58: its name on the chain. Null if it is empty. */
export function payerSignatureOf(transaction: Uint8Array): string | null {
  const read = byteReader(transaction);
  if (read.length() === 0) return null;
  const signature = read.take(SIGNATURE_BYTES);
  return signature.every((byte) => byte === 0) ? null : toBase58(signature);
}
