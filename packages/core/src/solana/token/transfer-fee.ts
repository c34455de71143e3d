import { Bytes } from '../bytes.ts';
import type { FeeTerm, TransferFee } from './decoded-mint.ts';

const BYTES = 108;
const BASIS_POINTS = 10_000n;

/**
 * The extension TransferFeeConfig (layout: authority 0, withdraw authority 32, withheld 64, older term 72, newer term 90,
 * each of epoch u64, maximum u64, basis points u16); null on another length, and for a fee of more than everything.
 */
export function readTransferFee(data: Uint8Array): TransferFee | null {
  if (data.length !== BYTES) return null;
  const bytes = new Bytes(data);
  const fee = { older: term(bytes, 72), newer: term(bytes, 90), mutable: !bytes.isZero(0, 32) };
  return fee.older.basisPoints > BASIS_POINTS || fee.newer.basisPoints > BASIS_POINTS ? null : fee;
}

function term(bytes: Bytes, at: number): FeeTerm {
  return { epoch: bytes.u64(at), maximum: bytes.u64(at + 8), basisPoints: BigInt(bytes.u16(at + 16)) };
}

/** The fee term of an epoch. */
export function feeTerm(fee: TransferFee, epoch: bigint): FeeTerm {
  return epoch >= fee.newer.epoch ? fee.newer : fee.older;
}

/** The fee on a transfer of `amount` atomic units in an epoch: rounded up, at most the maximum. */
export function transferFeeOf(fee: TransferFee | null, amount: bigint, epoch: bigint): bigint {
  if (fee === null) return 0n;
  const { basisPoints, maximum } = feeTerm(fee, epoch);
  const taken = (amount * basisPoints + BASIS_POINTS - 1n) / BASIS_POINTS;
  return taken < maximum ? taken : maximum;
}
