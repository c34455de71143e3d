import type { JSX } from 'preact';
import type { SampleQuestion } from '../about.ts';
import { type CheckQuestion, KINDS } from '../answer.ts';
import { words } from '../format.ts';
import { Verdict } from '../tone.tsx';
import type { Vocabulary } from './vocabulary.ts';

/** The subjects that a service with a real chain shows its calls with. */
export async function readExamples(): Promise<readonly CheckQuestion[]> {
  const response = await fetch('/check', { headers: { accept: 'application/json' } });
  if (!response.ok) return [];
  const { checks }: { checks: readonly { kind: string; example: { url: string } }[] } = await response.json();
  return KINDS.flatMap((kind) => {
    const subject = checks
      .find((one) => one.kind === kind)
      ?.example.url.split('/')
      .at(-1);
    return subject ? [{ kind, subject }] : [];
  });
}

interface Props {
  readonly vocabulary: Vocabulary;
  readonly samples: readonly SampleQuestion[];
  /** Whether nothing was asked yet, so that all of it shall be seen. */
  readonly isFirst: boolean;
  readonly canAsk: boolean;
  readonly ask: (requests: readonly CheckQuestion[]) => void;
}

/** The kinds of check, and the samples of a sandbox; one click asks each. */
export function Beginning({ vocabulary, samples, isFirst, canAsk, ask }: Props): JSX.Element | null {
  if (!isFirst && samples.length === 0) return null;
  return (
    <section id="nothing" class="panel" aria-labelledby="nothing-title">
      <details open={isFirst}>
        <summary>
          <h2 id="nothing-title">{samples.length > 0 ? 'Samples to try' : 'Nothing asked yet'}</h2>
        </summary>
        <div class="kinds">
          {KINDS.map((kind) => (
            <div key={kind}>
              <h3>{`${words(kind)}${vocabulary.prices[kind] ? `, ${vocabulary.prices[kind]} USDC` : ''}`}</h3>
              <p class="hint">{vocabulary.summary(kind)}</p>
              <SampleList samples={samples.filter((sample) => sample.kind === kind)} canAsk={canAsk} ask={ask} />
            </div>
          ))}
        </div>
        <p class="hint">
          Each answer is a verdict of a closed list with its reasons, what on chain they rest on, what could not be
          read, and a signature. An answer that our own failure spoils is free.
        </p>
      </details>
    </section>
  );
}

/** One sample of each verdict, and the others on demand. */
function SampleList({ samples, canAsk, ask }: Pick<Props, 'samples' | 'canAsk' | 'ask'>): JSX.Element {
  const first = samples.filter(({ verdict }, at) => samples.findIndex((one) => one.verdict === verdict) === at);
  const others = samples.filter((sample) => !first.includes(sample));
  const list = (some: readonly SampleQuestion[]): JSX.Element => (
    <ul class="samples">
      {some.map((sample) => (
        <li key={sample.subject}>
          <SampleButton sample={sample} canAsk={canAsk} ask={ask} />
        </li>
      ))}
    </ul>
  );
  return (
    <>
      {list(first)}
      {others.length > 0 && (
        <details>
          <summary>{`${others.length} more`}</summary>
          {list(others)}
        </details>
      )}
    </>
  );
}

function SampleButton({
  sample,
  canAsk,
  ask,
}: { sample: SampleQuestion } & Pick<Props, 'canAsk' | 'ask'>): JSX.Element {
  const { kind, subject, verdict, story } = sample;
  return (
    <button type="button" class="sample" disabled={!canAsk} onClick={() => ask([questionOf(kind, subject)])}>
      <Verdict verdict={verdict} />
      <span>{story}</span>
    </button>
  );
}

/** A trade of the sandbox is asked at the size of its story. */
function questionOf(kind: CheckQuestion['kind'], subject: string): CheckQuestion {
  return kind === 'trade' ? { kind, subject, sizeSol: '0.5' } : { kind, subject };
}
