import type { Answer, AnswerReason, SignedAnswer } from '../answer.ts';
import { copyButton, download, h } from '../dom.ts';
import { factsOf, textPartsOf } from '../evidence.ts';
import { duration, grouped, momentOf, words } from '../format.ts';
import { badge, cellNodes, codeLink, onChain, severityMark, verdictBadge } from '../marks.ts';
import type { NamedChain } from '../network.ts';
import { sectionNode } from '../parts.ts';
import { ownNames, sectionsOf } from '../views/index.ts';

/** The meanings of verdicts, flags and causes of gaps, as sent by the service. */
export interface Meanings {
  verdict(kind: string, verdict: string): string | null;
  flag(kind: string, flag: string): string | null;
}

const CAUSES: Readonly<Record<string, string>> = {
  rpc_unavailable: 'Our endpoints of the chain did not answer.',
  rpc_disagrees: 'Our endpoints of the chain contradict each other.',
  deadline: 'The time of the check was up.',
  history_missing: 'Our endpoints no longer hold this part of the history.',
  unreadable: 'It is in a form that the service does not know.',
  limit_reached: 'The subject has more of it than the service reads for one check.',
  not_found: 'There is nothing at this place on chain.',
};

const ROUTES: Readonly<Record<string, string>> = {
  CREDIT: 'from the balance',
  PASS: 'by the pass',
  X402: 'by a payment per call',
  FREE: 'by the free tier',
  NONE: 'not charged',
};

/** Asks the same check again. It costs what it did, so the price in USDC is shown first; null while it is not known. */
export interface AskAgain {
  readonly priceUsdc: string | null;
  readonly ask: () => void;
}

/** The words of a button that asks again: nothing is paid whose price was not shown. */
export function againText(what: string, priceUsdc: string | null): string {
  return priceUsdc === null ? `${what} (price not known)` : `${what}, ${priceUsdc} USDC`;
}

/** The whole answer of one check. `again` is offered where asking again may help. */
export function answerCard(answer: Answer, meanings: Meanings, again: AskAgain): readonly Node[] {
  const { document } = answer;
  const chain = { network: document.network, sandbox: document.sandbox === true };
  return [
    head(document, chain, meanings),
    reasonsSection(document, chain),
    ...(document.flags.length > 0 ? [flagsSection(document, meanings)] : []),
    ...(document.gaps.length > 0 ? [gapsSection(answer, again)] : []),
    ...sectionsOf(document).map((section) => sectionNode(chain, section)),
    proofSection(answer),
  ];
}

function head(document: SignedAnswer, chain: NamedChain, meanings: Meanings): HTMLElement {
  const { kind, subject, verdict, confidence, as_of } = document;
  const meaning = meanings.verdict(kind, verdict);
  const moment = as_of
    ? `As of slot ${grouped(as_of.slot)}, ${as_of.commitment}, ${momentOf(as_of.time)}`
    : 'Not even a slot could be read.';
  const meter = h('meter', { min: 0, max: 1, value: confidence, 'aria-labelledby': 'confidence-name' });
  return h(
    'header',
    {},
    h('h2', {}, `${words(kind)} check`),
    ownNamesNode(document),
    onChain(chain, kind === 'token' || kind === 'trade' ? 'token' : 'account', subject, 'whole'),
    h('p', {}, verdictBadge(verdict, 'large')),
    meaning !== null && h('p', {}, meaning),
    h(
      'p',
      { class: 'confidence' },
      h('span', { id: 'confidence-name' }, 'Confidence'),
      meter,
      h('strong', {}, confidence.toFixed(2)),
    ),
    h('p', { class: 'hint' }, moment),
  );
}

/** Names that strangers chose: each is isolated in its text direction and marked as untrusted. */
function ownNamesNode(document: SignedAnswer): HTMLElement | null {
  const names = ownNames(document);
  if (names.length === 0) return null;
  const parts = names.flatMap((name) => [h('bdi', {}, name), ' ']);
  return h('p', { class: 'name' }, ...parts, h('span', { class: 'hint' }, 'in its own words'));
}

