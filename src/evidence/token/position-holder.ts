import type { StateReader } from '#chain/chain-reader.ts';
import type { LiquidityPart } from '#checks/token/evidence.ts';
import type { Address } from '#lib/address.ts';
import { known, missing, type Reading } from '#lib/reading.ts';
import { readTokenAccount } from '#lib/token/account.ts';
import { readMint } from '#lib/token/mint.ts';
import { liquidityTaker } from './liquidity.ts';

/** Who holds a position. */
export type PositionHolder = Pick<LiquidityPart, 'how' | 'owner'>;

const HOLDER_READING = 'position_holder';

/**
 * Who holds the one token of a mint that stands for a position. Nobody can withdraw where it was burned for good, nor, with
 * `frozenIsLocked`, where it is frozen. `rpc_disagrees` where the list, the mint and the account contradict each other.
 */
export async function readNftHolder(
  mint: Address,
  frozenIsLocked: boolean,
  reader: Pick<StateReader, 'largestAccounts' | 'snapshot'>,
): Promise<Reading<PositionHolder>> {
  const large = await reader.largestAccounts(mint);
  if (!large.known) return large;
  const account = large.value.find(({ amount }) => amount > 0n)?.account;
  const states = await reader.snapshot(account === undefined ? [mint] : [mint, account]);
  if (!states.known) return states;
  const [mintState, holding] = states.value.value;
  const token = mintState ? readMint(mintState) : null;
  if (token?.supply === 0n && token.mintAuthority === null) return known({ how: 'burned', owner: null });
  const tokenAccount = holding ? readTokenAccount(holding) : null;
  if (token?.supply !== 1n || tokenAccount?.mint !== mint || tokenAccount.amount !== 1n) {
    return missing(HOLDER_READING, 'rpc_disagrees', `${mint} is held by nobody`);
  }
  const how = tokenAccount.frozen && frozenIsLocked ? 'locked' : liquidityTaker(tokenAccount.authority);
  return known({ how, owner: tokenAccount.authority });
}
