import type { ComponentChildren, JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Answer, CheckQuestion, SignedAnswer } from '../answer.ts';
import { download } from '../dom.ts';
import { duration, grouped, momentOf, words } from '../format.ts';
import { Badge, SeverityMark, Verdict } from '../tone.tsx';
import { namesIn, ownNames, sectionsOf } from '../views/index.ts';
import { shownOnce } from '../views/once.ts';
import { CellParts, Code, CopyButton, OnChain, Surroundings } from './marks.tsx';
import { questionText } from './plan.ts';
import { SectionView } from './section-view.tsx';
import type { Vocabulary } from './vocabulary.ts';

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

/** Brings the card to the top of the screen and gives it the focus, which stays while its answer comes. */
export function showCard(): void {
  const card = window.document.getElementById('card');
  card?.focus({ preventScroll: true });
  card?.scrollIntoView({ block: 'start' });
}

/** The words of a button that asks again: the price is always shown before a payment. */
export function againText(what: string, priceUsdc: string | null): string {
  return priceUsdc === null ? `${what} (price not known)` : `${what}, ${priceUsdc} USDC`;
}

interface Props {
  readonly answer: Answer;
  readonly request: CheckQuestion;
  readonly vocabulary: Vocabulary;
  readonly names: ReadonlyMap<string, string>;
  readonly again: AskAgain;
}

/** The whole answer of one check. A repeat is offered beside gaps that it may close, and at the end. */
export function AnswerCard({ answer, request, vocabulary, names, again }: Props): JSX.Element {
  const { document } = answer;
  const chain = { network: document.network, sandbox: document.sandbox === true };
  const { sections, reasons } = shownOnce(document, sectionsOf(document, vocabulary.explain));
  const known = new Map([...names, ...namesIn(document)]);
  useEffect(() => {
    // The page was too short to scroll to the card before its answer came.
    if (window.document.activeElement?.id === 'card') showCard();
  }, []);
  return (
    <Surroundings.Provider value={{ chain, names: known }}>
      <Head
        document={document}
        name={known.get(document.subject)}
        meaning={vocabulary.verdict(document.kind, document.verdict)}
      />
      <section>
        <h3>Why</h3>
        <ul class="reasons">
          {reasons.map((reason) => (
            <Reason key={reason.code} {...reason} />
          ))}
        </ul>
      </section>
      {document.flags.length > 0 && <Flags document={document} vocabulary={vocabulary} />}
      {document.gaps.length > 0 && <Gaps answer={answer} vocabulary={vocabulary} again={again} />}
      {sections.map((section) => (
        <SectionView key={section.title} section={section} />
      ))}
      <Proof answer={answer} request={request} again={again} />
    </Surroundings.Provider>
  );
}

function Head(props: { document: SignedAnswer; name: string | undefined; meaning: string | null }): JSX.Element {
  const { document, name, meaning } = props;
  const { kind, subject, verdict, confidence, as_of } = document;
  const own = ownNames(document);
  const shown = own.length > 0 ? own : name === undefined ? [] : [name];
  return (
    <header>
      <h2>{words(kind)} check</h2>
      {/* Names that strangers chose: each is isolated in its text direction and marked as untrusted. */}
      {shown.length > 0 && (
        <p class="name">
          {shown.map((one, at) => (
            <span key={at}>
              <bdi>{one}</bdi>{' '}
            </span>
          ))}
          {(kind === 'token' || kind === 'trade') && <span class="hint">in its own words</span>}
        </p>
      )}
      <p>
        <OnChain what={kind === 'token' || kind === 'trade' ? 'token' : 'account'} id={subject} whole bare />
      </p>
      <p>
        <Verdict verdict={verdict} large />
      </p>
      {meaning !== null && <p>{meaning}</p>}
      <p class="confidence">
        <span id="confidence-name">Confidence</span>
        <meter min={0} max={1} value={confidence} aria-labelledby="confidence-name" />
        <strong>{confidence.toFixed(2)}</strong>
        <span class="hint">how well the data was read and proven</span>
      </p>
      <p class="hint">
        {as_of
          ? `As of slot ${grouped(as_of.slot)}, ${as_of.commitment}, ${momentOf(as_of.time)}`
          : 'Not even a slot could be read.'}
      </p>
    </header>
  );
}

