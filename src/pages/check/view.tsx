import type { VNode } from 'preact';
import type { Kind } from '#checks/check.ts';
import { Verdict } from '../client/tone.tsx';
import { documentOf, Frame, type Site } from '../frame.tsx';
import { Snippet } from '../parts.tsx';
import { questions } from '../questions.ts';

/** How to ask one kind, as its document has it. */
export interface ShownUsage {
  readonly kind: Kind['name'];
  readonly what: string;
  readonly path: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly description: string;
  }[];
  readonly example: { readonly url: string; readonly curl: string };
  readonly mcp: { readonly url: string; readonly tool: string };
  readonly price_usdc: string;
  readonly verdicts: Readonly<Record<string, string>>;
  readonly schema: string;
}

/** How a check is paid. */
export interface UsagePay {
  readonly routes: readonly { readonly route: string; readonly how: string }[];
  readonly retries: string;
  readonly free: string;
}

interface UsageProps {
  readonly site: Site;
  /** `/check`, or that of one kind. */
  readonly path: string;
  readonly checks: readonly ShownUsage[];
  readonly pay: UsagePay;
}

/** `/check` and `/check/{kind}` for people. */
export function usageHtml({ site, path, checks, pay }: UsageProps): string {
  const [only] = checks;
  const isOne = checks.length === 1 && only !== undefined;
  return documentOf(
    <Frame
      title={isOne ? `Assay: the ${only.kind} check` : 'Assay: how to ask'}
      path={path}
      site={site}
      script="enhance"
    >
      <div class="document">
        <header class="document-head">
          <h1>{isOne ? questions[only.kind].asks : 'How to ask'}</h1>
          <p class="lead">
            {isOne ? only.what : 'Four checks of Solana objects. The subject stands in the path of the kind.'}
          </p>
        </header>
        {checks.map((usage) => (
          <Usage key={usage.kind} usage={usage} isOne={isOne} />
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
            {isOne && <a href="/check">The other checks</a>}
          </p>
        </section>
      </div>
    </Frame>,
  );
}

function Usage({ usage, isOne }: { readonly usage: ShownUsage; readonly isOne: boolean }): VNode {
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
