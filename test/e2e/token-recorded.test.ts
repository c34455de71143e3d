import { type Address, address, addressBytes } from 'assay-core/solana/address.ts';
import { metadataAddress } from 'assay-core/solana/token/metaplex.ts';
import { TOKEN_2022_PROGRAM, WRAPPED_SOL } from 'assay-core/solana/token/programs.ts';
import { knownStakePools } from 'assay-core/solana/token/stake-pool.ts';
import { RpcFault, type RpcMethods } from 'assay-sandbox/json-rpc.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasPools, recordedAccounts } from '../../packages/core/test/support/recorded-pools.ts';
import { hasTokens, type RecordedToken, recordedTokens } from '../../packages/core/test/support/recorded-tokens.ts';
import { mintBytes } from '../../packages/core/test/support/token-bytes.ts';
import {
  putProgram,
  type Recorded,
  type TokenWorldSpec,
  tokenMethods,
  tokenWorld,
} from '../../packages/core/test/support/token-worlds.ts';
import { key } from '../../packages/core/test/support/transactions.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { openTokens, type TokenAnswer, withTokens } from '../support/token-service.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.stop());

const kinds = ['mint', 'metaplex_metadata', 'program_account', 'token_account', 'system_account'];
const recorded: readonly RecordedToken[] = kinds.flatMap((kind) => recordedTokens(kind));

/** The recorded account of a file. */
function named(file: string): Recorded {
  const found = recorded.find((one) => one.file === `accounts/${file}.json`);
  if (!found) throw new Error(`no account ${file}`);
  return found;
}

/** What was recorded of a mint beside it: its Metaplex account and its stake pool. */
function besideOf({ address: mint }: Recorded): readonly Recorded[] {
  const wanted: readonly (Address | undefined)[] = [metadataAddress(mint), knownStakePools.get(mint)];
  return recorded.filter((one) => wanted.includes(one.address));
}

const worldOf = (mint: Recorded, spec: TokenWorldSpec = {}) => tokenWorld(mint, { beside: besideOf(mint), ...spec });

async function answerOf(methods: readonly RpcMethods[], mint: string): Promise<TokenAnswer> {
  let answer: TokenAnswer | null = null;
  await withTokens(database, methods, async ({ ask }) => {
    answer = await ask(mint);
  });
  if (answer === null) throw new Error('no answer');
  return answer;
}

const brief = ({ status, body }: TokenAnswer) => [status, body.verdict, body.reason_codes, body.billing.charged_usdc];

const issuer = ['ISSUER_CAN_FREEZE', 'ISSUER_CAN_MINT'];
const seized = ['ISSUER_CAN_SEIZE', ...issuer];
const paxos = ['ELEVATED', ['PERMANENT_DELEGATE_LIVE'], ['CANONICAL_ASSET', 'TOKEN_2022', ...seized]] as const;
const money = ['LOW_RISK', ['NO_ADVERSE_FACT'], ['CANONICAL_ASSET', ...issuer]] as const;
const staked = ['LOW_RISK', ['NO_ADVERSE_FACT'], ['LST_PROVEN', 'STAKE_PROGRAM_UPGRADEABLE']] as const;
const plain = ['LOW_RISK', ['NO_ADVERSE_FACT'], ['LP_BURNED', 'SELL_SIM_OK']] as const;

/** By the file of the mint: its verdict with all codes, and flags that it has among others. */
const table: Readonly<Record<string, readonly [string, readonly string[], readonly string[]]>> = {
  usdc_mint_2026: money,
  usdc_mint_302523010: money,
  census_usdc_legacy: money,
  usdt_mint_2026_06: money,
  census_pyusd: paxos,
  marginfi_pyusd_mint: paxos,
  pyusd_mint_302525749: paxos,
  pyusd_mint_312247832: paxos,
  usdp_mint_302482658: paxos,
  sanctum_jitosol_mint: staked,
  sanctumS_pwrsol_mint: staked,
  bonk_mint_2026_06: plain,
  jup_mint_2026_06: plain,
  dlmm_EtAdVR_mint_x: plain,
  pumpswap_mint_7lss: plain,
  sanctum_wsol_mint: ['LOW_RISK', ['NO_ADVERSE_FACT'], ['CANONICAL_ASSET', 'NATIVE_WRAPPED']],
  kit_spl_token_22_mint_account: [
    'HIGH_RISK',
    ['FREEZE_AUTHORITY_LIVE', 'MINT_AUTHORITY_LIVE', 'TRANSFER_FEE_HIGH', 'TRANSFER_FEE_MUTABLE'],
    ['TOKEN_2022'],
  ],
  census_bonkearn: ['ELEVATED', ['TRANSFER_FEE_MUTABLE', 'TRANSFER_FEE_PRESENT'], ['TOKEN_2022']],
  susd_mint_2026_06: ['HIGH_RISK', ['FREEZE_AUTHORITY_LIVE', 'MINT_AUTHORITY_LIVE'], ['INTEREST_BEARING']],
  huma_mint: ['HIGH_RISK', ['MINT_AUTHORITY_LIVE'], ['AUTHORITY_IS_PROGRAM']],
  nft2_mint: ['UNKNOWN', ['NON_FUNGIBLE'], []],
  bndrg_wns_hook_mint: ['UNKNOWN', ['NON_FUNGIBLE'], []],
  t22_BPU5vr_mint_288501679: ['UNKNOWN', ['NON_FUNGIBLE'], []],
};

