import { TOKEN_2022_PROGRAM, WRAPPED_SOL } from '#solana/token/programs.ts';
import { raised } from '../../rule.ts';
import { tokenRule } from '../policy.ts';

/** Which program keeps the balances, and is the token SOL itself? */
export const tokenProgram = tokenRule({
  id: 'token-program',
  needs: ['mint'],
  flags: {
    TOKEN_2022: 'The mint belongs to the program Token-2022.',
    NATIVE_WRAPPED: 'The mint is that of wrapped SOL.',
  },
  judge({ mint }, { subject }) {
    const isNewer = mint.program === TOKEN_2022_PROGRAM;
    return raised([], [...(isNewer ? ['TOKEN_2022'] : []), ...(subject === WRAPPED_SOL ? ['NATIVE_WRAPPED'] : [])]);
  },
});
