import { raised } from '../../rule.ts';
import type { AuthorityFacts } from '../authority-facts.ts';
import { tokenRule } from '../policy.ts';

const flagOf = {
  wallet: 'AUTHORITY_IS_WALLET',
  multisig: 'AUTHORITY_IS_MULTISIG',
  program: 'AUTHORITY_IS_PROGRAM',
} as const satisfies Readonly<Record<AuthorityFacts['kind'], string>>;

/** Whose hands do powers over the mint lie in? An address that a program signs for is no better by that alone. */
export const authorityKinds = tokenRule({
  id: 'authority-kinds',
  needs: ['authorities'],
  flags: {
    AUTHORITY_IS_WALLET: 'A power over the mint lies with a single key.',
    AUTHORITY_IS_MULTISIG: 'A power over the mint lies with a multisig of the token program.',
    AUTHORITY_IS_PROGRAM:
      'A power over the mint lies with an address that only a program can sign for, such as a vault or a governance.',
    AUTHORITY_IS_SHARED: 'One address has several powers over the mint.',
  },
  judge({ authorities }) {
    const kinds = new Set(authorities.map(({ kind }) => flagOf[kind]));
    const isShared = authorities.some(({ roles }) => roles.length > 1);
    return raised([], [...kinds, ...(isShared ? ['AUTHORITY_IS_SHARED'] : [])]);
  },
});
