import { type Address, address, addressBytes, derivedAddress } from '#lib/address.ts';
import { TOKEN_PROGRAM } from '#lib/token/programs.ts';
import type { AccountBytes } from '#venues/model.ts';
import { Layout } from '../../pools/layout.ts';
import { genesis } from './accounts.ts';

/** The SPL stake pool program. */
const PROGRAM = address('SPoo1Ku8WFXoNDMHPsrGSTSG1Y47rzgn41SLUNakuHy');
const BYTES = 611;
const IS_POOL = 1;

/** A stake pool to write. Its accounts beside the mint are the manager's, as the check asks nothing of them. */
export interface StakePoolParts {
  readonly pool: Address;
  readonly mint: Address;
  readonly manager: Address;
  /** Lamports that are staked, and tokens that stand for them. */
  readonly lamports: bigint;
  readonly tokens: bigint;
}

/** Who alone mints the tokens of a pool. */
export function withdrawAuthority(pool: Address): Address {
  return derivedAddress([addressBytes(pool), Buffer.from('withdraw')], PROGRAM);
}

/** A pool's account (spl-stake-pool, `state.rs`), as far as the validators' list and the fees. */
export function stakePoolAccount({ pool, mint, manager, lamports, tokens }: StakePoolParts): AccountBytes {
  const layout = new Layout(BYTES).u8(0, IS_POOL);
  for (const at of [1, 33, 65, 98, 130, 194]) layout.key(at, manager);
  const data = layout.u8(97, 255).key(162, mint).key(226, TOKEN_PROGRAM).u64(258, lamports).u64(266, tokens).bytes();
  return genesis({ address: pool, owner: PROGRAM, data });
}
