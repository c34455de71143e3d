import { type Address, address, addressBytes, derivedAddress } from 'assay-core/solana/address.ts';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM, WRAPPED_SOL } from 'assay-core/solana/token/programs.ts';
import { RpcFault, type RpcMethods } from 'assay-sandbox/json-rpc.ts';
import { Layout } from 'assay-sandbox/pools/layout.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mintBy, programOf } from '../../packages/core/test/support/program-accounts.ts';
import { mintBase } from '../../packages/core/test/support/token-bytes.ts';
import {
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

const DAY = 86_400;
const seed = (text: string) => Buffer.from(text);
const vault = derivedAddress([seed('vault')], key('a multisig program'));

const world = (mint: Recorded, ...beside: TokenWorldSpec['beside'] & object) => tokenWorld(mint, { beside });

async function answerOf(methods: readonly RpcMethods[], mint: string): Promise<TokenAnswer> {
  const asking = await openTokens(database, methods);
  return asking.ask(mint).finally(() => asking.close());
}

const judged = async (mint: Recorded, ...beside: readonly Recorded[]) => {
  const { body } = await answerOf([tokenMethods(world(mint, ...beside))], mint.address);
  return [body.verdict, body.reason_codes];
};

/** What the check of the first of these accounts may cost at the endpoint. */
async function costs(
  [mint, ...beside]: readonly Recorded[],
  verdict: string,
  { roundsMax, requestsMax } = { roundsMax: 3, requestsMax: 8 },
): Promise<void> {
  if (!mint) throw new Error('no mint');
  await withTokens(database, [tokenMethods(world(mint, ...beside))], async ({ ask, rpcs }) => {
    expect((await ask(mint.address)).body.verdict).toBe(verdict);
    const asked = rpcs[0]?.asked();
    expect(asked?.rounds).toBeLessThanOrEqual(roundsMax);
    expect(asked?.requests).toBeLessThanOrEqual(requestsMax);
  });
}

const clean = ['LOW_RISK', ['NO_ADVERSE_FACT']];
const flagged = ['POWER_HELD_BY_PROGRAM', 'PROGRAM_UPGRADEABLE'];

/** The programs, with the signers and mints that they derive, as they are on mainnet. */
const BRIDGE = address('wormDTUJ6AWPNvk59vGQbDvGJmqbDTdgWgAqcLBCgUb');
const GUARDIANS = address('DHyAcRbFpRWTkcsAsfwQpbABXvtjs6bQ1dq5ScNhRDoQ');
const BRIDGE_SIGNER = address('BCD75RNBHrJJpW4dXVagL5mPjzRLnVZq4YirJdjEYMV7');
const PERPETUALS = address('PERPHjGBqRHArX4DySjwM6UJHiR3sWAatqfdBS2qQJu');
const JLP = address('27G8MtK7VtTcCHkpASjSDdkWWYfoqT6ggEuKidVJidD4');
const JLP_SIGNER = address('AVzP2GeRmqGphJsMxWoqjpUifPpCret7LqWhD8NWQK49');
const SPL_STAKE_POOL = address('SPoo1Ku8WFXoNDMHPsrGSTSG1Y47rzgn41SLUNakuHy');
const GOVERNANCE = address('GovER5Lthms3bLBqWub97yVrMmEogzX7xNjdXpPPCVZw');
const WRAP = address('TwRapQCDhWkZRrDaHfZGuHxkZ91gHDRkyuzNqeU5MgR');

/** The mint of an asset of Ethereum, and the account of the bridge that tells which one it is. */
function bridged(token: string): readonly [Recorded, Recorded] {
  const bytes = Buffer.from(token.padStart(64, '0'), 'hex');
  const mint = derivedAddress([seed('wrapped'), Uint8Array.of(0, 2), bytes], BRIDGE);
  const meta = derivedAddress([seed('meta'), addressBytes(mint)], BRIDGE);
  const data = Buffer.concat([Uint8Array.of(2, 0), bytes, Uint8Array.of(18)]);
  return [mintBy(mint, BRIDGE_SIGNER), { address: meta, owner: BRIDGE, data }];
}

const [weth, wethMeta] = bridged('c02aaa39b223fe8d0a0e5c4f27ead9083c756cc2');
const bridge = programOf(BRIDGE, GUARDIANS);

describe('a token of a bridge', () => {
  it('of a reviewed asset is judged as if nobody could mint', async () => {
    expect(weth.address).toBe('7vfCXTUXx5WJV5JADk17DUJ4ksgau7utNKj4b963voxs');
    const { body } = await answerOf([tokenMethods(world(weth, wethMeta, ...bridge))], weth.address);
    expect([body.verdict, body.reason_codes]).toEqual(clean);
    expect(body.flags).toEqual(expect.arrayContaining(flagged));
    expect(body.metrics.program_powers).toEqual([
      {
        role: 'mint',
        authority: BRIDGE_SIGNER,
        program: BRIDGE,
        program_name: 'Wormhole Token Bridge',
        how: 'mint_derived',
        account: wethMeta.address,
        realm: null,
        delay_seconds: null,
        upgradeable_by: 'program',
        upgrade_authority: GUARDIANS,
        backing: `2:${'c02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'.padStart(64, '0')}`,
        backing_name: 'Wrapped Ether',
      },
    ]);
  });

  it('of an asset that nobody reviewed is ELEVATED at best', async () => {
    const [mint, meta] = bridged('ab'.repeat(20));
    expect(await judged(mint, meta, ...bridge)).toEqual(['ELEVATED', ['BACKING_NOT_REVIEWED']]);
  });

  it('that a stranger made, naming the same authority, is what it looks like', async () => {
    const stranger = mintBy(key('a stranger'), BRIDGE_SIGNER);
    const own = derivedAddress([seed('meta'), addressBytes(stranger.address)], BRIDGE);
    const live = ['HIGH_RISK', ['MINT_AUTHORITY_LIVE']];
    expect(await judged(stranger, wethMeta, ...bridge)).toEqual(live);
    expect(await judged(stranger, { ...wethMeta, address: own }, ...bridge)).toEqual(live);
  });

  it('with a freeze authority is that of whoever may freeze', async () => {
    const frozen = mintBy(weth.address, BRIDGE_SIGNER, key('somebody'));
    expect(await judged(frozen, wethMeta, ...bridge)).toEqual(['HIGH_RISK', ['FREEZE_AUTHORITY_LIVE']]);
  });

  it('is read in three rounds and eight requests', { retry: 2 }, async () => {
    await costs([weth, wethMeta, ...bridge], 'LOW_RISK');
  });
});

describe('a wrapper of any mint', () => {
  it.each([
    ['SOL', WRAPPED_SOL, clean],
    ['a mint that somebody may issue', key('some mint'), ['HIGH_RISK', ['MINT_AUTHORITY_LIVE']]],
  ])('of %s', async (_, unwrapped, expected) => {
    const mint = derivedAddress([seed('mint'), addressBytes(unwrapped), addressBytes(TOKEN_2022_PROGRAM)], WRAP);
    const authority = derivedAddress([seed('authority'), addressBytes(mint)], WRAP);
    const pointer = derivedAddress([seed('backpointer'), addressBytes(mint)], WRAP);
    const told = { address: pointer, owner: WRAP, data: addressBytes(unwrapped) };
    expect(await judged(mintBy(mint, authority, null, TOKEN_2022_PROGRAM), told, ...programOf(WRAP, vault))).toEqual(
      expected,
    );
  });
});

it('a token of a pool is ELEVATED at best, and a copy of it is what it looks like', async () => {
  const CPMM = address('CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C');
  const signer = address('GpMZbSM2GgvTKHJirzeGfMFoaZ8UR2X7F4v8vHTvxFbL');
  const tokens = mintBy(key('tokens of a pool'), signer);
  const data = new Layout(637).hex(0, 'f7ede3f5d7c3de46').key(136, tokens.address).bytes();
  const beside = [{ address: key('the pool of tokens'), owner: CPMM, data }, ...programOf(CPMM, vault)];
  expect(await judged(tokens, ...beside)).toEqual(['ELEVATED', ['BACKING_NOT_REVIEWED']]);
  const copy = mintBy(key('a copy of tokens'), signer);
  expect(await judged(copy, ...beside)).toEqual(['HIGH_RISK', ['MINT_AUTHORITY_LIVE']]);
});

describe('a mint that a program derives', () => {
  const jlp = mintBy(JLP, JLP_SIGNER, JLP_SIGNER);
  const live = ['HIGH_RISK', ['FREEZE_AUTHORITY_LIVE', 'MINT_AUTHORITY_LIVE']];

  it('has its powers with the program, whether a multisig can change that or nobody', async () => {
    for (const [authority, flags] of [
      [vault, flagged],
      [null, ['POWER_HELD_BY_PROGRAM']],
    ] as const) {
      const { body } = await answerOf([tokenMethods(world(jlp, ...programOf(PERPETUALS, authority)))], JLP);
      expect([body.verdict, body.reason_codes]).toEqual(clean);
      expect(body.flags.filter((flag) => flagged.includes(flag))).toEqual(flags);
      expect(body.metrics.program_powers?.map(({ role }) => role)).toEqual(['mint', 'freeze']);
    }
  });

  it('is a person’s where a single key can change the program', async () => {
    expect(await judged(jlp, ...programOf(PERPETUALS, key('a key')))).toEqual(live);
  });

  it('is a person’s where a multisig can change the program and one key decides for that', async () => {
    const ofJupiter = address('5myNNmEmPm3UAnJ2ggLEpnTFb9t9Gk8369wKw6n3uAKx');
    const multisig = (threshold: number): Recorded => ({
      address: address('AxkJ8oH5aDu4ZRWfsujPtxdb6Vhq4gDehpoReBgrUUSm'),
      owner: address('SQDS4ep65T869zMMBKyuUq6aD6EgTu8psMjkvj52pCf'),
      data: new Layout(120).u16(72, threshold).bytes(),
    });
    const program = programOf(PERPETUALS, ofJupiter);
    expect(await judged(jlp, multisig(4), ...program)).toEqual(clean);
    expect(await judged(jlp, multisig(1), ...program)).toEqual(live);
  });

  it('is another one under another address', async () => {
    const copy = mintBy(key('a copy'), JLP_SIGNER, JLP_SIGNER);
    expect(await judged(copy, ...programOf(PERPETUALS, vault))).toEqual(live);
  });

  it('leaves no verdict, for nothing, where the program is not there or is not read', async () => {
    const [account] = programOf(PERPETUALS, vault);
    for (const beside of [[], account ? [account] : []]) {
      const { body } = await answerOf([tokenMethods(world(jlp, ...beside))], JLP);
      expect([body.verdict, body.reason_codes, body.billing.charged_usdc]).toEqual([
        'UNKNOWN',
        ['PROVIDER_DISAGREES'],
        '0.00',
      ]);
    }
    const methods = tokenMethods(world(jlp, ...programOf(PERPETUALS, vault)));
    const refused = ([list, ...rest]: readonly unknown[]) => {
      if (Array.isArray(list) && list.includes(PERPETUALS)) throw new RpcFault(-32005, 'busy');
      return methods.getMultipleAccounts?.([list, ...rest] as never);
    };
    const alone = ([address, ...rest]: readonly unknown[]) => {
      if (address === PERPETUALS) throw new RpcFault(-32005, 'busy');
      return methods.getAccountInfo?.([address, ...rest] as never);
    };
    const busy = { ...methods, getMultipleAccounts: refused as never, getAccountInfo: alone as never };
    const { body } = await answerOf([busy], JLP);
    expect([body.verdict, body.billing.charged_usdc]).toEqual(['UNKNOWN', '0.00']);
    expect(body.reason_codes).toEqual(
      expect.arrayContaining([expect.stringMatching(/^(RPC_UNAVAILABLE|PLAN_REFUSES|TIME_BUDGET)$/)]),
    );
  });

  it.each([
    [
      'PST',
      '59obFNBzyTBGowrkif5uK7ojS58vsuWz3ZCvg6tfZAGw',
      '9936VFvgRmW1STvdgeyPQaKHDx5DwBtbhZkT3HcdL3QK',
      'HumaXepHnjaRCpjYTokxY4UtaJcmx41prQ8cxGmFC5fn',
    ],
    [
      'ONyc',
      '5Y8NV33Vv7WbnLfq3zBcKSdYPrk7g2KoiQoe7M2tcxp5',
      'AbpE5YLpdpxj2jRczG9P341Jicf67NvZsaZYrATbMnNX',
      'onreuGhHHgVzMWSkj2oQDLDtvvGvoepBPkqyaubFcwe',
    ],
    [
      'tBTC',
      '6DNSN2BJsaPFdFFc1zP37kkeNe4Usc1Sqkzr9C9vPWcU',
      '2PfR3xUdMS8xHUhE9H47dy2Ro3Ww9agP5GdnNoKj3Vtf',
      'Gj93RRt6QB7FjmyokAD5rcMAku7pq3Fk2Aa8y6nNbwsV',
    ],
    [
      'stSOL',
      '7dHbWXmci3dT8UFYWYZweBLXgycu7Y3iL6trKn1Y7ARj',
      '8kRRsKezwXS21beVDcAoTmih1XbyFnEAMXXiGXz6J3Jz',
      'CrX7kMhLC3cSsXJdT7JDgqrRVWGnUpX3gfEfxxU2NVLi',
    ],
    [
      'HNT',
      'hntyVP6YFm1Hg25TN9WGLqM12b8TQmcknKrdu1oxWux',
      '3QqEkX1juz4bW8mCQBMJLWjEpHqYawvbEUvpc6iwYom3',
      'circAbx64bbsscPbQzZAUvuXpHqrCe6fLMzc2uKXz9g',
    ],
  ])('%s is judged as if nobody could mint, and a copy is not', async (_, at, signer, program) => {
    const beside = programOf(address(program), vault);
    expect(await judged(mintBy(address(at), address(signer)), ...beside)).toEqual(clean);
    expect(await judged(mintBy(key(`a copy of ${at}`), address(signer)), ...beside)).toEqual([
      'HIGH_RISK',
      ['MINT_AUTHORITY_LIVE'],
    ]);
  });
});

describe('a staking program', () => {
  const SANCTUM_MULTI = address('SPMBzsVUuoHA4Jm6KunbsotaahvVikZs1JyTW6iJvbn');
  const MARINADE = address('MarBmsSgKXdrN1egZf5sqe1TMai9K1rChYNDJgjq7aD');
  const INF = address('5ocnV1qiCgaQR8Jb8xWnVbApfaygJ8tNoZfgPwsgx9kx');
  const poolOf = (owner: Address, pool: string, mint: string): Recorded => ({
    address: address(pool),
    owner,
    data: new Layout(611).u8(0, 1).key(162, address(mint)).bytes(),
  });
  const marinade = (mint: string): Recorded => ({
    address: address('8szGkuLTAux9XMgZ2vtY39jVSowEcpBfFfD8hXSEqdGC'),
    owner: MARINADE,
    data: new Layout(2_616).hex(0, 'd8926b5e684bb6b1').key(8, address(mint)).bytes(),
  });
  const [jito, jup, bsol, bnsol, msol, inf] = [
    'J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn',
    'jupSoLaHXQiZZTSfEWMTRRgpnyFm8f6sZdosWBjx93v',
    'bSo13r4TkiE4KumL71LsHTPpL2euBYLFx6h9HP3piy1',
    'BNso1VUJnh4zcfpZa6986Ea66P6TCp59hvtNJ8b1X85',
    'mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So',
    '5oVNBeEEQvYi1cX3ir8Dx5n1P7pdxydbGF2X4TxVusJm',
  ];

  it.each([
    [
      'JitoSOL',
      jito,
      '6iQKfEyhr3bZMotVkW6beNZz5CPAkiwvgV2CTje9pVSS',
      poolOf(SPL_STAKE_POOL, 'Jito4APyf642JPZPx3hGc6WWJ8zPKtRbRs4P815Awbb', jito),
    ],
    [
      'JupSOL',
      jup,
      'EMjuABxELpYWYEwjkKmQKBNCwdaFAy4QYAs6W9bDQDNw',
      poolOf(SANCTUM_MULTI, '8VpRhuxa7sUUepdY3kQiTmX9rS5vx4WgaXiAnXq4KCtr', jup),
    ],
    [
      'bSOL',
      bsol,
      '6WecYymEARvjG5ZyqkrVQ6YkhPfujNzWpSPwNKXHCbV2',
      poolOf(SPL_STAKE_POOL, 'stk9ApL5HeVAwPLr3TLhDXdZS8ptVu7zp6ov8HFDuMi', bsol),
    ],
    [
      'BNSOL',
      bnsol,
      '75NPzpxoh8sXGuSENFMREidq6FMzEx4g2AfcBEB6qjCV',
      poolOf(SPL_STAKE_POOL, 'Hr9pzexrBge3vgmBNRR8u42CNQgBXdHm4UkUN2DH4a7r', bnsol),
    ],
    ['mSOL', msol, '3JLPCS1qM2zRw3Dp6V4hZnYHd4toMNPkNesXdX9tg6KM', marinade(msol)],
    ['INF', inf, 'AYhux5gJzCoeoc1PoJ1VxwPDe22RwcvpHviLDD1oCGvW', null],
  ])('has %s, and no copy of it', { retry: 2 }, async (_, at, signer, state) => {
    const beside = [...(state ? [state] : []), ...programOf(state?.owner ?? INF, vault)];
    await costs([mintBy(address(at), address(signer)), ...beside], 'LOW_RISK');
    const copy = mintBy(key(`a copy of ${at}`), address(signer));
    expect(await judged(copy, ...beside)).toEqual(['HIGH_RISK', ['MINT_AUTHORITY_LIVE']]);
  });

  const at = key('a staking token');
  const pool = key('its pool');
  const signer = derivedAddress([addressBytes(pool), seed('withdraw')], SPL_STAKE_POOL);
  const account = { address: pool, owner: SPL_STAKE_POOL, data: new Layout(611).u8(0, 1).key(162, at).bytes() };

  it('that a multisig can change is believed, and that a single key can change is not', async () => {
    const { body } = await answerOf(
      [tokenMethods(world(mintBy(at, signer), account, ...programOf(SPL_STAKE_POOL, vault)))],
      at,
    );
    expect([body.verdict, body.reason_codes]).toEqual(clean);
    expect(body.flags).toEqual(expect.arrayContaining(['LST_PROVEN', 'STAKE_PROGRAM_UPGRADEABLE']));
    expect(body.metrics.stake).toEqual({ program: SPL_STAKE_POOL, program_name: 'SPL stake pool', pool });
    expect(await judged(mintBy(at, signer), account, ...programOf(SPL_STAKE_POOL, key('a key')))).toEqual([
      'HIGH_RISK',
      ['MINT_AUTHORITY_LIVE'],
    ]);
  });
});

describe('a governance', () => {
  const vote = mintBy(key('a vote'), null);
  const realmAt = key('a realm');
  const governanceAt = derivedAddress([seed('account-governance')], GOVERNANCE);
  /** A governance whose votes take five days, unless they may end early. */
  const governance = (tipping: number, holdUp = 0, owner = GOVERNANCE): Recorded => {
    const layout = new Layout(236)
      .u8(0, 20)
      .key(1, realmAt)
      .u8(70, 60)
      .u32(79, holdUp)
      .u32(83, 5 * DAY)
      .u8(87, tipping);
    return { address: governanceAt, owner, data: layout.u8(88, 2).u8(89, 2).u8(98, tipping).bytes() };
  };
  const realm = (authority: Address | null): Recorded => {
    const layout = new Layout(280).u8(0, 16).key(1, vote.address);
    if (authority) layout.u8(67, 1).key(68, authority);
    return { address: realmAt, owner: GOVERNANCE, data: layout.bytes() };
  };
  const proposal = (state: number): Recorded => {
    const data = new Layout(300).u8(0, 14).key(1, governanceAt).u8(65, state).bytes();
    return { address: key(`a proposal ${state}`), owner: GOVERNANCE, data };
  };
  const minted = (mintAuthority: Address | null, supply = 10n ** 15n) =>
    mintBase({ program: TOKEN_PROGRAM, supply, decimals: 6, mintAuthority, freezeAuthority: null });
  const [DRAFT, VOTING, APPROVED, EXECUTED] = [0, 2, 3, 5];
  const mint = mintBy(key('a token under a vote'), governanceAt);
  const program = [...programOf(GOVERNANCE, vault), vote];
  const live = ['HIGH_RISK', ['MINT_AUTHORITY_LIVE']];
  const [STRICT, NEVER] = [0, 2];

  it('that takes days is a medium fact', async () => {
    const methods = tokenMethods(world(mint, governance(NEVER), realm(null), proposal(EXECUTED), ...program));
    const { body } = await answerOf([methods], mint.address);
    expect([body.verdict, body.reason_codes]).toEqual(['ELEVATED', ['POWER_UNDER_GOVERNANCE']]);
    expect(body.metrics.program_powers).toMatchObject([{ how: 'governance', realm: realmAt, delay_seconds: 5 * DAY }]);
    expect(await judged(mint, governance(STRICT, 4 * DAY), realm(governanceAt), ...program)).toEqual([
      'ELEVATED',
      ['POWER_UNDER_GOVERNANCE'],
    ]);
  });

  it('is read in five rounds and thirteen requests', { retry: 2 }, async () => {
    await costs([mint, governance(NEVER), realm(null), ...program], 'ELEVATED', { roundsMax: 5, requestsMax: 13 });
  });

  it.each([
    ['votes end as soon as most agree', [governance(STRICT), realm(null)]],
    ['a single key can change the voters', [governance(NEVER), realm(key('a key'))]],
    ['the realm is not there', [governance(NEVER)]],
    ['the program is somebody’s copy', [governance(NEVER, 0, key('a program')), realm(null)]],
    ['it governs nothing', [realm(null)]],
    ['a single key can issue votes', [governance(NEVER), realm(null), { ...vote, data: minted(key('a key')) }]],
    ['there is a single vote', [governance(NEVER), realm(null), { ...vote, data: minted(null, 1_000_000n) }]],
    ['votes are of no mint', [governance(NEVER), realm(null), { ...vote, owner: GOVERNANCE }]],
    ['a vote may be about to end', [governance(NEVER), realm(null), proposal(VOTING)]],
    ['a draft may be older than the hold-up', [governance(STRICT, 4 * DAY), realm(null), proposal(DRAFT)]],
    ['an approved proposal can be executed at any time', [governance(NEVER), realm(null), proposal(APPROVED)]],
  ])('is a person’s where %s', async (_, beside) => {
    expect(await judged(mint, ...program, ...beside)).toEqual(live);
  });

  it('leaves no verdict, for nothing, where no endpoint searches its proposals', async () => {
    const { getProgramAccounts: _, ...others } = tokenMethods(world(mint, governance(NEVER), realm(null), ...program));
    const { body } = await answerOf([others], mint.address);
    expect([body.verdict, body.reason_codes, body.billing.charged_usdc]).toEqual(['UNKNOWN', ['PLAN_REFUSES'], '0.00']);
  });

  it('is a person’s where a single key can change its program', async () => {
    const changeable = [...programOf(GOVERNANCE, key('a key')), vote];
    expect(await judged(mint, governance(NEVER), realm(null), ...changeable)).toEqual(live);
  });
});
