import { record } from '#lib/json-value.ts';
import type { EndpointFindings } from './endpoint-findings.ts';
import { type Heard, PoliteCalls, politeness } from './polite-calls.ts';
import { askVersion, body, largestAccounts, newestSignature } from './samples.ts';

/** What a node of one's own was started without, and so serves no check but a trade. */
type Lack = 'full_api' | 'history';

/** The start of a service waits for this, so nothing is repeated and no pause is kept. */
const START = { ...politeness, callsMax: 4, spacingMs: 0, tries: 1, answerMsMax: 4_000 };

const METHOD_NOT_FOUND = -32601;
/** The answer of Agave and Firedancer to a method that was not switched on. Plans use words of their own. */
const PLAIN = 'Method not found';

/** Methods that a node without the full interface does not serve. */
const FULL_METHODS = ['getSignaturesForAddress', 'getTransaction', 'getTokenLargestAccounts'];

const complaints: Readonly<Record<Lack, string>> = {
  full_api:
    'serves the minimal methods of a node alone. Start the node with --full-rpc-api (Agave), or with full_api = true in section [rpc] (Firedancer).',
  history:
    'keeps no transactions. Start the node with --enable-rpc-transaction-history (Agave), or with transaction_history = true in section [rpc] (Firedancer).',
};

/**
 * Complaints about nodes that were started without the methods or the history that checks need, where no endpoint of `urls` has
 * them. Empty where one endpoint may have them: one that is silent, too busy, or refuses for its plan's sake says nothing about
 * flags. Asks each endpoint one question, and a node that lacks it at most three more.
 */
export async function nodeComplaints(urls: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(urls.map(complaintAbout));
  return found.every((one) => one !== null) ? found : [];
}

/** The same complaints about endpoints that were examined, as sentences that name no endpoint. */
export function flagAdvice(endpoints: readonly EndpointFindings[]): readonly string[] {
  const lacks = endpoints.flatMap(({ software, history, methods }): readonly Lack[] => {
    if (history.kept === false) return ['history'];
    const isOff = (name: string) => methods.some(({ method, words }) => method === name && words === PLAIN);
    return software !== null && FULL_METHODS.every(isOff) ? ['full_api'] : [];
  });
  return [...new Set(lacks)].map((lack) => `An endpoint ${complaints[lack]}`);
}

async function complaintAbout(url: string): Promise<string | null> {
  const calls = new PoliteCalls(url, START);
  try {
    const lack = await lackSeen(calls);
    return lack && `${calls.origin} ${complaints[lack]}`;
  } finally {
    await calls.close();
  }
}

async function lackSeen(calls: PoliteCalls): Promise<Lack | null> {
  const listed = await calls.ask(newestSignature);
  if (listed.is === 'refused' && listed.refusal.kind === 'pruned') return 'history';
  if (!isSwitchedOff(listed)) return null;
  for (const asked of [body(null), largestAccounts]) if (!isSwitchedOff(await calls.ask(asked))) return null;
  const heard = await calls.ask(askVersion);
  return heard.is === 'result' && typeof record(heard.result)?.['solana-core'] === 'string' ? 'full_api' : null;
}

function isSwitchedOff(heard: Heard): boolean {
  return heard.is === 'refused' && heard.code === METHOD_NOT_FOUND && heard.refusal.words === PLAIN;
}
