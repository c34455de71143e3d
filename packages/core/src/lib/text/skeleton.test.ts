import { describe, expect, it } from 'vitest';
import { skeletonOf } from './skeleton.ts';

describe('the skeleton of a name', () => {
  it.each([
    ['a Cyrillic letter', 'U\u0405DT', 'USDT'],
    ['Cyrillic letters only', '\u0405\u041e\u04c0', 'SOL'],
    ['Greek letters', '\u0392\u03bf\u03b7k', 'BONK'],
    ['a lunate sigma', 'USD\u03f9', 'USDC'],
    ['Cherokee letters', '\u13da\u13ab\u13cf', 'sjb'],
    ['Cherokee small letters', '\uab7a\uaba2', 'AR'],
    ['Lisu letters', '\ua4f4\ua4e2\ua4d3\ua4da', 'USDC'],
    ['Armenian letters', '\u054d\u054fDC', 'USDC'],
    ['Canadian syllabics', '\u15f7O\u144eK \u144c\u1515\u15ea\u1455', 'BONKUSDC'],
    ['crossed and hooked letters', 'Far\u0167coin \u0187\u0244\u024c', 'FartcoinCUR'],
    ['small capitals', '\u1d1c\ua731\u1d05\u1d04', 'USDC'],
    ['full width', '\uff35\uff33\uff24\uff23', 'USDC'],
    ['bold mathematical letters', '\u{1d414}\u{1d412}\u{1d403}\u{1d402}', 'USDC'],
    ['letters on discs', '\u24ca\u24c8\u24b9\u24b8', 'USDC'],
    ['white letters on squares', '\u{1f184}\u{1f182}\u{1f173}\u{1f172}', 'USDC'],
    ['halves of flags', '\u{1f1fa}\u{1f1f8}\u{1f1e9}\u{1f1e8}', 'USDC'],
    ['characters without width', 'U\u200bS\u2060D\ufeffC', 'USDC'],
    ['a direction', '\u202dUSDC\u202c', 'USDC'],
    ['tags and variation selectors', 'US\u{e0044}DC\ufe0f', 'USDC'],
    ['marks', 'U\u0308S\u0323D\u0301\u010a', 'USDC'],
    ['crossed letters', 'US\u0110C \u00d8', 'USDC O'],
    ['digits for letters', 'U5D0 B8 S0L', 'USDO BB SOL'],
    ['one letter for another', 'S0I', 'sol'],
    ['a bar', 'SO|', 'SOL'],
    ['a dollar before', '$USDC', 'USDC'],
    ['a dollar inside', 'U$DC', 'USDC'],
    ['signs of currencies', 'USD\u20ae \u20acURC \u20bfTC', 'USDT EURC BTC'],
    ['blanks, points and pictures', ' u.s_d-c \u{1f680}', 'USDC'],
    ['letters of Deseret, Old Italic, Miao and Ethiopic', '\u{16f42}\u{10420}D\u{10302} \u1200', 'USDC U'],
    ['what passes for two letters', '\u2016AMA \ufb01', 'LLAMA FI'],
    ['an m, whose prototype is rn', '\u217fsol', 'mSOL'],
    ['turned letters', '\u2c6f\u0287\u018e', 'ATE'],
    ['signs of more currencies', '\u00a3\u20b1\u20bd\u20a6\u20ab', 'LPPND'],
    ['letters that newer versions of Unicode brought', '\u{1ccea}\u{1cce8}\u{1ccd9}\u{1ccd8}', 'USDC'],
    ['characters that only newer versions know', 'US\u{16ea0}D\u{11f5a}C\u{e1fff}', 'USDC'],
    ['trade signs', 'USDC\u2122\u00ae', 'USDC'],
  ])('is the same with %s', (_, written, plain) => {
    expect(skeletonOf(written)).toBe(skeletonOf(plain));
    expect(skeletonOf(plain)).not.toBe('');
  });

  it('separates texts that differ visibly', () => {
    const names = ['USDC', 'USDT', 'USDS', 'USDG', 'PYUSD', 'SOL', 'JitoSOL', 'BONK', 'JUP', 'WBTC', 'WETH', 'EURC'];
    expect(new Set(names.map(skeletonOf)).size).toBe(names.length);
  });

  it('keeps letters of other scripts, and is nothing where there is no letter', () => {
    expect(skeletonOf('日本')).toBe('日本');
    expect(skeletonOf(' \u200b.$!')).toBe('');
  });
});