function Reason({ code, severity, message, facts }: ReturnType<typeof shownOnce>['reasons'][number]): JSX.Element {
  return (
    <li>
      <div class="head">
        {severity !== null && <SeverityMark severity={severity} />}
        <Code code={code} />
      </div>
      <p>
        <CellParts cell={message} />
      </p>
      {facts.length > 0 && (
        <dl class="evidence">
          {facts.map(({ name, parts }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <CellParts cell={parts} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}

function Flags({ document, vocabulary }: { document: SignedAnswer; vocabulary: Vocabulary }): JSX.Element {
  return (
    <section>
      <h3>Worth knowing</h3>
      <ul class="flags">
        {document.flags.map((flag) => (
          <li key={flag}>
            <Code code={flag} /> {vocabulary.flag(document.kind, flag)}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Gaps({ answer, vocabulary, again }: { answer: Answer; vocabulary: Vocabulary; again: AskAgain }): JSX.Element {
  const { document, retryAfterSeconds } = answer;
  const canRetry = document.gaps.some(({ retryable }) => retryable);
  const wait = retryAfterSeconds === null ? '' : ` (best in ${duration(retryAfterSeconds)})`;
  return (
    <section>
      <h3>What could not be read</h3>
      <ul class="gaps">
        {document.gaps.map(({ reading, cause, retryable }) => (
          <li key={reading}>
            <strong>{words(reading)}</strong>
            {`: ${vocabulary.explain('GapCause', cause) ?? words(cause)} ${retryable ? 'Asking again may help.' : 'Asking again does not help.'}`}
          </li>
        ))}
      </ul>
      {canRetry && (
        <p>
          <AgainButton what="Ask again" again={again} />
          {wait}
        </p>
      )}
    </section>
  );
}

/** A button that asks the same again for the price that it names. */
export function AgainButton({ what, again }: { what: string; again: AskAgain }): JSX.Element {
  return (
    <button type="button" onClick={again.ask} disabled={again.priceUsdc === null}>
      {againText(what, again.priceUsdc)}
    </button>
  );
}

function Proof({ answer, request, again }: { answer: Answer; request: CheckQuestion; again: AskAgain }): JSX.Element {
  const { document, billing } = answer;
  const text = JSON.stringify(document, null, 2);
  const isSigned = document.attestation !== undefined;
  const left = billing.balanceUsdc === null ? '' : ` Balance then: ${billing.balanceUsdc} USDC.`;
  const isRetryable = document.gaps.some(({ retryable }) => retryable);
  return (
    <section>
      <h3>Answer and bill</h3>
      <p>
        {`Charged ${billing.chargedUsdc} USDC, ${ROUTES[billing.route.toUpperCase()] ?? billing.route.toLowerCase()}`}
        {`${billing.replayed ? ' (stored answer of an earlier call)' : ''}.${left}`}
      </p>
      <p class="row">
        <Badge tone={isSigned ? 'good' : 'unknown'}>{isSigned ? 'signed' : 'not signed'}</Badge>
        <button type="button" onClick={() => download(`assay-${document.kind}-${document.subject}.json`, text)}>
          {isSigned ? 'Download signed answer' : 'Download answer'}
        </button>
        <CopyButton text={linkTo(request)} what="the link">
          Copy link
        </CopyButton>
        {!isRetryable && <AgainButton what="Ask anew" again={again} />}
      </p>
      <details>
        <summary>The answer as JSON</summary>
        <CopyButton text={text} what="the answer as JSON" />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard. */}
        <pre tabIndex={0}>{text}</pre>
      </details>
    </section>
  );
}

/** The link to a question: it fills the form in, and never asks by itself. */
function linkTo(request: CheckQuestion): string {
  return new URL(`/dashboard#${questionText(request)}`, location.origin).href;
}

/** A card without an answer. Without one it is not said which chain it would be of, so the subject is no link. */
export function NoCard(props: { request: CheckQuestion; text: string; children?: ComponentChildren }): JSX.Element {
  const { request, text, children } = props;
  return (
    <header>
      <h2>{words(request.kind)} check</h2>
      <p>
        <OnChain what="account" id={request.subject} whole bare />
      </p>
      <p>{text}</p>
      {children}
    </header>
  );
}
