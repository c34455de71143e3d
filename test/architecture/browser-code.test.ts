import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { productionBelow } from './files-below.ts';

const FOLDER = 'src/pages/client';
const sources = productionBelow(FOLDER);

/** Everything by which text becomes markup or code. */
const MARKUP =
  /innerHTML|outerHTML|insertAdjacentHTML|setHTML|document\.write|createContextualFragment|DOMParser|srcdoc|\beval\(|new Function|javascript:/;

describe('code of the pages', () => {
  it('makes no markup and no code out of text: names of tokens are words of strangers', () => {
    expect(sources.length).toBeGreaterThan(20);
    expect(sources.filter((file) => MARKUP.test(readFileSync(file, 'utf8')))).toEqual([]);
  });

  it('sets no style by attribute, which the policy of the pages refuses', () => {
    const styled = /setAttribute\('style'|\bstyle: ['"`]/;
    expect(sources.filter((file) => styled.test(readFileSync(file, 'utf8')))).toEqual([]);
  });

  it('is small: 60 kilobytes packed for each page', () => {
    for (const page of ['dashboard', 'enhance', 'topup']) {
      expect(gzipSync(readFileSync(`dist/web/${page}.js`), { level: 9 }).length).toBeLessThan(60_000);
    }
  });
});
