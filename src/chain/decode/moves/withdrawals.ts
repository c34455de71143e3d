import { address } from '#lib/address.ts';
import { CLOCK } from '../../moments.ts';
import { addressIn, whole } from '../shape.ts';
import { layout, type MoveReader, u32, u64 } from './layout.ts';

/** The Stake program; `Withdraw` is tag 4 of a little-endian u32, then lamports as u64. */
export const STAKE_PROGRAM = address('Stake11111111111111111111111111111111111111');

/** The Vote program; `Withdraw` is tag 3 of a little-endian u32, then lamports as u64. */
export const VOTE_PROGRAM = address('Vote111111111111111111111111111111111111111');

const STAKE_HISTORY = address('SysvarStakeHistory1111111111111111111111111');

function withdrawal(kind: 'withdraw_stake' | 'withdraw_vote', tag: number, fromMember: string): MoveReader {
  const read = layout(3, 12, ([from, to, authority], data) => ({ kind, from, to, authority, lamports: u64(data, 4) }));
  return {
    // The sysvars in the middle are dropped first: the program has begun to accept the instruction without them.
    compiled: (data, accounts) => {
      if (u32(data, 0) !== tag) return [];
      return read(
        accounts.filter((key) => key !== CLOCK && key !== STAKE_HISTORY),
        data,
      );
    },
    parsed: (type, info) => {
      if (type !== 'withdraw') return [];
      const from = addressIn(info[fromMember], `parsed ${fromMember}`);
      const to = addressIn(info.destination, 'parsed destination');
      const authority = addressIn(info.withdrawAuthority, 'parsed withdrawAuthority');
      return [{ kind, from, to, authority, lamports: BigInt(whole(info.lamports, 'parsed lamports')) }];
    },
  };
}

export const stake: MoveReader = withdrawal('withdraw_stake', 4, 'stakeAccount');
export const vote: MoveReader = withdrawal('withdraw_vote', 3, 'voteAccount');
