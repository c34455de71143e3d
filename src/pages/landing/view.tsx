import type { VNode } from 'preact';
import type { Kind } from '#checks/check.ts';
import { kinds } from '#checks/index.ts';
import { formatUsdc } from '#lib/money.ts';
import { shortId, words } from '../client/format.ts';
import { Verdict } from '../client/tone.tsx';
import { Prices } from '../credits/prices.tsx';
import { documentOf, Frame, type Site } from '../frame.tsx';
import { questions } from '../questions.ts';
import { Connect, type Reached } from './connect.tsx';
import { ExampleAnswers, type ShownAnswer } from './example.tsx';

/** A subject to try. Its verdict is known in the sandbox only. */
interface Sample {
  readonly kind: Kind['name'];
  readonly subject: string;
  readonly verdict?: string | undefined;
}

/** What the first page shows, all of it known to the service. */
export interface Landing {
  readonly site: Site;
  readonly description: string;
  /** One of each kind. */
  readonly samples: readonly Sample[];
  readonly answers: readonly ShownAnswer[];
  readonly reached: Reached;
  /** How to read an answer, and when nothing is charged. */
  readonly promises: readonly { readonly title: string; readonly text: string }[];
}

const order = Object.keys(questions) as readonly Kind['name'][];

function inOrder<T extends { readonly kind: Kind['name'] }>(things: readonly T[]): readonly T[] {
  return order.flatMap((name) => things.filter(({ kind }) => kind === name));
}

/** The first page for people. */
export function landingHtml(landing: Landing): string {
  const { site, samples, answers, reached, promises } = landing;
  return documentOf(
    <Frame
      title="Assay: what can be proven about a Solana wallet, token or trade"
      path="/"
      site={site}
      script="enhance"
    >
      <div class="landing">
        <Hero {...landing} />
        <ExampleAnswers answers={inOrder(answers)} />
        <Questions samples={samples} />
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
        <Connect reached={reached} />
        <Foot />
      </div>
    </Frame>,
  );
}

function Hero({ description, samples, site }: Landing): VNode {
  return (
    <section class="hero" aria-labelledby="hero-title">
      <h1 id="hero-title">Know what can be proven, before you trade</h1>
      <p class="lead">{description}</p>
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
                  {words(name)} <small>{formatUsdc(kinds[name].priceAtomic)}</small>
                </span>
              </label>
            ))}
          </fieldset>
          <p id="subject-wrong" class="wrong" role="alert" />
        </form>
      </search>
      <p class="try">
        <span class="hint">Try</span>
        {inOrder(samples).map((sample) => (
          <a key={sample.kind} class="chip" href={pathOf(sample)}>
            {words(sample.kind)}{' '}
            {sample.verdict ? <Verdict verdict={sample.verdict} /> : <code>{shortId(sample.subject)}</code>}
          </a>
        ))}
        {site.sandbox && <a href="/sandbox">All samples</a>}
      </p>
    </section>
  );
}

function Questions({ samples }: Pick<Landing, 'samples'>): VNode {
  return (
    <section aria-labelledby="questions-title">
      <h2 id="questions-title">Four questions</h2>
      <div class="questions-grid">
        {order.map((name) => {
          const { summary, verdicts, priceAtomic } = kinds[name];
          const sample = samples.find(({ kind }) => kind === name);
          return (
            <article key={name} class="question">
              <header>
                <h3>{questions[name].asks}</h3>
                <p class="price">
                  <strong>{formatUsdc(priceAtomic)}</strong> USDC
                </p>
              </header>
              <p>{summary}</p>
              <p class="marks">
                {Object.keys(verdicts).map((verdict) => (
                  <Verdict key={verdict} verdict={verdict} />
                ))}
              </p>
              <p class="links">
                {sample && <a href={pathOf(sample)}>See a sample</a>}
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

function pathOf({ kind, subject }: Sample): string {
  return `/check/${kind}/${subject}`;
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
