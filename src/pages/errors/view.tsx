import type { VNode } from 'preact';
import { CACHED, type Page } from '#http/page.ts';
import { refusedPaymentStates, retryActions } from '#lib/fault-catalogue.ts';
import { words } from '../client/format.ts';
import { Breakable } from '../client/tone.tsx';
import { documentOf, Frame, type Site } from '../frame.tsx';
import { htmlForm, madeOnce } from '../html.tsx';
import { Filter } from '../parts.tsx';
import { type ErrorDocument, errorDocuments } from './document.ts';

/** The pages that the `type` member of every problem points at. */
export function errorPages(site: Site): readonly Page[] {
  const { codes, list, entryOf } = errorDocuments(site.baseUrl);
  const shared = { tag: 'Documents', mediaType: 'application/json', headers: CACHED } as const;
  const listHtml = madeOnce(() => errorListHtml(site, list.errors));
  return [
    {
      ...shared,
      path: '/errors',
      operationId: 'errors',
      summary: 'The catalogue of everything that can be refused',
      read: () => list,
      alternative: htmlForm(() => listHtml('')),
    },
    {
      ...shared,
      path: '/errors/{code}',
      operationId: 'error',
      summary: 'One entry of the error catalogue',
      parameters: [{ name: 'code', in: 'path', description: 'A code.', values: codes, example: 'payment_required' }],
      refusals: { 404: 'There is no such code.' },
      read: ({ code = '' }) => entryOf(code),
      alternative: htmlForm(({ code = '' }) => errorHtml(site, entryOf(code))),
    },
  ];
}

function errorListHtml(site: Site, errors: readonly ErrorDocument[]): string {
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

function errorHtml(site: Site, error: ErrorDocument): string {
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
          {action !== undefined && <Explanation name="What to do" word={action} text={retryActions[action]} />}
          {state !== undefined && <Explanation name="The payment" word={state} text={refusedPaymentStates[state]} />}
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

function Explanation(props: { readonly name: string; readonly word: string; readonly text: string }): VNode {
  return (
    <p>
      <strong>{props.name}:</strong> {props.text} <code class="hint">{props.word}</code>
    </p>
  );
}

/** `action` is named where nothing beside explains it. */
function Marks(props: { readonly error: ErrorDocument; readonly action?: string | undefined }): VNode {
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
