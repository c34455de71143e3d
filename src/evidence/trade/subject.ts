import type { AccountState } from '#chain/model.ts';
import type { Subject } from '#checks/trade/evidence.ts';
import { known, missing, type Reading } from '#lib/reading.ts';
import { readMint } from '#lib/token/mint.ts';
import { readTransferTerms, type TransferTerms } from '#lib/token/terms.ts';
import { feeTerm } from '#lib/token/transfer-fee.ts';

/** A mint as the check judges it, and its terms as quotes need them. */
export interface SubjectRead {
  readonly subject: Subject;
  readonly terms: TransferTerms | null;
}

/** What the account of the subject is, in an epoch. Extensions that contradict their own lengths are `unreadable`. */
export function readSubject(account: AccountState | null, epoch: bigint): Reading<SubjectRead> {
  if (account === null) return known({ subject: { is: 'nothing' }, terms: null });
  const mint = readMint(account);
  if (mint === null) return known({ subject: { is: 'other', owner: account.owner }, terms: null });
  const terms = readTransferTerms(account.data);
  if (terms === null) return missing('mint', 'unreadable', 'extensions of the mint contradict their lengths');
  const fee = terms.fee && feeTerm(terms.fee, epoch);
  return known({
    terms,
    subject: {
      is: 'mint',
      mint: {
        program: mint.program,
        decimals: mint.decimals,
        supply: mint.supply,
        transferFee: fee && fee.basisPoints > 0n ? { bps: Number(fee.basisPoints), maximum: fee.maximum } : null,
        feeIsMutable: terms.fee?.mutable ?? false,
        nonTransferable: terms.nonTransferable,
        frozenByDefault: terms.frozenByDefault,
        paused: terms.paused,
        hookProgram: terms.hookProgram,
        unknownExtensions: terms.unknownTypes,
      },
    },
  });
}
