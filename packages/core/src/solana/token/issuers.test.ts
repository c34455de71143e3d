import { describe, expect, it } from 'vitest';
import { key, mintFacts } from '../../../test/support/token-evidence.ts';
import type { FullMint, MintExtension } from './decoded-mint.ts';
import { type IssuerProfile, namesKeysOf, profileDrift, strangePowers } from './issuers.ts';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './programs.ts';

const [MINTER, FREEZER, REST, FORMER] = [key(21), key(22), key(23), key(24)];

const profile: IssuerProfile = {
  name: 'An issuer',
  class: 'rwa-stock',
  program: TOKEN_2022_PROGRAM,
  extensions: [
    ['pausable', 'permanent_delegate'],
    ['pausable', 'permanent_delegate', 'token_metadata'],
  ],
  keys: { mint: [MINTER], freeze: [FREEZER, key(25)] },
  others: [REST],
  former: [{ key: FORMER, until: 1_790_000_000 }],
  source: 'somebody/something@0123456',
  capturedUnix: 1_786_000_000,
  reviewed: '2026-11-28',
};

const extensions: readonly MintExtension[] = [
  { type: 'permanent_delegate', delegate: REST },
  { type: 'pausable', authority: REST, paused: false },
];

const mintOf = (changes: Partial<FullMint> = {}): FullMint =>
  mintFacts({
    program: TOKEN_2022_PROGRAM,
    mintAuthority: MINTER,
    freezeAuthority: FREEZER,
    extensions,
    ...changes,
  });
const driftOf = (changes: Partial<FullMint> = {}) => profileDrift(profile, mintOf(changes));
const named = (update: Parameters<typeof key>[0] | null): MintExtension => ({
  type: 'token_metadata',
  metadata: { updateAuthority: update === null ? null : key(update), mint: key(2), name: '', symbol: '', uri: '' },
});

describe('drift', () => {
  it('is none where every power lies with a reviewed key, and none where powers were given up', () => {
    expect(driftOf()).toEqual([]);
    expect(driftOf({ freezeAuthority: key(25), extensions: [...extensions].reverse() })).toEqual([]);
    expect(driftOf({ mintAuthority: null, freezeAuthority: null })).toEqual([]);
    expect(driftOf({ extensions: [...extensions, named(null)] })).toEqual([]);
  });

  it('is every power over tokens with another key, that of another power included, and none with a former one', () => {
    expect(driftOf({ mintAuthority: key(9) })).toEqual(['mint_authority']);
    expect(driftOf({ mintAuthority: FORMER })).toEqual([]);
    expect(driftOf({ mintAuthority: FREEZER, freezeAuthority: REST })).toEqual(['mint_authority', 'freeze_authority']);
    const seized: readonly MintExtension[] = [{ type: 'permanent_delegate', delegate: key(9) }, ...extensions.slice(1)];
    expect(driftOf({ extensions: seized })).toEqual(['permanent_delegate']);
    expect(driftOf({ extensions: [...extensions, named(9)] })).toEqual([]);
  });

  it('names who has such a power now and who was reviewed, and leaves out former keys and texts', () => {
    const changed = mintOf({
      mintAuthority: FORMER,
      freezeAuthority: key(9),
      extensions: [...extensions, named(10)],
    });
    expect(strangePowers(profile, changed)).toEqual([{ role: 'freeze', of: key(9), reviewed: [FREEZER, key(25)] }]);
  });

  it('is another program, one extension more or less, and one that nobody knows', () => {
    expect(driftOf({ program: TOKEN_PROGRAM })).toEqual(['program']);
    expect(driftOf({ extensions: [...extensions, { type: 'non_transferable' }] })).toEqual(['extensions']);
    expect(driftOf({ extensions: extensions.slice(1) })).toEqual(['extensions']);
    expect(driftOf({ unknownExtensions: [99] })).toEqual(['extensions']);
  });
});

describe('a mint that names the keys of a profile', () => {
  it('names all of them where it has powers, and none where one lies elsewhere', () => {
    expect(namesKeysOf(profile, mintOf())).toBe(true);
    expect(namesKeysOf(profile, mintOf({ freezeAuthority: key(9) }))).toBe(false);
    expect(namesKeysOf(profile, mintOf({ mintAuthority: FORMER }))).toBe(false);
    const texts = mintOf({ extensions: [...extensions, named(9)] });
    expect(namesKeysOf(profile, texts)).toBe(false);
    expect(
      namesKeysOf(
        { ...profile, others: [], keys: { ...profile.keys, permanent_delegate: [REST], pause: [REST] } },
        texts,
      ),
    ).toBe(true);
  });

  it('is none without a power over tokens, and none of a coin without an issuer', () => {
    const gone: readonly MintExtension[] = [
      { type: 'permanent_delegate', delegate: null },
      { type: 'pausable', authority: null, paused: false },
    ];
    expect(namesKeysOf(profile, mintOf({ mintAuthority: null, freezeAuthority: null, extensions: gone }))).toBe(false);
    expect(namesKeysOf({ ...profile, class: 'community' }, mintOf())).toBe(false);
  });
});
