import { readSandbox } from './about.ts';

/** The part of `Storage` that keeps a key. */
export interface KeyPlace {
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
  removeItem(name: string): void;
}

/** The API key that both pages use. `remembered` is true where it outlives the tab. */
interface KeptKey {
  readonly key: string;
  readonly remembered: boolean;
}

/** Keeps at most one key, in this browser only. */
export interface KeyStore {
  read(): KeptKey | null;
  /** Replaces the key. Without `remember` it lives as long as the tab, and one that was remembered before is forgotten. */
  write(key: string, remember: boolean): void;
  forget(): void;
}

const NAME = 'assay.key';

/**
 * A store over the storage of the tab and of the browser; null where the browser refuses it. Then the key lives in memory,
 * until the page is left. Never throws: a full or forbidden storage must not stop a page.
 */
export function openKeyStore(tab: KeyPlace | null, browser: KeyPlace | null): KeyStore {
  let inMemory: KeptKey | null = null;
  return {
    read() {
      const remembered = attempt(() => browser?.getItem(NAME));
      if (remembered) return { key: remembered, remembered: true };
      const kept = attempt(() => tab?.getItem(NAME));
      return kept ? { key: kept, remembered: false } : inMemory;
    },
    write(key, remember) {
      this.forget();
      inMemory = { key, remembered: false };
      attempt(() => (remember ? browser : tab)?.setItem(NAME, key));
    },
    forget() {
      inMemory = null;
      attempt(() => tab?.removeItem(NAME));
      attempt(() => browser?.removeItem(NAME));
    },
  };
}

/** The store of this page. */
export function pageKeyStore(): KeyStore {
  return openKeyStore(storage('sessionStorage'), storage('localStorage'));
}

/** The key of this browser, else the one that everybody has in the sandbox; empty where there is neither. */
export async function readyKey(isSandbox: boolean): Promise<string> {
  const kept = pageKeyStore().read()?.key;
  if (kept !== undefined || !isSandbox) return kept ?? '';
  return (await readSandbox()).apiKey ?? '';
}

/** The storage of that name, or null where reading the property already throws, as it does when cookies are refused. */
export function storage(name: 'sessionStorage' | 'localStorage'): Storage | null {
  return attempt(() => globalThis[name]) ?? null;
}

function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
