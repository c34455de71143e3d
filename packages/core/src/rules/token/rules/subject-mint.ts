import { mintCodes } from '../../mint-codes.ts';
import { clear, raised, reason, ruleFor } from '../../rule.ts';
import type { TokenCheckSubject, TokenEvidence } from '../evidence.ts';
import type { TokenWeight } from '../policy.ts';

const article: Readonly<Record<Extract<TokenCheckSubject, { readonly is: 'other' }>['what'], string>> = {
  wallet: 'a wallet',
  program: 'a program',
  token_account: 'a token account',
  multisig: 'a multisig of a token program',
  account: 'an account of another program',
};

/** Is the subject the mint of a token? */
export const subjectMint = ruleFor<TokenEvidence, TokenWeight>()({
  id: 'subject-mint',
  needs: ['mint'],
  codes: {
    MINT_NOT_FOUND: {
      severity: 'info',
      category: 'identity',
      certainty: 'state',
      meaning: 'There is no account at the address.',
      action: 'Check the spelling, or ask again when the mint has been made.',
    },
    NOT_A_MINT: { ...mintCodes.NOT_A_MINT, category: 'identity', certainty: 'state' },
    MINT_UNINITIALIZED: {
      severity: 'info',
      category: 'identity',
      certainty: 'state',
      meaning: 'The account has room for a mint and was never initialized as one.',
      action: 'There is no token yet. Ask again when the mint has been made.',
    },
    UNSUPPORTED_TOKEN_PROGRAM: {
      severity: 'medium',
      category: 'identity',
      certainty: 'state',
      meaning: 'The account looks like a mint, but belongs to a program that is no token program known here.',
      action: 'Do not trade it on the word of this answer: what its program does to holders was not reviewed.',
    },
    MINT_DATA_MALFORMED: {
      severity: 'medium',
      category: 'identity',
      certainty: 'state',
      meaning: 'The bytes of the mint contradict the layout of its token program.',
      action: 'Do not trade it: wallets and programs may read it differently.',
    },
  },
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

function otherAccount({ what, owner, mint, looksLikeMint }: Extract<TokenCheckSubject, { readonly is: 'other' }>) {
  if (looksLikeMint) return raised([reason('UNSUPPORTED_TOKEN_PROGRAM', { owner })]);
  const ofMint = mint === null ? '' : ` of the mint ${mint}`;
  const evidence = { owner, what, ...(mint === null ? {} : { mint }) };
  return raised([reason('NOT_A_MINT', evidence, `The address is no mint but ${article[what]}${ofMint}.`)]);
}
