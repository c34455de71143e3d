import type { VNode } from 'preact';
import { words } from '../client/format.ts';
import { Breakable } from '../client/tone.tsx';
import { Filter } from '../filter.tsx';
import { documentOf, Frame, type Site } from '../frame.tsx';

/** An entry of the error catalogue as its document has it. */
export interface ShownError {
  readonly code: string;
  readonly status: number;
  readonly title: string;
  readonly retryable: boolean;
  readonly retry_action?: string;
  readonly retry_after_seconds?: number;
  readonly payment_state?: string;
  readonly only?: 'graphql';
  readonly meaning: string;
}

type Explained = Readonly<Record<string, string>>;

/** `/errors` for people. */
export function errorListHtml({
  site,
  errors,
}: {
  readonly site: Site;
  readonly errors: readonly ShownError[];
}): string {
  return documentOf(
    <Frame title="Assay: errors" path="/errors" site={site} script="enhance">
      <div class="document">
        <header class="document-head">
          <h1>Errors</h1>
          <p class="lead">
            Everything that can be refused. A verdict is never an error: what verdicts rest on stands among the{' '}
            <a href="/reason-codes">reason codes</a>.
          </p>
        </header>
        <Filter what="errors" count={errors.length} />
        <ul class="entries" data-entries>
          {errors.map((error) => (
            <li key={error.code} id={error.code} class="entry">
              <h2 class="entry-name">
                <a class="code" href={`/errors/${error.code}`}>
                  <Breakable code={error.code} />
                </a>
              </h2>
              <div class="use">
                <Marks error={error} action={error.retry_action} />
                <p>{error.meaning}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </Frame>,
  );
}

interface ErrorProps {
  readonly site: Site;
  readonly error: ShownError;
  /** What each retry action and each payment state asks or says. */
  readonly actions: Explained;
  readonly states: Explained;
}

/** `/errors/{code}` for people. */
export function errorHtml({ site, error, actions, states }: ErrorProps): string {
  const { title, code, meaning, retry_action: action, payment_state: state } = error;
  return documentOf(
    <Frame title={`Assay: ${title}`} path="/errors" site={site}>
      <div class="document narrow">
        <header class="document-head">
          <h1>{title}</h1>
          <p class="mono">
            <Breakable code={code} />
          </p>
        </header>
        <div class="panel use">
          <Marks error={error} />
          <p>{meaning}</p>
          {action !== undefined && <Explanation name="What to do" word={action} text={actions[action]} />}
          {state !== undefined && <Explanation name="The payment" word={state} text={states[state]} />}
        </div>
        <p class="links">
          <a href="/errors">All errors</a>
          {error.status === 402 && <a href="/topup">Buy credit or a pass</a>}
          <a href="/docs">Every path</a>
        </p>
      </div>
    </Frame>,
  );
}

function Explanation(props: {
  readonly name: string;
  readonly word: string;
  readonly text: string | undefined;
}): VNode {
  return (
    <p>
      <strong>{props.name}:</strong> {props.text} <code class="hint">{props.word}</code>
    </p>
  );
}

/** `action` is named where nothing beside explains it. */
function Marks(props: { readonly error: ShownError; readonly action?: string | undefined }): VNode {
  const { error, action } = props;
  const { status, retryable, retry_after_seconds: seconds, only } = error;
  const wait = seconds === undefined ? '' : ` after ${seconds} s`;
  return (
    <p class="row">
      <span class="severity unknown">{status}</span>
      <span class="hint">
        {retryable ? `can be repeated${wait}` : 'not to be repeated'}
        {action !== undefined && `: ${words(action).toLowerCase()}`}
        {only !== undefined && '; GraphQL only'}
      </span>
    </p>
  );
}
