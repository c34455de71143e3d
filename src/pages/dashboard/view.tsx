import type { IncomingMessage, ServerResponse } from 'node:http';
import type { VNode } from 'preact';
import type { HttpDeps } from '#http/http-deps.ts';
import { noteRefusal } from '#http/notes.ts';
import type { Page } from '#http/page.ts';
import { exampleUrl, KEY_HEADER, shown, toolName } from '#http/questions/calls.ts';
import { type CheckCall, isPlaceholder, validateCall } from '#http/questions/check-call.ts';
import { resourceUrlOf } from '#http/questions/paid-resource.ts';
import { Fault, type InvalidItem } from '#lib/fault.ts';
import { pricesUsdc } from '#payments/prices.ts';
import { shortId } from '../client/format.ts';
import { documentOf, Frame, type Site } from '../frame.tsx';
import { isReadByPerson, page, sendPage } from '../html.tsx';

type CheckPageDeps = Pick<HttpDeps, 'settings' | 'mcpBaseUrl' | 'examples'>;

/** `/dashboard`: its script makes what it shows. */
export function dashboardPage(site: Site): Page {
  const html = documentOf(
    <Frame title="Assay: dashboard" path="/dashboard" site={site} script="dashboard" needsScript>
      <div id="app" class="app" data-sandbox={site.sandbox ? '' : undefined} />
    </Frame>,
  );
  return page('dashboard', 'Checks, their evidence and a batch table, for people', html);
}

/** True where a person opens the address of a check, for a request without a key and a payment. A catalogue that probes the template gets the price. */
export function isOpenedByPerson(request: IncomingMessage, { subject }: CheckCall): boolean {
  return !isPlaceholder(subject) && isReadByPerson(request);
}

/** Answers such a browser with the dashboard that has the one question filled in; with status 422 where it cannot be asked so. */
export function sendCheckPage(deps: CheckPageDeps, call: CheckCall, response: ServerResponse): void {
  const invalid = invalidIn(call);
  if (invalid.length > 0) noteRefusal(response.req, 'invalid_request');
  sendPage(response, invalid.length > 0 ? 422 : 200, checkHtml(deps, call, invalid));
}

/** Why a call cannot be made as it is. */
function invalidIn(call: CheckCall): readonly InvalidItem[] {
  try {
    validateCall(call, false);
    return [];
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return error.extra.invalid ?? [];
  }
}

function checkHtml(deps: CheckPageDeps, call: CheckCall, invalid: readonly InvalidItem[]): string {
  const { kind, subject, query } = call;
  const { settings } = deps;
  const what = `${kind.name} check of ${shortId(subject)}`;
  return documentOf(
    <Frame title={`Assay: ${what}`} path="" site={settings} script="dashboard" needsScript>
      <section class="panel stack" aria-labelledby="check-title">
        <h1 id="check-title">{what.charAt(0).toUpperCase() + what.slice(1)}</h1>
        {invalid.map(({ loc, msg }) => (
          <p key={loc.join('.')} class="notice bad" role="alert">
            <strong>This cannot be asked.</strong> {loc.at(-1)}: {msg.replace(/\.$/, '')}. Correct it below.
          </p>
        ))}
        <p>
          {kind.summary} It costs <strong>{pricesUsdc[kind.name]} USDC</strong>; opening this page costs nothing.
        </p>
        <details>
          <summary>What it can answer</summary>
          <dl class="meanings">
            {Object.entries(kind.verdicts).map(([verdict, meaning]) => (
              <div key={verdict}>
                <dt>
                  <code>{verdict}</code>
                </dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
        </details>
        <AgentsWay deps={deps} call={call} isValid={invalid.length === 0} />
      </section>
      <div
        id="app"
        class="app"
        data-sandbox={settings.sandbox ? '' : undefined}
        data-kind={kind.name}
        data-subject={subject}
        data-size={query.get('size_sol') ?? undefined}
      />
    </Frame>,
  );
}

/** The same question for programs; an example if it cannot be asked. */
function AgentsWay({ deps, call, isValid }: { deps: CheckPageDeps; call: CheckCall; isValid: boolean }): VNode {
  const { kind, query } = call;
  const size = query.get('size_sol');
  const { baseUrl } = deps.settings;
  const url = isValid ? resourceUrlOf(call, size === null ? {} : { size_sol: size }, baseUrl) : exampleUrl(kind, deps);
  return (
    <details>
      <summary>How agents ask the same</summary>
      <p>With a key, over HTTP. Without one the same address answers 402 and says how to pay for one call.</p>
      <pre>{shown({ method: 'GET', url, headers: KEY_HEADER }).curl}</pre>
      <p>
        Over MCP by the tool <code>{toolName(kind)}</code> at <code>{`${deps.mcpBaseUrl}/mcp`}</code>, and in a batch
        over <a href="/graphql">GraphQL</a>. <a href="/docs">All calls</a>
      </p>
    </details>
  );
}
