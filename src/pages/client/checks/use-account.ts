import { useEffect, useRef, useState } from 'preact/hooks';
import { ACCOUNT_QUERY } from '../documents.ts';
import { runQuery } from '../graphql.ts';
import { type Trouble, Troubled } from '../trouble.ts';
import { type ListedCheck, STORED_MS } from './history.ts';
import type { AccountFigures } from './key-panel.tsx';

interface Read {
  readonly account: AccountFigures | null;
  /** The checks of the last 24 hours, newest first. */
  readonly past: readonly ListedCheck[];
  /** Where older ones of them follow; null where none does. */
  readonly next: string | null;
  readonly trouble: Trouble | null;
}

const NOTHING: Read = { account: null, past: [], next: null, trouble: null };

/** The balance and the past checks of a key; `isRead` is false until the service has answered for this key. */
export interface KnownAccount extends Read {
  readonly isRead: boolean;
  /** Asks again. Free. */
  refresh(): void;
  /** Adds the older checks that follow. Free. */
  more(): void;
}

type Wire = AccountFigures & {
  readonly checks: {
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
    readonly edges: readonly { readonly node: ListedCheck }[];
  };
};

/** Follows the account of a key. */
export function useAccount(key: string | null): KnownAccount {
  const [{ of, read }, set] = useState<{ of: string | null; read: Read }>({ of: null, read: NOTHING });
  // The answer of an earlier request does not overwrite a later one.
  const asked = useRef(0);
  const ask = async (after: string | null): Promise<void> => {
    asked.current += 1;
    const turn = asked.current;
    if (key === null) return set({ of: null, read: NOTHING });
    const found = await readAccount(key, after);
    const before = after === null ? [] : read.past;
    if (turn === asked.current) set({ of: key, read: { ...found, past: [...before, ...found.past] } });
  };
  useEffect(() => void ask(null), [key]);
  const isRead = of === key;
  const shown = isRead ? read : NOTHING;
  return { ...shown, isRead, refresh: () => void ask(null), more: () => void ask(shown.next) };
}

async function readAccount(key: string, after: string | null): Promise<Read> {
  const since = new Date(Date.now() - STORED_MS).toISOString();
  try {
    const { account } = await runQuery<{ account: Wire }>({ query: ACCOUNT_QUERY, variables: { since, after }, key });
    const { edges, pageInfo } = account.checks;
    const next = pageInfo.hasNextPage ? pageInfo.endCursor : null;
    return { account, past: edges.map(({ node }) => node), next, trouble: null };
  } catch (error) {
    if (!(error instanceof Troubled)) throw error;
    return { ...NOTHING, trouble: error.trouble };
  }
}