/** The chains on which all mints of the table are found: one mint may have been recorded several times. */
function chainsOf(files: readonly string[]): readonly (readonly string[])[] {
  const chains: string[][] = [];
  for (const file of files) {
    const { address: mint } = named(file);
    const chain = chains.find((one) => one.every((other) => named(other).address !== mint));
    if (chain) chain.push(file);
    else chains.push([file]);
  }
  return chains;
}

/** One node with the worlds of all these. Every world has money of its own making, over which what was recorded of it goes. */
function nodeOf(files: readonly string[]): RpcMethods {
  const worlds = files.map((file) => worldOf(named(file)));
  const mints = worlds.map(({ subject, accounts }) => new Map([...accounts].filter(([at]) => at === subject)));
  return tokenMethods(...worlds, ...worlds.map((world, n) => ({ ...world, accounts: mints[n] ?? new Map() })));
}

describe.runIf(hasTokens)('recorded mints, all else read and clean, through the running service', () => {
  describe.each(hasTokens ? chainsOf(Object.keys(table)).map((files) => ({ files })) : [])('%#', ({ files }) => {
    let asking: Awaited<ReturnType<typeof openTokens>>;
    beforeAll(async () => {
      asking = await openTokens(database, [nodeOf(files)]);
    });
    afterAll(() => asking.close());

    it.each(files.map((file) => [file] as const))('%s', async (file) => {
      const [verdict, codes, flags] = table[file] ?? ['', [], []];
      const answer = await asking.ask(named(file).address);
      expect(brief(answer)).toEqual([200, verdict, codes, '0.02']);
      expect(answer.body.flags).toEqual(expect.arrayContaining([...flags]));
      expect(answer.body.flags).not.toContain('RETRYABLE');
    });
  });

  it.runIf(hasPools)('$PUMP, whose hook can be set', async () => {
    const at = address('pumpCmXqMfrsAkQ5r49WcJnRayYRqmXz6ae8H7H9Dfn');
    const mint = recordedAccounts('pumpswap/sauce/mint-pump').get(at);
    if (!mint) throw new Error('not recorded');
    const answer = await answerOf([tokenMethods(tokenWorld(mint))], at);
    expect(brief(answer)).toEqual([200, 'ELEVATED', ['TRANSFER_HOOK_ARMED'], '0.02']);
    expect(answer.body.flags).toEqual(expect.arrayContaining(['TOKEN_2022', 'SELL_SIM_OK']));
  });

  it('a liquid staking token whose pool is not there is what it looks like', async () => {
    const mint = named('sanctumS_pwrsol_mint');
    const answer = await answerOf([tokenMethods(tokenWorld(mint))], mint.address);
    expect(brief(answer)).toEqual([200, 'HIGH_RISK', ['MINT_AUTHORITY_LIVE'], '0.02']);
  });

  it('a staking pool that only a search finds is one as well, and nothing is known of it where no endpoint searches', async () => {
    const own = key('an own staking token');
    const pool = named('sanctumS_jito_stake_pool');
    const data = pool.data.slice();
    data.set(addressBytes(own), 162);
    const world = tokenWorld({ ...named('sanctum_jitosol_mint'), address: own }, { beside: [{ ...pool, data }] });
    const { getProgramAccounts: _, ...others } = tokenMethods(world);
    expect(brief(await answerOf([tokenMethods(world)], own))).toEqual([200, 'LOW_RISK', ['NO_ADVERSE_FACT'], '0.02']);
    const refused = await answerOf([others], own);
    expect(brief(refused)).toEqual([200, 'UNKNOWN', ['PLAN_REFUSES'], '0.00']);
    expect(refused.body.gaps).toContainEqual({
      reading: 'programs',
      cause: 'plan_refuses',
      retryable: false,
      about: expect.stringContaining('getProgramAccounts was refused'),
    });
  });

  it('a mint of Token-2022 with nothing but a name', async () => {
    const at = key('a mint with a name');
    const metadata = { updateAuthority: null, mint: at, name: 'Plain Name', symbol: 'PLAIN', uri: 'ipfs://x' };
    const facts = { program: TOKEN_2022_PROGRAM, supply: 10n ** 15n, decimals: 6, mintAuthority: null };
    const data = mintBytes(
      {
        ...facts,
        freezeAuthority: null,
        unknownExtensions: [],
        extensions: [
          { type: 'metadata_pointer', authority: null, target: at },
          { type: 'token_metadata', metadata },
        ],
      },
      at,
    );
    const answer = await answerOf([tokenMethods(tokenWorld({ address: at, owner: TOKEN_2022_PROGRAM, data }))], at);
    expect(brief(answer)).toEqual([200, 'LOW_RISK', ['NO_ADVERSE_FACT'], '0.02']);
    expect(answer.body.flags).toContain('TOKEN_2022');
    expect(answer.body.flags).not.toContain('METADATA_ABSENT');
  });

  it('money under another address is not that money', async () => {
    const mint = { ...named('usdc_mint_2026'), address: key('a copy of USDC') };
    const answer = await answerOf([tokenMethods(tokenWorld(mint))], mint.address);
    const codes = ['FREEZE_AUTHORITY_LIVE', 'MINT_AUTHORITY_LIVE', 'ISSUER_NOT_PROVEN'];
    expect(brief(answer)).toEqual([200, 'HIGH_RISK', codes, '0.02']);
  });
});

