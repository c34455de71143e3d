import { type Address, address } from '#solana/address.ts';
import { Bytes } from '#solana/bytes.ts';
import type { Instruction } from '#solana/transaction.ts';
import type { WalletTransaction } from './effect-scene.ts';

/** Jupiter's order engine. Source: jup-ag/rfq-webhook-toolkit `programs/order-engine/src/lib.rs`. */
const JUPITER_ORDER_ENGINE = address('61DFfeTKM7trxYcPQCM78bJ794ddZprZpAwAnLiwTpYH');

/**
 * `fill(input_amount: u64, output_amount: u64, expire_at: i64)`, an Anchor instruction. The taker and the maker sign; the program
 * moves exactly these amounts between the two and takes no mint with a transfer fee. Source: `instructions/fill.rs` there.
 */
const FILL = {
  discriminator: 'a860b7a35c0a28a0',
  bytes: 32,
  input: 8,
  output: 16,
  taker: 0,
  maker: 1,
  inputMint: 6,
  outputMint: 8,
} as const;

/** What a fill changed for the other party; below 0 what that party gave. Atomic units of the mint. */
interface FillLeg {
  readonly mint: Address;
  readonly change: bigint;
}

/** The fills of a transaction in which the wallet is one party, all with the same other one. */
export interface CosignedFill {
  readonly counterparty: Address;
  readonly legs: readonly FillLeg[];
}

/** The wallet's fills by an order engine; null without one, and where several others filled. */
export function fillOf({ transaction, wallet }: WalletTransaction): CosignedFill | null {
  if (transaction.signers.length < 2) return null;
  let counterparty: Address | null = null;
  const legs: FillLeg[] = [];
  for (const instruction of transaction.instructions) {
    const fill = readFill(instruction, wallet);
    if (fill === null) continue;
    if (counterparty !== null && counterparty !== fill.counterparty) return null;
    counterparty = fill.counterparty;
    legs.push(...fill.legs);
  }
  return counterparty === null ? null : { counterparty, legs };
}

function readFill({ program, accounts, data }: Instruction, wallet: Address): CosignedFill | null {
  if (program !== JUPITER_ORDER_ENGINE || data === null || data.length < FILL.bytes) return null;
  const [taker, maker] = [accounts[FILL.taker], accounts[FILL.maker]];
  const [inputMint, outputMint] = [accounts[FILL.inputMint], accounts[FILL.outputMint]];
  if (!taker || !maker || !inputMint || !outputMint || taker === maker) return null;
  const bytes = new Bytes(data);
  if ((wallet !== taker && wallet !== maker) || !bytes.spells(0, FILL.discriminator)) return null;
  const [input, output] = [bytes.u64(FILL.input), bytes.u64(FILL.output)];
  const sign = wallet === taker ? 1n : -1n;
  return {
    counterparty: wallet === taker ? maker : taker,
    legs: [
      { mint: inputMint, change: sign * input },
      { mint: outputMint, change: -sign * output },
    ],
  };
}
