import type { VNode } from 'preact';
import type { AnswerExample } from '../answer-examples.ts';
import { grouped, momentOf, shortId, words } from '../client/format.ts';
import { SeverityMark, Verdict } from '../client/tone.tsx';
import { CodeLink, ScrolledText } from '../parts.tsx';
import { questions } from '../questions.ts';

type Answer = AnswerExample['value'];

/** One answer of each kind, of which one is seen: as a person reads it, and as a program gets it. */
export function ExampleAnswers({ answers }: { readonly answers: readonly Answer[] }): VNode {
  return (
    <section class="examples" aria-labelledby="examples-title">
      <div class="examples-head">
        <h2 id="examples-title">One answer, for people and for programs</h2>
        <fieldset class="segments">
          <legend class="unseen">Example answer of the check</legend>
          {answers.map(({ kind }, at) => (
            <label key={kind}>
              <input type="radio" name="example" value={kind} checked={at === 0} />
              <span>{words(kind)}</span>
            </label>
          ))}
        </fieldset>
      </div>
      {answers.map((answer) => (
        <div key={answer.kind} class="example" data-kind={answer.kind}>
          <Person answer={answer} />
          <Program answer={answer} />
        </div>
      ))}
      <p class="hint">
        Answers about mainnet as the <a href="/openapi.json">OpenAPI document</a> has them; in place of the signature
        stands a blank one, because an example must prove nothing.
      </p>
    </section>
  );
}

function Person({ answer }: { readonly answer: Answer }): VNode {
  const { kind, subject, verdict, confidence, metrics, reasons, flags } = answer;
  return (
    <article class="person">
      <p class="hint">
        {questions[kind].asks} <span class="mono">{shortId(subject)}</span>
      </p>
      <p class="row">
        <Verdict verdict={verdict} large />
        <span class="sure">
          confidence <strong>{confidence.toFixed(2)}</strong>
        </span>
      </p>
      <dl class="facts">
        {questions[kind].figures.map(({ label, of }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{of(metrics) ?? 'not known'}</dd>
          </div>
        ))}
      </dl>
      <ul class="reasons">
        {reasons.map(({ code, severity, message }) => (
          <li key={code}>
            <p>
              <SeverityMark severity={severity} /> <CodeLink code={code} />
            </p>
            <p>{message}</p>
          </li>
        ))}
      </ul>
      {flags.length > 0 && (
        <p class="flag-line">
          {flags.map((flag) => (
            <CodeLink key={flag} code={flag} />
          ))}
        </p>
      )}
      <Foot answer={answer} />
    </article>
  );
}

function Foot({ answer: { as_of: asOf, gaps, billing } }: { readonly answer: Answer }): VNode {
  const unread = gaps.length === 0 ? 'everything was read' : `${gaps.length} readings are missing`;
  return (
    <p class="hint foot">
      {asOf && `Slot ${grouped(asOf.slot)}, ${momentOf(asOf.time)}; `}
      {unread}; {billing.charged_usdc} USDC
    </p>
  );
}

function Program({ answer }: { readonly answer: Answer }): VNode {
  return (
    <div class="program">
      <ScrolledText label={`The ${answer.kind} answer as JSON`} text={JSON.stringify(answer, null, 2)} />
    </div>
  );
}
