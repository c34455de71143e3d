import { type Address, address, addressBytes, derivedAddress } from '#lib/address.ts';
import { TOKEN_PROGRAM, WRAPPED_SOL } from '#lib/token/programs.ts';
import type { AccountBytes } from '#venues/venue.ts';
import { Layout } from '../../pools/layout.ts';
import type { Cast } from '../actors.ts';
import { crowd, crowdArrives, makerOf } from '../crowd.ts';
import { genesis } from '../market/accounts.ts';
import type { Coin } from '../market/coin.ts';
import { coinScene } from '../market/coin-story.ts';
import { openCpmm } from '../market/cpmm.ts';
import { evenly, launch } from '../market/launch.ts';
import { ago, type SampleScene, SOL } from '../scene.ts';

/** The SPL stake pool program. */
const PROGRAM = address('SPoo1Ku8WFXoNDMHPsrGSTSG1Y47rzgn41SLUNakuHy');

const BYTES = 611;

const IS_POOL = 1;

/** JitoSOL's mint and pool on mainnet: where a staking program's pool is looked for hangs on the mint's address. */
const LIQUID_STAKE = {
  mint: 'J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn',
  pool: address('Jito4APyf642JPZPx3hGc6WWJ8zPKtRbRs4P815Awbb'),
} as const;

/** Tokens that nothing speaks against: old, widely held, nobody's to change, in pools that nobody can empty. */
export function lowRiskCoinScene(cast: Cast): SampleScene {
  const scenes = coinScene(cast, [
    {
      ...{ name: 'a coin that grew old', slot: ago(38), by: 'transfer', freezable: 'first' },
      naming: { name: 'Old Oak', symbol: 'OAK', uri: 'ipfs://sandbox/oak' },
      verdict: 'LOW_RISK',
      what: 'five weeks old, both authorities given up, 22 small holders, burned liquidity of 250 SOL',
    },
    {
      ...{ name: 'a coin with its name in the mint', slot: ago(37), by: 'transfer', powers: {} },
      naming: { name: 'Quiet Harbour', symbol: 'HARB', uri: 'ipfs://sandbox/harbour' },
      lamports: 240n * SOL,
      verdict: 'LOW_RISK',
      what: 'a mint of Token-2022 with metadata and nothing else, 240 SOL in its pool',
    },
  ]);
  const staked = stakedCoin(cast);
  return {
    accounts: [...(scenes.accounts ?? []), ...(staked.accounts ?? [])],
    acts: [...crowdArrives(cast), ...scenes.acts, ...staked.acts],
    subjects: [
      ...scenes.subjects,
      ...staked.subjects,
      {
        ...{ kind: 'token', verdict: 'LOW_RISK', address: WRAPPED_SOL },
        what: 'wrapped SOL, which the chain itself stands for',
      },
    ],
  };
}

/** A liquid staking token: somebody may mint, and it is the staking program alone. */
function stakedCoin(cast: Cast): SampleScene {
  const mint = cast.stranger(LIQUID_STAKE.mint);
  const coin: Coin = { mint: address(mint.address), program: TOKEN_PROGRAM, decimals: 9, powers: {} };
  const slot = ago(39);
  const { maker, acts } = makerOf(cast, 'a liquid staking token', slot);
  const creator = address(maker.address);
  const supply = 40_000n * SOL;
  const { pool } = LIQUID_STAKE;
  const market = openCpmm({ coin, creator, coins: 220n * SOL, lamports: 260n * SOL, config: 0, burned: 100n });
  const made = launch({
    ...{ coin, mint, maker, slot, supply, pool: market, by: 'transfer', shares: evenly(crowd(cast)) },
    ...{ naming: { name: 'Jito Staked SOL', symbol: 'JitoSOL', uri: 'ipfs://sandbox/staked' }, named: 'metaplex' },
    mintsNext: withdrawAuthority(pool),
  });
  const staked = stakePoolAccount({ pool, mint: coin.mint, manager: creator, lamports: 47_000n * SOL, tokens: supply });
  return {
    accounts: [...made.accounts, staked],
    acts: [...acts, ...made.acts],
    subjects: [
      {
        ...{ kind: 'token', verdict: 'LOW_RISK', address: coin.mint },
        what: 'a liquid staking token: only the program of its stake pool may mint',
      },
    ],
  };
}

/** A stake pool to write. Its accounts beside the mint are the manager's, as the check asks nothing of them. */
interface StakePoolParts {
  readonly pool: Address;
  readonly mint: Address;
  readonly manager: Address;
  /** Lamports that are staked, and tokens that stand for them. */
  readonly lamports: bigint;
  readonly tokens: bigint;
}

/** Who alone mints the tokens of a pool. */
function withdrawAuthority(pool: Address): Address {
  return derivedAddress([addressBytes(pool), Buffer.from('withdraw')], PROGRAM);
}

/** A pool's account (spl-stake-pool, `state.rs`), as far as the validators' list and the fees. */
function stakePoolAccount({ pool, mint, manager, lamports, tokens }: StakePoolParts): AccountBytes {
  const layout = new Layout(BYTES).u8(0, IS_POOL);
  for (const at of [1, 33, 65, 98, 130, 194]) layout.key(at, manager);
  const data = layout.u8(97, 255).key(162, mint).key(226, TOKEN_PROGRAM).u64(258, lamports).u64(266, tokens).bytes();
  return genesis({ address: pool, owner: PROGRAM, data });
}
