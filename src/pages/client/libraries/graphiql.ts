import { EventReader, isAbort } from '../graphql.ts';
import { readyKey, storage } from '../key-store.ts';

/** The data that the service writes into the page. */
interface GraphiqlPage {
  /** Where the editor's workers are, by the labels that it asks for. */
  readonly workers: Readonly<Record<string, string>>;
  readonly sandbox: boolean;
  readonly tabs: readonly { readonly query: string; readonly variables: string }[];
}

/** The compared members of a tab. */
interface StoredTab {
  readonly query?: string | null;
  readonly variables?: string | null;
}

interface Libraries {
  MonacoEnvironment: object;
  /** Defined by the library's own script, which runs after this one. */
  readonly YogaGraphiQL: { renderYogaGraphiQL(root: Element | null, options: object): void };
}

/** An operation as GraphiQL hands it over. */
interface Run {
  readonly query: string;
  readonly variables?: object;
  readonly operationName?: string | null;
}

interface GraphqlAnswer {
  readonly errors?: readonly { readonly extensions?: { readonly code?: string } }[];
}

/** A person's next step after a refusal. The service's own words are for programs, which see no editor of headers. */
const HELP: Readonly<Record<string, string>> = {
  PAYMENT_REQUIRED:
    'Checks are paid. Put an API key between the quotes under "Headers" below. Keys are sold at /topup.',
  API_KEY_UNKNOWN: 'Put an API key that this service knows under "Headers" below. Keys are sold at /topup.',
  INSUFFICIENT_BALANCE: 'The key under "Headers" does not cover this. Add credit to it at /topup.',
};

const libraries = globalThis as unknown as Libraries;
const { workers, sandbox, tabs }: GraphiqlPage = JSON.parse(document.querySelector('#page')?.textContent ?? '{}');

libraries.MonacoEnvironment = {
  globalAPI: false,
  getWorkerUrl: (_module: unknown, label: string) => workers[label],
  // The editor gets none of the policies that it asks for, which would let everything pass: its markup passes the page's default policy.
  createTrustedTypesPolicy: () => undefined,
};

// GraphiQL lets tabs be dragged, from positions that it computes before the row of tabs has its width: a pressed tab would jump away from
// the pointer. Without this event no tab is dragged, and a click still chooses.
addEventListener(
  'pointerdown',
  (event) => {
    if (event.target instanceof Element && event.target.closest('.graphiql-tab')) event.stopPropagation();
  },
  { capture: true },
);

addEventListener('DOMContentLoaded', () => void start());

async function start(): Promise<void> {
  const key = await readyKey(sandbox);
  const headers = JSON.stringify({ 'X-API-Key': key }, null, 2);
  const first = firstShown();
  const offered = tabs.some(({ query }) => query === first.query) ? tabs : [first, ...tabs];
  libraries.YogaGraphiQL.renderYogaGraphiQL(document.querySelector('#root'), {
    title: 'GraphQL',
    fetcher,
    headers,
    defaultTabs: offered.map((tab) => ({ ...tab, headers })),
    ...first,
    defaultEditorToolsVisibility: key === '' ? 'headers' : 'variables',
    isHeadersEditorEnabled: true,
    shouldPersistHeaders: false,
  });
}

/**
 * The tab to show first: the tab of a link, the last one in use, or the first of all. GraphiQL compares it with its stored tabs, and opens
 * an empty one if none is equal.
 */
function firstShown(): StoredTab {
  const link = new URLSearchParams(location.search);
  const [query, variables] = [link.get('query'), link.get('variables')];
  const { tabs: stored, activeTabIndex } = storedTabs();
  const isMeant = (tab: StoredTab | undefined) =>
    tab && (query === null || (tab.query === query && (variables === null || tab.variables === variables)));
  const found = [stored[activeTabIndex], ...stored].find(isMeant);
  if (found) return { query: found.query ?? '', variables: found.variables ?? '' };
  return query === null ? { ...tabs[0] } : { query, variables: variables ?? '' };
}

function storedTabs(): { readonly tabs: readonly StoredTab[]; readonly activeTabIndex: number } {
  const none = { tabs: [], activeTabIndex: 0 };
  try {
    const stored = JSON.parse(storage('localStorage')?.getItem('graphiql:tabState') ?? '');
    return Array.isArray(stored.tabs) ? stored : none;
  } catch {
    return none;
  }
}

/** Runs an operation: its answer, or the events of a subscription so far, at each event. */
async function fetcher(
  { query, variables, operationName }: Run,
  { headers }: { readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<object> {
  const stop = new AbortController();
  // For a moment after another tab was chosen GraphiQL still names the operation of the one before.
  const named = operationName && query.includes(operationName);
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      accept: 'application/graphql-response+json, text/event-stream;q=0.9',
    },
    body: JSON.stringify({ query, variables, ...(named && { operationName }) }),
    signal: stop.signal,
  });
  const type = response.headers.get('content-type') ?? '';
  return type.startsWith('text/event-stream') ? growing(response, stop) : withHelp(await response.json());
}

function withHelp(answer: GraphqlAnswer): object {
  const codes = answer.errors?.map(({ extensions }) => extensions?.code ?? '') ?? [];
  const help = codes.map((code) => HELP[code]).find((text) => text !== undefined);
  return help === undefined ? answer : { help, ...answer };
}

/** All events so far, after each one. GraphiQL shows the last thing that it is given, which would be the last event alone. */
function growing(response: Response, stop: AbortController): AsyncIterable<object> {
  const all = eventsSoFar(response);
  return {
    [Symbol.asyncIterator]: () => ({
      next: () => all.next(),
      return: () => {
        stop.abort();
        return Promise.resolve({ done: true, value: undefined });
      },
    }),
  };
}

async function* eventsSoFar({ body }: Response): AsyncGenerator<object> {
  const reader = new EventReader();
  const events: GraphqlAnswer[] = [];
  try {
    for await (const bytes of body ?? []) {
      const read = reader.feed(bytes).filter(({ event }) => event === 'next');
      events.push(...read.map(({ data }) => JSON.parse(data)));
      if (read.length > 0) yield { events: events.map(withHelp) };
    }
  } catch (error) {
    // The person stopped it, or went to another tab.
    if (!isAbort(error)) throw error;
  }
}