describe.runIf(hasTokens)('what is no mint', () => {
  const nobody = key('nobody');
  const program = key('some program');
  const subjects = {
    'a token account': 'sanctum_msol_token_acc',
    'a wallet': 'sanctum_inf_token_acc_owner',
    'a pool': 'raydium_cpmm_pool',
    metadata: 'usdc_metaplex_metadata',
  };

  it('is distinguished from an address without an account, and paid for', async () => {
    const others = Object.values(subjects).map((file) => tokenWorld(named(file)));
    const world = worldOf(named('bonk_mint_2026_06'));
    putProgram(world, program);
    await withTokens(database, [tokenMethods(...others, world)], async ({ ask }) => {
      for (const [what, file] of Object.entries(subjects)) {
        expect([what, ...brief(await ask(named(file).address))]).toEqual([
          what,
          200,
          'UNKNOWN',
          ['NOT_A_MINT'],
          '0.02',
        ]);
      }
      expect(brief(await ask(program))).toEqual([200, 'UNKNOWN', ['NOT_A_MINT'], '0.02']);
      expect(brief(await ask(nobody))).toEqual([200, 'UNKNOWN', ['MINT_NOT_FOUND', 'NOT_A_MINT'], '0.02']);
    });
  });
});

describe.runIf(hasTokens)('endpoints that do not answer everything', () => {
  const REFUSED = 'excluded from account secondary indexes; this RPC method unavailable for key';
  const refusing = (methods: RpcMethods): RpcMethods => ({
    ...methods,
    getTokenLargestAccounts: () => {
      throw new RpcFault(-32010, REFUSED);
    },
  });
  const without = (methods: RpcMethods, ...names: readonly string[]): RpcMethods =>
    Object.fromEntries(Object.entries(methods).filter(([name]) => !names.includes(name)));
  const bonk = () => worldOf(named('bonk_mint_2026_06'));
  const BONK = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263';

  it('holders that the first endpoint refuses come from the second', async () => {
    const methods = tokenMethods(bonk());
    const answer = await answerOf([refusing(methods), methods], BONK);
    expect(brief(answer)).toEqual([200, 'LOW_RISK', ['NO_ADVERSE_FACT'], '0.02']);
  });

  it('holders that every endpoint refuses: a free UNKNOWN, but known money stands', async () => {
    const methods = refusing(tokenMethods(bonk(), worldOf(named('usdc_mint_2026'))));
    await withTokens(database, [methods, methods], async ({ ask }) => {
      const answer = await ask(BONK);
      expect(brief(answer)).toEqual([200, 'UNKNOWN', ['HOLDERS_UNAVAILABLE', 'PLAN_REFUSES'], '0.00']);
      const usdc = await ask('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');
      expect(brief(usdc)).toEqual([200, 'LOW_RISK', ['NO_ADVERSE_FACT'], '0.02']);
      expect(brief(await ask(WRAPPED_SOL))).toEqual([200, 'LOW_RISK', ['NO_ADVERSE_FACT'], '0.02']);
    });
  });

  it('trial sales and searches that no endpoint runs cost a flag and no verdict', async () => {
    const methods = without(tokenMethods(bonk()), 'simulateTransaction', 'getProgramAccounts');
    const answer = await answerOf([methods], BONK);
    expect(brief(answer)).toEqual([200, 'LOW_RISK', ['NO_ADVERSE_FACT'], '0.02']);
    expect(answer.body.flags).toContain('SELL_SIM_UNAVAILABLE');
    const jito = named('sanctum_jitosol_mint');
    const staked = await answerOf([without(tokenMethods(worldOf(jito)), 'getProgramAccounts')], jito.address);
    expect(brief(staked)).toEqual([200, 'LOW_RISK', ['NO_ADVERSE_FACT'], '0.02']);
  });

  it('a history that is missing leaves no verdict, for nothing, as the market may be young', async () => {
    const world = bonk();
    world.histories.clear();
    world.transactions.clear();
    const empty = await answerOf([tokenMethods(world)], BONK);
    expect([empty.body.verdict, empty.body.billing.charged_usdc]).toEqual(['UNKNOWN', '0.00']);
    expect(empty.body.reason_codes).toContain('AGE_UNAVAILABLE');
    const refused = without(tokenMethods(bonk()), 'getSignaturesForAddress', 'getTransaction');
    const answer = await answerOf([refused], BONK);
    expect([answer.body.verdict, answer.body.billing.charged_usdc]).toEqual(['UNKNOWN', '0.00']);
  });
});
