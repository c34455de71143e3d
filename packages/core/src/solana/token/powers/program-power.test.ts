import { Layout } from 'assay-sandbox/pools/layout.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Address, address, addressBytes, addressOf, derivedAddress, isOnCurve } from '../../address.ts';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM, WRAPPED_SOL } from '../programs.ts';
import { heldByProgram, originAddresses, type PoweredMint, type ProgramPower, powerProofs } from './program-power.ts';

const key = (n: number) => addressOf(new Uint8Array(32).fill(n));
const seed = (text: string) => new TextEncoder().encode(text);
const BRIDGE = address('wormDTUJ6AWPNvk59vGQbDvGJmqbDTdgWgAqcLBCgUb');
const BRIDGE_SIGNER = address('BCD75RNBHrJJpW4dXVagL5mPjzRLnVZq4YirJdjEYMV7');
const WRAP = address('TwRapQCDhWkZRrDaHfZGuHxkZ91gHDRkyuzNqeU5MgR');

const mintOf = (mint: string, mintAuthority: string | null, freezeAuthority: string | null = null): PoweredMint => ({
  address: address(mint),
  program: TOKEN_PROGRAM,
  mintAuthority: mintAuthority === null ? null : address(mintAuthority),
  freezeAuthority: freezeAuthority === null ? null : address(freezeAuthority),
});
const proven = (mint: PoweredMint, ...accounts: Parameters<typeof powerProofs>[1]) =>
  powerProofs(mint, accounts).map(({ role, programName }) => `${role} ${programName}`);

/** Mints with authorities as they were recorded on mainnet. */
const recorded: readonly (readonly [name: string, mint: string, authority: string, programName: string])[] = [
  [
    'jlUSDT',
    'Cmn4v2wipYV41dkakDvCgFJpxhtaaKt11NyWV8pjSE8A',
    '5nmGjA4s7ATzpBQXC5RNceRpaJ7pYw2wKsNBWyuSAZV6',
    'Jupiter Lend',
  ],
  ['PST', '59obFNBzyTBGowrkif5uK7ojS58vsuWz3ZCvg6tfZAGw', '9936VFvgRmW1STvdgeyPQaKHDx5DwBtbhZkT3HcdL3QK', 'Huma'],
  ['ONyc', '5Y8NV33Vv7WbnLfq3zBcKSdYPrk7g2KoiQoe7M2tcxp5', 'AbpE5YLpdpxj2jRczG9P341Jicf67NvZsaZYrATbMnNX', 'OnRe'],
  [
    'tBTC',
    '6DNSN2BJsaPFdFFc1zP37kkeNe4Usc1Sqkzr9C9vPWcU',
    '2PfR3xUdMS8xHUhE9H47dy2Ro3Ww9agP5GdnNoKj3Vtf',
    'Threshold tBTC',
  ],
  ['stSOL', '7dHbWXmci3dT8UFYWYZweBLXgycu7Y3iL6trKn1Y7ARj', '8kRRsKezwXS21beVDcAoTmih1XbyFnEAMXXiGXz6J3Jz', 'Lido'],
  [
    'HNT',
    'hntyVP6YFm1Hg25TN9WGLqM12b8TQmcknKrdu1oxWux',
    '3QqEkX1juz4bW8mCQBMJLWjEpHqYawvbEUvpc6iwYom3',
    'Helium circuit breaker',
  ],
  [
    'fragSOL',
    'FRAGSEthVFL7fdqM8hxfxkfCZzUvmg21cqPJVvC1qdbo',
    '3TK9fNePM4qdKC4dwvDe8Bamv14prDqdVfuANxPeiryb',
    'Fragmetric',
  ],
  [
    'FRAG2',
    'FRAG2gPNXozPpYcn2a8zK7YdtfNXCLsioZNwZXwTQ3cP',
    '3b3RHaeKdGGrbuWsbtMLa3CnFgUTFZ4TLGy9Ui2Aag1m',
    'Fragmetric',
  ],
  [
    'INF',
    '5oVNBeEEQvYi1cX3ir8Dx5n1P7pdxydbGF2X4TxVusJm',
    'AYhux5gJzCoeoc1PoJ1VxwPDe22RwcvpHviLDD1oCGvW',
    'Sanctum Infinity',
  ],
];
const JLP = '27G8MtK7VtTcCHkpASjSDdkWWYfoqT6ggEuKidVJidD4';
const JLP_SIGNER = 'AVzP2GeRmqGphJsMxWoqjpUifPpCret7LqWhD8NWQK49';

