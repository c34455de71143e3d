import { describe, expect, it } from 'vitest';
import { type KeyPlace, openKeyStore } from './key-store.ts';

function place(): KeyPlace & { readonly kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
  };
}

const refused: KeyPlace = {
  getItem: () => {
    throw new Error('refused');
  },
  setItem: () => {
    throw new Error('refused');
  },
  removeItem: () => {
    throw new Error('refused');
  },
};

describe('a key', () => {
  it('stays in the tab unless it is to be remembered', () => {
    const [tab, browser] = [place(), place()];
    const store = openKeyStore(tab, browser);
    expect(store.read()).toBeNull();
    store.write('assay_a', false);
    expect(store.read()).toEqual({ key: 'assay_a', remembered: false });
    expect([tab.kept.size, browser.kept.size]).toEqual([1, 0]);
  });

  it('is in one place only, and nowhere once it is forgotten', () => {
    const [tab, browser] = [place(), place()];
    const store = openKeyStore(tab, browser);
    store.write('assay_a', true);
    expect([store.read(), tab.kept.size]).toEqual([{ key: 'assay_a', remembered: true }, 0]);
    store.write('assay_b', false);
    expect([store.read(), browser.kept.size]).toEqual([{ key: 'assay_b', remembered: false }, 0]);
    store.forget();
    expect([store.read(), tab.kept.size, browser.kept.size]).toEqual([null, 0, 0]);
  });

  it.each([
    ['refuses', refused],
    ['has none', null],
  ])('lives as long as the page where the browser %s', (_what, storage) => {
    const store = openKeyStore(storage, storage);
    store.write('assay_a', true);
    expect(store.read()).toEqual({ key: 'assay_a', remembered: false });
    store.forget();
    expect(store.read()).toBeNull();
  });
});
