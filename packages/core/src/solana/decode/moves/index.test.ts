import { describe, expect, it } from 'vitest';
import { both, movesOf } from '../../../../test/fixtures/moves.ts';
import { le, named } from '../../../../test/fixtures/transaction-body.ts';
import { address } from '../../address.ts';
import { STAKE_PROGRAM, VOTE_PROGRAM } from './index.ts';

const from = named('stake');
const to = named('alice');
const authority = named('authority');
const lamports = 2_282_880;
const CLOCK = address('SysvarC1ock11111111111111111111111111111111');
const HISTORY = address('SysvarStakeHistory1111111111111111111111111');
const info = { destination: to, withdrawAuthority: authority, lamports };
const body = { from, to, authority, lamports: BigInt(lamports) };

describe('moves of the Stake and Vote programs', () => {
  it('reads a stake withdrawal, with or without the sysvars in its accounts', () => {
    const data = [...le(4, 4), ...le(lamports, 8)];
    for (const accounts of [
      [from, to, CLOCK, HISTORY, authority],
      [from, to, authority],
    ]) {
      const withdraw = both(STAKE_PROGRAM, accounts, data, 'withdraw', { ...info, stakeAccount: from });
      expect(movesOf([withdraw], 'json')).toEqual([{ kind: 'withdraw_stake', ...body }]);
      expect(movesOf([withdraw], 'jsonParsed')).toEqual([{ kind: 'withdraw_stake', ...body }]);
    }
  });

  it('reads a vote withdrawal', () => {
    const data = [...le(3, 4), ...le(lamports, 8)];
    const withdraw = both(VOTE_PROGRAM, [from, to, authority], data, 'withdraw', { ...info, voteAccount: from });
    expect(movesOf([withdraw], 'json')).toEqual([{ kind: 'withdraw_vote', ...body }]);
    expect(movesOf([withdraw], 'jsonParsed')).toEqual([{ kind: 'withdraw_vote', ...body }]);
  });

  it('gives none for their other instructions', () => {
    const data = [...le(3, 4), ...le(lamports, 8)];
    const split = both(STAKE_PROGRAM, [from, to, authority], data, 'split', { ...info, stakeAccount: from });
    expect(movesOf([split], 'json')).toEqual([]);
    expect(movesOf([split], 'jsonParsed')).toEqual([]);
  });
});
