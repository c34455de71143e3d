import { type Address, address, addressBytes, addressOf, derivedAddress } from 'assay-core/solana/address.ts';
import { TOKEN_PROGRAM } from 'assay-core/solana/token/programs.ts';
import type { AccountBytes } from 'assay-core/venues/venue.ts';
import type { SampleSubject } from '#identity.ts';
import { Layout } from '#pools/layout.ts';
import type { Cast } from '../actors.ts';
import { crowd, makerOf } from '../crowd.ts';
import { genesis } from '../market/accounts.ts';
import type { Coin } from '../market/coin.ts';
import { coinScene } from '../market/coin-story.ts';
import { openCpmm } from '../market/cpmm.ts';
import { evenly, launch } from '../market/launch.ts';
import type { Naming } from '../metadata-instructions.ts';
import { ago, type SampleScene, SOL } from '../scene.ts';

/** The loader of upgradeable programs, and the tags of a program and of its code. */
const LOADER = address('BPFLoaderUpgradeab1e11111111111111111111111');
const TAG = { program: 2, code: 3 } as const;

const STAKE_POOL_PROGRAM = address('SPoo1Ku8WFXoNDMHPsrGSTSG1Y47rzgn41SLUNakuHy');
const STAKE_POOL = { bytes: 611, isPool: 1 } as const;
/** JitoSOL's mint and pool on mainnet: the mint's address decides where a staking program's pool is searched. */
const JITO = {
  mint: address('J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn'),
  pool: address('Jito4APyf642JPZPx3hGc6WWJ8zPKtRbRs4P815Awbb'),
} as const;

const BRIDGE = address('wormDTUJ6AWPNvk59vGQbDvGJmqbDTdgWgAqcLBCgUb');
/** An unreviewed asset of Ethereum. */
const ORIGIN = { chain: 2, token: Buffer.alloc(32, 0xa5) } as const;

const GOVERNANCE_PROGRAM = address('GovER5Lthms3bLBqWub97yVrMmEogzX7xNjdXpPPCVZw');
const GOVERNANCE = { bytes: 236, type: 18, realmBytes: 280, realmType: 16, percent: 60 } as const;
/** Voters that are switched off, and votes that never end early. */
const [NOBODY, NEVER] = [2, 2];
const VOTE_SECONDS = 5 * 86_400;

const seed = (text: string) => Buffer.from(text);

/** Tokens that a program may mint: of a stake pool, of a bridge, and under a governance. */
export function programCoinScene(cast: Cast): SampleScene {
  const scenes = [stakedCoin(cast), bridgedCoin(cast), governedCoin(cast)];
  return {
    accounts: scenes.flatMap(({ accounts = [] }) => accounts),
    acts: scenes.flatMap(({ acts }) => acts),
    subjects: scenes.flatMap(({ subjects }) => subjects),
  };
}

/** A token of a mint without a key here, which a program mints in the end. */
interface ProgramCoin {
  readonly mint: Address;
  readonly name: string;
  readonly naming: Naming;
  readonly slot: number;
  readonly supply: bigint;
  readonly pooled: bigint;
  readonly mintsNext: Address;
  readonly accounts: (maker: Address) => readonly AccountBytes[];
  readonly verdict: SampleSubject['verdict'];
  readonly what: string;
}

function programCoin(cast: Cast, described: ProgramCoin): SampleScene {
  const { name, naming, slot, supply, mintsNext, verdict, what } = described;
  const coin: Coin = { mint: described.mint, program: TOKEN_PROGRAM, decimals: 9, powers: {} };
  const { maker, acts } = makerOf(cast, name, slot);
  const creator = address(maker.address);
  const pool = openCpmm({ coin, creator, coins: described.pooled, lamports: 260n * SOL, config: 0, burned: 100n });
  const made = launch({
    coin,
    mint: cast.stranger(coin.mint),
    maker,
    slot,
    supply,
    pool,
    naming,
    mintsNext,
    named: 'metaplex',
    by: 'transfer',
    shares: evenly(crowd(cast)),
  });
  return {
    accounts: [...made.accounts, ...described.accounts(creator)],
    acts: [...acts, ...made.acts],
    subjects: [{ kind: 'token', verdict, address: coin.mint, what }],
  };
}

/** A liquid staking token: somebody may mint, and it is the staking program alone. */
function stakedCoin(cast: Cast): SampleScene {
  const { mint, pool } = JITO;
  const supply = 40_000n * SOL;
  return programCoin(cast, {
    mint,
    name: 'a liquid staking token',
    slot: ago(39),
    supply,
    pooled: 220n * SOL,
    naming: { name: 'Jito Staked SOL', symbol: 'JitoSOL', uri: 'ipfs://sandbox/staked' },
    mintsNext: derivedAddress([addressBytes(pool), seed('withdraw')], STAKE_POOL_PROGRAM),
    accounts: (manager) => [
      stakePoolAccount({ pool, mint, manager, lamports: 47_000n * SOL, tokens: supply }),
      ...programAccounts(STAKE_POOL_PROGRAM),
    ],
    verdict: 'LOW_RISK',
    what: 'a liquid staking token: only the program of its stake pool may mint',
  });
}

