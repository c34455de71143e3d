import type { AccountState } from '#chain/chain-reader.ts';
import { known, missing, type Reading } from '#lib/reading.ts';
import type { TradeCheckSubject } from '#rules/trade/evidence.ts';
import { extensionOf, type FullMint } from '#solana/token/decoded-mint.ts';
import { readMint } from '#solana/token/mint.ts';
import { readTokenSubject } from '#solana/token/token-subject.ts';
import { feeTerm } from '#solana/token/transfer-fee.ts';
import { readTransferTerms, type TransferTerms } from '#solana/token/transfer-terms.ts';

/** A mint for the check, and its terms for quotes. */
export interface SubjectRead {
  readonly subject: TradeCheckSubject;
  readonly terms: TransferTerms | null;
}

/** Classifies the account of the subject, in an epoch. Extensions with contradicting lengths are `unreadable`. */
export function readTradeSubject(
  account: AccountState | null,
  epoch: bigint,
  reviewed: (mint: FullMint) => boolean,
): Reading<SubjectRead> {
  if (account === null) return known({ subject: { is: 'nothing' }, terms: null });
  const mint = readMint(account);
  if (mint === null) return known({ subject: { is: 'other', owner: account.owner }, terms: null });
  const terms = readTransferTerms(account.data);
  if (terms === null) return missing('mint', 'unreadable', 'extensions of the mint contradict their lengths');
  const fee = terms.fee && feeTerm(terms.fee, epoch);
  const full = readTokenSubject(account);
  if (full.is !== 'mint') return missing('mint', 'unreadable', 'the extensions of the mint could not be read');
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
        ...powersOf(full.mint),
        reviewed: reviewed(full.mint),
        unknownExtensions: terms.unknownTypes,
      },
    },
  });
}

function powersOf(mint: FullMint) {
  return {
    freezeAuthority: mint.freezeAuthority,
    permanentDelegate: extensionOf(mint, 'permanent_delegate')?.delegate ?? null,
    pauseAuthority: extensionOf(mint, 'pausable')?.authority ?? null,
    hookAuthority: extensionOf(mint, 'transfer_hook')?.authority ?? null,
  };
}