describe('a mint that one program has', () => {
  it.each(recorded)(
    '%s is proven by its address and its authority, and no other mint is',
    (_, mint, authority, name) => {
      expect(proven(mintOf(mint, authority))).toEqual([`mint ${name}`]);
      expect(proven(mintOf(key(1), authority))).toEqual([]);
      expect(proven(mintOf(mint, key(3)))).toEqual([]);
      expect(proven(mintOf(mint, null))).toEqual([]);
    },
  );

  it('has each power that lies with the program, and no other one', () => {
    expect(proven(mintOf(JLP, JLP_SIGNER, JLP_SIGNER))).toEqual([
      'mint Jupiter Perpetuals',
      'freeze Jupiter Perpetuals',
    ]);
    expect(proven(mintOf(JLP, JLP_SIGNER, key(3)))).toEqual(['mint Jupiter Perpetuals']);
    expect(proven(mintOf(JLP, key(3), JLP_SIGNER))).toEqual(['freeze Jupiter Perpetuals']);
    expect(proven(mintOf(key(1), JLP_SIGNER, JLP_SIGNER))).toEqual([]);
    const [, tbtc = '', signer = ''] = recorded[3] ?? [];
    expect(proven(mintOf(tbtc, signer, signer))).toEqual(['mint Threshold tBTC']);
  });
});

const ETHER = 'c02aaa39b223fe8d0a0e5c4f27ead9083c756cc2';
const origin = (chain: number, token: string) => {
  const bytes = Buffer.from(token.padStart(64, '0'), 'hex');
  const mint = derivedAddress([seed('wrapped'), Uint8Array.of(chain >> 8, chain & 255), bytes], BRIDGE);
  const at = derivedAddress([seed('meta'), addressBytes(mint)], BRIDGE);
  const data = Buffer.concat([Uint8Array.of(chain & 255, chain >> 8), bytes, Uint8Array.of(18)]);
  return { mint, meta: { address: at, owner: BRIDGE, data } };
};

describe('a token of the Wormhole Token Bridge', () => {
  it.each([
    ['WETH', ETHER, '7vfCXTUXx5WJV5JADk17DUJ4ksgau7utNKj4b963voxs', 'Wrapped Ether'],
    ['WBTC', '2260fac5e5542a773aa44fbcfedf7c193bc2c599', '3NZ9JMVBmGAqocybic2c7LQCJScmgsAZ6vQqTDzcqmJh', 'Wrapped BTC'],
    [
      'USDCet',
      'a0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
      'A9mUU4qviSctJVPJdBJWkb28deg915LYJKrzQ19ji3FM',
      'USD Coin on Ethereum',
    ],
    [
      'USDTet',
      'dac17f958d2ee523a2206206994597c13d831ec7',
      'Dn4noZ5jgGfkntzcQSUZ8czkreiZ1ForXYoV2H8Dm7S1',
      'Tether USD on Ethereum',
    ],
  ])('%s is derived from a reviewed asset', (_, token, listed, reviewed) => {
    const { mint, meta } = origin(2, token);
    expect(mint).toBe(listed);
    const subject = mintOf(mint, BRIDGE_SIGNER);
    expect(originAddresses(subject)).toEqual([meta.address]);
    const asset = `2:${token.padStart(64, '0')}`;
    expect(powerProofs(subject, [meta])).toMatchObject([
      { role: 'mint', program: BRIDGE, kind: 'wrapper', how: 'mint_derived', backing: { asset, reviewed } },
    ]);
  });

  it('is proven for any asset, which nobody reviewed then', () => {
    const { mint, meta } = origin(10_002, 'ab'.repeat(20));
    expect(powerProofs(mintOf(mint, BRIDGE_SIGNER), [meta])).toMatchObject([{ backing: { reviewed: null } }]);
    const elsewhere = origin(4, ETHER);
    expect(powerProofs(mintOf(elsewhere.mint, BRIDGE_SIGNER), [elsewhere.meta])).toMatchObject([
      { backing: { reviewed: null } },
    ]);
  });

  it('is nothing that a stranger makes', () => {
    const { mint, meta } = origin(2, ETHER);
    const stranger = mintOf(key(1), BRIDGE_SIGNER);
    const own = derivedAddress([seed('meta'), addressBytes(key(1))], BRIDGE);
    expect(proven(stranger)).toEqual([]);
    expect(proven(stranger, meta)).toEqual([]);
    expect(proven(stranger, { ...meta, address: own })).toEqual([]);
    expect(proven(mintOf(mint, BRIDGE_SIGNER))).toEqual([]);
    expect(proven(mintOf(mint, BRIDGE_SIGNER), { ...meta, data: meta.data.subarray(0, 33) })).toEqual([]);
    expect(proven(mintOf(mint, key(3)), meta)).toEqual([]);
    const off = derivedAddress([seed('some')], key(9));
    expect(proven(mintOf(mint, off), meta)).toEqual([]);
  });
});

