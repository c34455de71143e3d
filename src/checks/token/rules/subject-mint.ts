import { clear, type Finding, raised, ruleFor } from '../../rule.ts';
import type { Subject, TokenEvidence } from '../evidence.ts';
import { reason } from '../reason.ts';

const article: Readonly<Record<Extract<Subject, { readonly is: 'other' }>['what'], string>> = {
  wallet: 'a wallet',
  program: 'a program',
  token_account: 'a token account',
  multisig: 'a multisig of a token program',
  account: 'an account of another program',
};

/** Is the subject the mint of a token? */
export const subjectMint = ruleFor<TokenEvidence>()({
  id: 'subject-mint',
  needs: ['mint'],
  codes: ['MINT_NOT_FOUND', 'NOT_A_MINT', 'MINT_UNINITIALIZED', 'UNSUPPORTED_TOKEN_PROGRAM', 'MINT_DATA_MALFORMED'],
  judge({ mint }) {
    switch (mint.is) {
      case 'mint':
        return clear;
      case 'nothing':
        return raised([
          reason('MINT_NOT_FOUND', {}),
          reason('NOT_A_MINT', { owner: null }, 'There is no account at the address, and so no mint.'),
        ]);
      case 'uninitialized':
        return raised([reason('MINT_UNINITIALIZED', { owner: mint.owner })]);
      case 'malformed':
        return raised([
          reason(
            'MINT_DATA_MALFORMED',
            { owner: mint.owner, found: mint.why },
            `The bytes of the mint contradict the layout of its token program: ${mint.why}.`,
          ),
        ]);
      case 'other':
        return otherAccount(mint);
    }
  },
});

function otherAccount({ what, owner, mint, looksLikeMint }: Extract<Subject, { readonly is: 'other' }>): Finding {
  if (looksLikeMint) return raised([reason('UNSUPPORTED_TOKEN_PROGRAM', { owner })]);
  const ofMint = mint === null ? '' : ` of the mint ${mint}`;
  const evidence = { owner, what, ...(mint === null ? {} : { mint }) };
  return raised([reason('NOT_A_MINT', evidence, `The address is no mint but ${article[what]}${ofMint}.`)]);
}
