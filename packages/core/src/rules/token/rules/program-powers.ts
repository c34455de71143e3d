import { heldByProgram, type ProgramPower } from '#solana/token/powers/program-power.ts';
import { clear, raised, reason } from '../../rule.ts';
import { tokenRule } from '../policy.ts';

/** The acts of the programs that have powers over the mint, and the keys that can change them. */
export const programPowers = tokenRule({
  id: 'program-powers',
  needs: ['mint', 'programs'],
  codes: {
    BACKING_NOT_REVIEWED: {
      severity: 'medium',
      category: 'entity',
      certainty: 'state',
      // An issuer elsewhere can make more of the asset and bridge it here.
      counts: 2,
      meaning:
        'A bridge or a pool for any asset mints the token, and nobody here reviewed the asset behind it: whoever issues that can make more.',
      action: 'Judge the asset behind it as you would the token; the figures say which one it is.',
    },
    POWER_UNDER_GOVERNANCE: {
      severity: 'medium',
      category: 'control',
      certainty: 'state',
      // One person can have most votes under many names.
      counts: 2,
      meaning: 'A vote can mint or freeze the token, days after it was proposed at the earliest.',
      action: 'Watch the proposals of the governance; the figures say which one it is and how long it takes.',
    },
  },
  flags: {
    POWER_HELD_BY_PROGRAM: 'A program with fixed rules, which is proven to belong to the mint, may mint or freeze.',
    PROGRAM_UPGRADEABLE: 'That program can be changed by those who may upgrade it, such as the members of a multisig.',
  },
  judge({ mint, programs }) {
    const { mintAuthority, freezeAuthority } = mint;
    const mints = heldByProgram(programs, 'mint', mintAuthority);
    const freezes = heldByProgram(programs, 'freeze', freezeAuthority);
    // A staking program has flags of its own.
    const powers = [mints, freezes].filter((one) => one !== null && one.kind !== 'staking') as readonly ProgramPower[];
    if (powers.length === 0) return clear;
    const wrapped = powers.find(({ backing }) => backing !== null && backing.reviewed === null);
    const governed = powers.find(({ governance }) => governance !== null);
    const isFixed = powers.every(({ upgrade }) => upgrade.by === 'nobody');
    return raised(
      [
        ...(wrapped?.backing
          ? [reason('BACKING_NOT_REVIEWED', { program: wrapped.program, asset: wrapped.backing.asset })]
          : []),
        ...(governed?.governance
          ? [
              reason('POWER_UNDER_GOVERNANCE', {
                governance: governed.authority,
                realm: governed.governance.realm,
                delay_seconds: governed.governance.delaySeconds,
              }),
            ]
          : []),
      ],
      [
        ...(powers.every(({ kind }) => kind === 'governance') ? [] : ['POWER_HELD_BY_PROGRAM']),
        ...(isFixed ? [] : ['PROGRAM_UPGRADEABLE']),
      ],
    );
  },
});
