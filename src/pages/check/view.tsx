import type { VNode } from 'preact';
import { type Page, type PageParameter, REVALIDATED } from '#http/page.ts';
import { Verdict } from '../client/tone.tsx';
import { documentOf, Frame, type Site } from '../frame.tsx';
import { htmlForm } from '../html.tsx';
import { kindInput } from '../kind-input.ts';
import { Snippet } from '../parts.tsx';
import { questions } from '../questions.ts';
import { type CheckUsage, type UsageDeps, usageDocument } from './document.ts';

/** The pages that answer a check without a subject with instructions, instead of a not-found. */
export function usagePages(deps: UsageDeps): readonly Page[] {
  const page = (path: string, where: PageParameter['in'], operationId: string, summary: string): Page => ({
    ...kindInput(where, 'The kind of check.'),
    path,
    operationId,
    summary,
    tag: 'Usage',
    mediaType: 'application/json',
    headers: REVALIDATED,
    read: ({ kind = '' }) => usageDocument(deps, kind, where),
    alternative: htmlForm(({ kind = '' }) => usageHtml(deps.settings, usageDocument(deps, kind, where))),
  });
  return [
    page('/check', 'query', 'checkUsage', 'How to call the checks, or one kind of check'),
    page('/check/{kind}', 'path', 'checkKindUsage', 'How to call one kind of check; a trailing slash changes nothing'),
  ];
}

function usageHtml(site: Site, asked: ReturnType<typeof usageDocument>): string {
  const { pay } = asked;
  const only = 'checks' in asked ? null : asked;
  const checks = 'checks' in asked ? asked.checks : [asked];
  return documentOf(
    <Frame
      title={only ? `Assay: the ${only.kind} check` : 'Assay: how to ask'}
      path={only ? `/check/${only.kind}` : '/check'}
      site={site}
      script="enhance"
    >
      <div class="document">
        <header class="document-head">
          <h1>{only ? questions[only.kind].asks : 'How to ask'}</h1>
          <p class="lead">
            {only ? only.what : 'Four checks of Solana objects. The subject stands in the path of the kind.'}
          </p>
        </header>
        {checks.map((usage) => (
          <Usage key={usage.kind} usage={usage} isOne={only !== null} />
        ))}
        <section class="panel stack" aria-labelledby="pay-title">
          <h2 id="pay-title">How a check is paid</h2>
          <dl class="routes">
            {pay.routes.map(({ route, how }) => (
              <div key={route}>
                <dt>{route}</dt>
                <dd>{how}</dd>
              </div>
            ))}
          </dl>
          <p>
            {pay.free} {pay.retries}
          </p>
          <p class="links">
            <a href="/topup">Top up</a>
            <a href="/credits">How credit and passes work</a>
            {only && <a href="/check">The other checks</a>}
          </p>
        </section>
      </div>
    </Frame>,
  );
}

function Usage({ usage, isOne }: { readonly usage: CheckUsage; readonly isOne: boolean }): VNode {
  const { kind, what, path, parameters, example, mcp, price_usdc: price, verdicts, schema } = usage;
  return (
    <section class="panel stack usage" aria-label={`The ${kind} check`}>
      {!isOne && (
        <>
          <h2>{questions[kind].asks}</h2>
          <p>{what}</p>
        </>
      )}
      <p class="row">
        <code>GET {path}</code>
        <span class="hint">{price} USDC</span>
        <span class="hint">
          MCP tool <code>{mcp.tool}</code>
        </span>
      </p>
      <Snippet what={`the call of the ${kind} check`} text={example.curl} />
      <dl class="parameters">
        {parameters.map(({ name, in: where, required, description }) => (
          <div key={name}>
            <dt>
              <code>{name}</code>{' '}
              <span class="hint">
                {where}
                {required ? '' : ', optional'}
              </span>
            </dt>
            <dd>{description}</dd>
          </div>
        ))}
      </dl>
      <dl class="verdicts">
        {Object.entries(verdicts).map(([verdict, meaning]) => (
          <div key={verdict}>
            <dt>
              <Verdict verdict={verdict} />
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <p class="links">
        <a href={new URL(example.url).pathname}>See an example</a>
        {!isOne && <a href={`/check/${kind}`}>This check alone</a>}
        <a href={`/reason-codes?kind=${kind}`}>Reason codes</a>
        <a href={new URL(schema).pathname}>Schema of the answer</a>
      </p>
    </section>
  );
}
