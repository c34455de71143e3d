import type { HistoryReader, SignatureEntry } from '#chain/chain-reader.ts';
import type { LabelTable } from '#chain/labels/label.ts';
import type { Link } from '#derive/token/insiders/clusters.ts';
import type { Reading } from '#lib/reading.ts';
import { type Address, address, isOnCurve, SYSTEM_PROGRAM } from '#solana/address.ts';
import type { Transaction } from '#solana/transaction.ts';
import { PAGE_SIGNATURES } from '../../sources/listing.ts';
import { isService } from './funding.ts';

/** Newest transactions of a wallet in which payments are searched. */
const NEWEST_MAX = 2;

/** A payment counts from 0.01 SOL on: less is sent as dust. */
const PAID_LAMPORTS_MIN = 10_000_000n;

/** Programs of a plain payment. Terminals take their fees in trades, and their users have nothing in common. */
const PLAIN_PROGRAMS: ReadonlySet<Address> = new Set([
  SYSTEM_PROGRAM,
  address('ComputeBudget111111111111111111111111111111'),
  address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
]);

/** A wallet, and the newest page of its history. */
export interface Paying {
  readonly wallet: Address;
  readonly page: Reading<readonly SignatureEntry[]>;
}

/**
 * Finds wallets to which two or more paid lately, in two rounds. Labelled ones and those with a full page of history serve many.
 */
export async function readSharedRecipients(
  payers: readonly Paying[],
  labels: LabelTable,
  reader: HistoryReader,
): Promise<readonly Link[]> {
  const paid = await Promise.all(payers.map((payer) => paidBy(payer, reader)));
  const payersOf = new Map<Address, Address[]>();
  for (const [index, recipients] of paid.entries()) {
    const wallet = payers[index]?.wallet;
    for (const recipient of recipients)
      if (wallet) payersOf.set(recipient, [...(payersOf.get(recipient) ?? []), wallet]);
  }
  const shared = [...payersOf].filter(([recipient, wallets]) => wallets.length > 1 && !isService(recipient, labels));
  const links = shared.map(async ([source, wallets]): Promise<readonly Link[]> => {
    const page = await reader.signatures(source);
    return page.known && page.value.length < PAGE_SIGNATURES ? [{ by: 'sink', source, wallets }] : [];
  });
  return (await Promise.all(links)).flat();
}

async function paidBy({ wallet, page }: Paying, reader: HistoryReader): Promise<ReadonlySet<Address>> {
  const newest = (page.known ? page.value : []).filter(({ failed }) => !failed).slice(0, NEWEST_MAX);
  const bodies = await Promise.all(newest.map(({ signature }) => reader.transaction(signature)));
  return new Set(bodies.flatMap((body) => (body.known ? plainPayments(body.value, wallet) : [])));
}

function plainPayments({ failed, instructions, moves }: Transaction, wallet: Address): readonly Address[] {
  if (failed || !instructions.every(({ program }) => PLAIN_PROGRAMS.has(program))) return [];
  return moves.flatMap((move) =>
    move.kind === 'transfer' && move.from === wallet && move.lamports >= PAID_LAMPORTS_MIN && isOnCurve(move.to)
      ? [move.to]
      : [],
  );
}