function reasonsSection({ reasons, reason_codes, metrics }: SignedAnswer, chain: NamedChain): HTMLElement {
  const items =
    reasons.length > 0
      ? reasons.map((reason) => reasonItem(reason, chain, decimalsIn(metrics)))
      : reason_codes.map((code) => h('li', {}, codeLink(code)));
  return h('section', {}, h('h3', {}, 'Why'), h('ul', { class: 'reasons', role: 'list' }, ...items));
}

/** Those of the mint that the answer is about, where it is about one. */
function decimalsIn({ decimals }: SignedAnswer['metrics']): number | null {
  return typeof decimals === 'number' ? decimals : null;
}

function reasonItem(
  { code, severity, message, evidence }: AnswerReason,
  chain: NamedChain,
  decimals: number | null,
): HTMLElement {
  const facts = factsOf(evidence, decimals);
  const list = h('dl', { class: 'evidence' });
  for (const { name, parts } of facts) list.append(h('dt', {}, name), h('dd', {}, ...cellNodes(chain, parts)));
  return h(
    'li',
    {},
    h('div', { class: 'head' }, severityMark(severity), codeLink(code)),
    h('p', {}, ...cellNodes(chain, textPartsOf(message))),
    facts.length > 0 && list,
  );
}

function flagsSection({ kind, flags }: SignedAnswer, meanings: Meanings): HTMLElement {
  const items = flags.map((flag) => h('li', {}, codeLink(flag), ' ', meanings.flag(kind, flag)));
  return h('section', {}, h('h3', {}, 'Worth knowing'), h('ul', { class: 'flags', role: 'list' }, ...items));
}

function gapsSection({ document, retryAfterSeconds }: Answer, { priceUsdc, ask }: AskAgain): HTMLElement {
  const items = document.gaps.map(({ reading, cause, retryable }) =>
    h(
      'li',
      {},
      h('strong', {}, words(reading)),
      `: ${CAUSES[cause] ?? words(cause)} ${retryable ? 'Asking again may help.' : 'Asking again does not help.'}`,
    ),
  );
  const canRetry = document.gaps.some(({ retryable }) => retryable);
  const wait = retryAfterSeconds === null ? '' : ` (best in ${duration(retryAfterSeconds)})`;
  return h(
    'section',
    {},
    h('h3', {}, 'What could not be read'),
    h('ul', { class: 'gaps', role: 'list' }, ...items),
    canRetry &&
      h(
        'p',
        {},
        h(
          'button',
          { type: 'button', onclick: ask, disabled: priceUsdc === null },
          `${againText('Ask again', priceUsdc)}${wait}`,
        ),
      ),
  );
}

function proofSection({ document, billing }: Answer): HTMLElement {
  const text = JSON.stringify(document, null, 2);
  const paid = `${billing.chargedUsdc} USDC, ${ROUTES[billing.route] ?? billing.route.toLowerCase()}`;
  const left = billing.balanceUsdc === null ? '' : ` Balance ${billing.balanceUsdc} USDC.`;
  const name = `assay-${document.kind}-${document.subject}.json`;
  return h(
    'section',
    {},
    h('h3', {}, 'Answer and bill'),
    h('p', {}, `Charged ${paid}${billing.replayed ? ' (stored answer of an earlier call)' : ''}.${left}`),
    h(
      'p',
      { class: 'row' },
      document.attestation === undefined ? badge('unknown', 'not signed') : badge('good', 'signed'),
      h(
        'button',
        { type: 'button', onclick: () => download(name, text) },
        document.attestation === undefined ? 'Download answer' : 'Download signed answer',
      ),
      copyButton(text, 'the answer as JSON'),
    ),
    h('details', {}, h('summary', {}, 'The answer as JSON'), h('pre', { tabindex: 0 }, text)),
  );
}

/** The content of a card without an answer. */
export function noCard(title: string, text: string, ...more: readonly Node[]): readonly Node[] {
  return [h('header', {}, h('h2', {}, title), h('p', {}, text)), ...more];
}
