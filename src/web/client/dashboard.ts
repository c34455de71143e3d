import { type CheckKind, type CheckQuestion, KINDS } from './answer.ts';
import { AskForm } from './checks/ask-form.ts';
import type { Meanings } from './checks/card.ts';
import { Results } from './checks/results.ts';
import { VOCABULARY } from './documents.ts';
import { byId, fill } from './dom.ts';
import { runQuery } from './graphql.ts';
import { KeyPanel } from './key-panel.ts';
import { Troubled, troubleNode } from './trouble.ts';

interface Vocabulary {
  readonly prices: readonly {
    readonly kind: string;
    readonly priceUsdc: string;
    readonly verdicts: readonly { readonly verdict: string; readonly meaning: string }[];
  }[];
  readonly flags: readonly { readonly flag: string; readonly kind: string; readonly meaning: string }[];
}

/** How long after a stop the balance is read again. */
const HOLDS_END_MS = [4_000, 15_000];

const meanings = new Map<string, string>();
const explained: Meanings = {
  verdict: (kind, verdict) => meanings.get(`verdict ${kind} ${verdict}`) ?? null,
  flag: (kind, flag) => meanings.get(`flag ${kind} ${flag}`) ?? null,
};

const panel = new KeyPanel(() => form.refresh());
const results = new Results({
  meanings: explained,
  key: () => panel.key(),
  price: (requests) => form.price(requests),
  running: (state) => {
    form.setBusy(state === 'busy');
    if (state === 'busy') return;
    void panel.refresh();
    // The service keeps the holds of running checks until they end, and only then returns them to the balance.
    if (state === 'cut') for (const wait of HOLDS_END_MS) setTimeout(() => void panel.refresh(), wait);
  },
});
const form: AskForm = new AskForm(
  () => panel.key() !== null,
  (requests: readonly CheckQuestion[]) => results.start(requests),
);

void begin();

async function begin(): Promise<void> {
  try {
    const [words, samples] = await Promise.all([vocabulary(), readSamples()]);
    form.offer({ prices: words, samples });
  } catch (error) {
    const text = error instanceof Troubled ? error.trouble.text : 'The service could not be asked for its prices.';
    const trouble = { code: 'NETWORK', title: 'The page is not complete', text: `${text} Load it again.` };
    fill(byId('trouble', HTMLElement), troubleNode(trouble));
  }
}

async function vocabulary(): Promise<Partial<Record<CheckKind, string>>> {
  const { prices, flags } = await runQuery<Vocabulary>({ query: VOCABULARY });
  for (const { kind, verdicts } of prices) {
    for (const { verdict, meaning } of verdicts) meanings.set(`verdict ${kind.toLowerCase()} ${verdict}`, meaning);
  }
  for (const { kind, flag, meaning } of flags) meanings.set(`flag ${kind.toLowerCase()} ${flag}`, meaning);
  return Object.fromEntries(prices.map(({ kind, priceUsdc }) => [kind.toLowerCase(), priceUsdc]));
}

/** The subjects that the service shows its calls with: of the sample world in the sandbox, well-known ones elsewhere. */
async function readSamples(): Promise<Partial<Record<CheckKind, string>>> {
  const response = await fetch('/check');
  if (!response.ok) return {};
  const { checks }: { checks: readonly { kind: string; example: { url: string } }[] } = await response.json();
  const known = checks.filter(({ kind }) => KINDS.some((name) => name === kind));
  return Object.fromEntries(known.map(({ kind, example }) => [kind, example.url.split('/').at(-1)]));
}
