import { TOKEN_2022_PROGRAM, WRAPPED_SOL } from '#lib/token/programs.ts';
import { notApplicable, raised } from '../../rule.ts';
import { ruleOnSubject } from '../subject-rule.ts';

/** Which program keeps the balances, and is the token SOL itself? */
export const tokenProgram = ruleOnSubject({
  id: 'token-program',
  needs: ['mint'],
  codes: [],
  flags: ['TOKEN_2022', 'NATIVE_WRAPPED'],
  judge({ mint }, subject) {
    if (mint.is !== 'mint') return notApplicable;
    const isNewer = mint.mint.program === TOKEN_2022_PROGRAM;
    return raised([], [...(isNewer ? ['TOKEN_2022'] : []), ...(subject === WRAPPED_SOL ? ['NATIVE_WRAPPED'] : [])]);
  },
});
