import type { Kind } from 'assay-core/rules/check.ts';
import { kinds } from 'assay-core/rules/index.ts';
import type { VNode } from 'preact';
import { type Page, REVALIDATED } from '#http/page.ts';
import { exampleSubject, KEY_HEADER } from '#http/questions/calls.ts';
import { pricesUsdc } from '#payments/prices.ts';
import { answerExamples } from '../answer-examples.ts';
import { shortId, words } from '../client/format.ts';
import { Verdict } from '../client/tone.tsx';
import { Prices } from '../credits/prices.tsx';
import { documentOf, Frame } from '../frame.tsx';
import { htmlForm, madeOnce } from '../html.tsx';
import { questions } from '../questions.ts';
import { DESCRIPTION, NOT_CHARGED, READING, retries } from '../words.ts';
import { Connect } from './connect.tsx';
import { type RootDeps, rootDocument } from './document.ts';
import { ExampleAnswers } from './example.tsx';

/** Links for crawlers of the first page (RFC 8288, 8631, 9727). */
const LINKS = [
  '</openapi.json>; rel="service-desc"; type="application/json"',
  '</docs>; rel="service-doc"; type="text/html"',
  '</.well-known/api-catalog>; rel="api-catalog"; type="application/linkset+json"',
  '</llms.txt>; rel="describedby"; type="text/plain"',
  '</health>; rel="status"; type="application/json"',
  '</logo.png>; rel="icon"; type="image/png"',
].join(', ');

/** The first page. In the sandbox the calls that people see hold the sandbox's key, so that each runs as it is. */
export function rootPages(deps: RootDeps): readonly Page[] {
  const key = async () => (await deps.sandbox?.apiKey()) ?? KEY_HEADER['X-API-Key'];
  // Payment per call may come and go while the service runs.
  const made = { with: madeOnce((one) => landingHtml(deps, one)), without: madeOnce((one) => landingHtml(deps, one)) };
  return [
    {
      path: '/',
      operationId: 'root',
      summary: 'What the service is, its prices and where everything stands',
      tag: 'Service',
      mediaType: 'application/json',
      headers: { ...REVALIDATED, link: LINKS },
      read: () => rootDocument(deps),
      alternative: htmlForm(async () => made[deps.settings.enabled ? 'with' : 'without'](await key())),
    },
  ];
}

/** The kinds in the order in which newcomers want them. */
const order = Object.keys(questions) as readonly Kind['name'][];

/** A subject of the kind to try. Its verdict is known in the sandbox only. */
function sampleOf(kind: Kind['name'], { sandbox, examples }: RootDeps) {
  const subject = exampleSubject(kind, examples);
  const known = sandbox?.samples.find((sample) => sample.kind === kind && sample.address === subject);
  return { subject, path: `/check/${kind}/${subject}`, verdict: known?.verdict };
}

function landingHtml(deps: RootDeps, apiKey: string): string {
  const answers = order.flatMap((name) => {
    const { verdict } = answerExamples(kinds[name], exampleSubject(name, deps.examples));
    return verdict ? [verdict.value] : [];
  });
  const promises = [
    { title: 'Proven, or said to be unknown', text: READING },
    {
      title: 'Signed, with what it rests on',
      text: 'Each reason names the accounts, transactions and slots behind it. The signature can be checked offline by whoever gets the answer second-hand.',
    },
    { title: 'Paid once, or not at all', text: `${NOT_CHARGED} ${retries(deps.settings)}` },
  ];
  return documentOf(
    <Frame
      title="Assay: what can be proven about a Solana wallet, token or trade"
      path="/"
      site={deps.settings}
      script="enhance"
    >
      <div class="landing">
        <Hero deps={deps} />
        <ExampleAnswers answers={answers} />
        <Questions deps={deps} />
        <section aria-labelledby="promises-title">
          <h2 id="promises-title">What you can build on</h2>
          <ul class="promises">
            {promises.map(({ title, text }) => (
              <li key={title}>
                <h3>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ul>
        </section>
        <Prices />
        <Connect deps={deps} apiKey={apiKey} />
        <Foot />
      </div>
    </Frame>,
  );
}

function Hero({ deps }: { readonly deps: RootDeps }): VNode {
  return (
    <section class="hero" aria-labelledby="hero-title">
      <h1 id="hero-title">Know what can be proven, before you trade</h1>
      <p class="lead">{DESCRIPTION}</p>
      <search>
        <form id="search" class="search" noValidate>
          <label class="unseen" for="subject">
            Address or mint
          </label>
          <div class="search-line">
            <input
              id="subject"
              class="mono"
              placeholder="Address, mint or link to an explorer"
              autocomplete="off"
              autocapitalize="off"
              spellcheck={false}
              aria-describedby="subject-wrong"
            />
            <button type="submit" class="main">
              Check
            </button>
          </div>
          <fieldset class="segments">
            <legend class="unseen">What to ask</legend>
            {order.map((name, at) => (
              <label key={name} title={questions[name].asks}>
                <input type="radio" name="kind" value={name} checked={at === 0} />
                <span>
                  {words(name)} <small>{pricesUsdc[name]}</small>
                </span>
              </label>
            ))}
          </fieldset>
          <p id="subject-wrong" class="wrong" role="alert" />
        </form>
      </search>
      <p class="try">
        <span class="hint">Try</span>
        {order.map((name) => {
          const { path, verdict, subject } = sampleOf(name, deps);
          return (
            <a key={name} class="chip" href={path}>
              {words(name)} {verdict ? <Verdict verdict={verdict} /> : <code>{shortId(subject)}</code>}
            </a>
          );
        })}
        {deps.settings.sandbox && <a href="/sandbox">All samples</a>}
      </p>
    </section>
  );
}

function Questions({ deps }: { readonly deps: RootDeps }): VNode {
  return (
    <section aria-labelledby="questions-title">
      <h2 id="questions-title">Four questions</h2>
      <div class="questions-grid">
        {order.map((name) => {
          const { summary, verdicts } = kinds[name];
          return (
            <article key={name} class="question">
              <header>
                <h3>{questions[name].asks}</h3>
                <p class="price">
                  <strong>{pricesUsdc[name]}</strong> USDC
                </p>
              </header>
              <p>{summary}</p>
              <p class="marks">
                {Object.keys(verdicts).map((verdict) => (
                  <Verdict key={verdict} verdict={verdict} />
                ))}
              </p>
              <p class="links">
                <a href={sampleOf(name, deps).path}>See a sample</a>
                <a href={`/check/${name}`}>How to ask</a>
                <a href={`/reason-codes?kind=${name}`}>Its reason codes</a>
              </p>
            </article>
          );
        })}
      </div>
    </section>
  );
}

const footLinks = [
  ['/openapi.json', 'OpenAPI'],
  ['/llms.txt', 'llms.txt'],
  ['/schemas', 'Schemas'],
  ['/errors', 'Errors'],
  ['/.well-known/jwks.json', 'Signing keys'],
  ['/.well-known/api-catalog', 'API catalogue'],
  ['/health', 'Health'],
] as const;

function Foot(): VNode {
  return (
    <footer class="foot-links">
      <nav aria-label="Documents">
        {footLinks.map(([href, text]) => (
          <a key={href} href={href}>
            {text}
          </a>
        ))}
      </nav>
    </footer>
  );
}
