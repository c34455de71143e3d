import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpDeps } from '#http/http-deps.ts';
import { noteRefusal } from '#http/notes.ts';
import type { Problem } from '#http/problems/problem.ts';
import { problemFor } from '#http/problems/refusal.ts';
import type { Fault } from '#lib/fault.ts';
import { documentOf, Frame, type Site } from '../frame.tsx';
import { isReadByPerson, sendPage } from '../html.tsx';

/** True if a person opened an unknown address. Every other refusal is for programs. */
export function isMissedByPerson(request: IncomingMessage, { code }: Fault): boolean {
  return code === 'not_found' && isReadByPerson(request);
}

/** Answers such a person with a page that says what the problem document says, with the same status. */
export function sendMissing(deps: Pick<HttpDeps, 'settings'>, response: ServerResponse, fault: Fault): void {
  noteRefusal(response.req, fault.code);
  const problem = problemFor(deps, response, fault);
  sendPage(response, fault.status, missingHtml(problem, deps.settings), { 'cache-control': 'no-store' });
}

function missingHtml({ status, title, detail, code, request_id: requestId }: Problem, site: Site): string {
  return documentOf(
    <Frame title={`Assay: ${title.toLowerCase()}`} path="" site={site}>
      <section class="panel missing" aria-labelledby="missing-title">
        <p class="hint">{status}</p>
        <h1 id="missing-title">{title}</h1>
        <p>{detail}</p>
        <p class="row">
          <a class="button main" href="/">
            Home
          </a>
          <a class="button" href="/dashboard">
            Dashboard
          </a>
          <a class="button" href="/docs">
            All paths
          </a>
        </p>
        <p class="hint">
          Programs get this as a problem document with the code <a href={`/errors/${code}`}>{code}</a>. Request{' '}
          <code>{requestId}</code>
        </p>
      </section>
    </Frame>,
  );
}