describe('a mint of Token Wrap', () => {
  const wrapped = (unwrapped: Address) => {
    const mint = derivedAddress([seed('mint'), addressBytes(unwrapped), addressBytes(TOKEN_2022_PROGRAM)], WRAP);
    const authority = derivedAddress([seed('authority'), addressBytes(mint)], WRAP);
    const at = derivedAddress([seed('backpointer'), addressBytes(mint)], WRAP);
    const subject = { ...mintOf(mint, authority), program: TOKEN_2022_PROGRAM };
    return { subject, pointer: { address: at, owner: WRAP, data: addressBytes(unwrapped) } };
  };

  it('is derived from the mint that it wraps, and is proven where that is SOL', () => {
    const sol = wrapped(WRAPPED_SOL);
    expect(originAddresses(sol.subject)).toEqual([sol.pointer.address]);
    expect(powerProofs(sol.subject, [sol.pointer])).toMatchObject([
      { program: WRAP, backing: { asset: WRAPPED_SOL, reviewed: 'SOL' } },
    ]);
    const other = wrapped(key(7));
    expect(powerProofs(other.subject, [other.pointer])).toEqual([]);
  });

  it('is not proven under another address, program or pointer', () => {
    const { subject, pointer } = wrapped(WRAPPED_SOL);
    expect(proven(subject)).toEqual([]);
    expect(proven({ ...subject, program: TOKEN_PROGRAM }, pointer)).toEqual([]);
    expect(proven(subject, { ...pointer, data: addressBytes(key(8)) })).toEqual([]);
    expect(proven(subject, { ...pointer, data: new Uint8Array(31) })).toEqual([]);
    expect(proven({ ...subject, address: key(1) }, pointer)).toEqual([]);
  });
});

describe('a token of a pool', () => {
  const CPMM = address('CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C');
  const signer = 'GpMZbSM2GgvTKHJirzeGfMFoaZ8UR2X7F4v8vHTvxFbL';
  const data = new Layout(637).hex(0, 'f7ede3f5d7c3de46').key(136, key(1)).bytes();
  const pool = { address: key(5), owner: CPMM, data };

  it('is proven by the pool that names it, and nobody reviewed what lies there', () => {
    expect(powerProofs(mintOf(key(1), signer), [pool])).toMatchObject([
      { program: CPMM, how: 'account_names_mint', account: key(5), backing: { asset: key(5), reviewed: null } },
    ]);
  });

  it('is not proven by another pool, program, mark or authority', () => {
    expect(proven(mintOf(key(1), signer))).toEqual([]);
    expect(proven(mintOf(key(2), signer), pool)).toEqual([]);
    expect(proven(mintOf(key(1), signer), { ...pool, owner: key(8) })).toEqual([]);
    expect(proven(mintOf(key(1), signer), { ...pool, data: new Layout(637).key(136, key(1)).bytes() })).toEqual([]);
    expect(proven(mintOf(key(1), signer), { ...pool, data: data.subarray(0, 167) })).toEqual([]);
    expect(proven(mintOf(key(1), BRIDGE_SIGNER), pool)).toEqual([]);
  });
});

describe('a program that has a power', () => {
  const power: ProgramPower = {
    role: 'mint',
    authority: key(1),
    program: key(2),
    programName: 'a program',
    kind: 'protocol',
    how: 'fixed_mint',
    account: null,
    backing: null,
    governance: null,
    upgrade: { by: 'program', authority: key(3) },
  };
  const held = (one: ProgramPower) => heldByProgram([one], 'mint', key(1)) !== null;

  it('counts by role and authority, unless a key can change it or the governance gives no notice', () => {
    expect(held(power)).toBe(true);
    expect(heldByProgram([power], 'freeze', key(1))).toBeNull();
    expect(heldByProgram([power], 'mint', key(4))).toBeNull();
    expect(heldByProgram([power], 'mint', null)).toBeNull();
    expect(held({ ...power, upgrade: { by: 'unread', authority: null } })).toBe(true);
    expect(held({ ...power, upgrade: { by: 'key', authority: key(3) } })).toBe(false);
    const governance = { realm: key(5), delaySeconds: 259_200, keyRules: false, isUnderWay: false };
    expect(held({ ...power, governance })).toBe(true);
    expect(held({ ...power, governance: { ...governance, delaySeconds: 259_199 } })).toBe(false);
    expect(held({ ...power, governance: { ...governance, keyRules: true } })).toBe(false);
    expect(held({ ...power, governance: { ...governance, isUnderWay: true } })).toBe(false);
  });
});

it('no account makes the proofs throw, or proves a mint that no program derived', () => {
  const owners = fc.constantFrom(BRIDGE, WRAP, key(8));
  const stranger = mintOf(key(1), BRIDGE_SIGNER);
  expect(isOnCurve(BRIDGE_SIGNER)).toBe(false);
  fc.assert(
    fc.property(owners, fc.uint8Array({ maxLength: 80 }), (owner, data) => {
      expect(powerProofs(stranger, [{ address: originAddresses(stranger)[0] as Address, owner, data }])).toEqual([]);
    }),
  );
});