/** A token of the Wormhole Token Bridge with an unreviewed asset elsewhere. */
function bridgedCoin(cast: Cast): SampleScene {
  const mint = derivedAddress([seed('wrapped'), Uint8Array.of(0, ORIGIN.chain), ORIGIN.token], BRIDGE);
  const meta = derivedAddress([seed('meta'), addressBytes(mint)], BRIDGE);
  const data = new Layout(35).u16(0, ORIGIN.chain).key(2, addressOf(ORIGIN.token)).u8(34, 18).bytes();
  return programCoin(cast, {
    mint,
    name: 'a coin of a bridge',
    slot: ago(38, 12),
    supply: 50_000n * SOL,
    pooled: 20_000n * SOL,
    naming: { name: 'Far Shore (Wormhole)', symbol: 'SHORE', uri: 'ipfs://sandbox/shore' },
    mintsNext: derivedAddress([seed('mint_signer')], BRIDGE),
    accounts: () => [genesis({ address: meta, owner: BRIDGE, data }), ...programAccounts(BRIDGE)],
    verdict: 'ELEVATED',
    what: 'a bridge mints it for an asset of another chain that is in no list here',
  });
}

/** A token that a vote can mint, five days after it was proposed at the earliest. */
function governedCoin(cast: Cast): SampleScene {
  const realm = derivedAddress([seed('governance'), seed('Slow Council')], GOVERNANCE_PROGRAM);
  const at = derivedAddress([seed('account-governance'), addressBytes(realm)], GOVERNANCE_PROGRAM);
  return coinScene(cast, [
    {
      name: 'a coin under a vote',
      slot: ago(37, 12),
      mintsNext: at,
      naming: { name: 'Slow Council', symbol: 'VOTE', uri: 'ipfs://sandbox/vote' },
      accounts: ({ mint }) => [
        genesis({ address: at, owner: GOVERNANCE_PROGRAM, data: governanceData(realm) }),
        genesis({ address: realm, owner: GOVERNANCE_PROGRAM, data: realmData(mint) }),
        ...programAccounts(GOVERNANCE_PROGRAM),
      ],
      verdict: 'ELEVATED',
      what: 'a vote can have more of it minted, five days after the proposal at the earliest',
    },
  ]);
}

/** A program that the vault of a multisig can upgrade. It runs nothing here: the check reads these accounts alone. */
function programAccounts(program: Address): readonly AccountBytes[] {
  const code = derivedAddress([addressBytes(program)], LOADER);
  const vault = derivedAddress([seed('vault'), addressBytes(program)], BRIDGE);
  return [
    genesis({ address: program, owner: LOADER, data: new Layout(36).u32(0, TAG.program).key(4, code).bytes() }),
    genesis({ address: code, owner: LOADER, data: new Layout(45).u32(0, TAG.code).u8(12, 1).key(13, vault).bytes() }),
  ];
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

/** A pool's account (spl-stake-pool, `state.rs`), as far as the validators' list and the fees. */
function stakePoolAccount({ pool, mint, manager, lamports, tokens }: StakePoolParts): AccountBytes {
  const layout = new Layout(STAKE_POOL.bytes).u8(0, STAKE_POOL.isPool);
  for (const at of [1, 33, 65, 98, 130, 194]) layout.key(at, manager);
  const data = layout.u8(97, 255).key(162, mint).key(226, TOKEN_PROGRAM).u64(258, lamports).u64(266, tokens).bytes();
  return genesis({ address: pool, owner: STAKE_POOL_PROGRAM, data });
}

/** A governance in which the community votes (spl-governance, `state/governance.rs`). */
function governanceData(realm: Address): Uint8Array {
  const layout = new Layout(GOVERNANCE.bytes).u8(0, GOVERNANCE.type).key(1, realm).u8(70, GOVERNANCE.percent);
  return layout.u32(83, VOTE_SECONDS).u8(87, NEVER).u8(88, NOBODY).u8(89, NOBODY).u8(98, NEVER).bytes();
}

/** A realm without an authority (spl-governance, `state/realm.rs`). */
function realmData(mint: Address): Uint8Array {
  return new Layout(GOVERNANCE.realmBytes).u8(0, GOVERNANCE.realmType).key(1, mint).bytes();
}
