import type { Kind } from 'assay-core/rules/check.ts';
import type { VNode } from 'preact';
import type { HttpDeps } from '#http/http-deps.ts';
import { FRESH, type Page } from '#http/page.ts';
import { shortId } from '../client/format.ts';
import { Verdict } from '../client/tone.tsx';
import { documentOf, Frame, type Site } from '../frame.tsx';
import { htmlForm } from '../html.tsx';
import { Snippet } from '../parts.tsx';
import { questions } from '../questions.ts';
import { faucetCalls, type SandboxDocument, sandboxDocument } from './document.ts';

/** The samples, the key for trying them, and the source of money for a wallet. There is no such page outside the sandbox. */
export function sandboxPages({ sandbox, settings }: Pick<HttpDeps, 'sandbox' | 'settings'>): readonly Page[] {
  if (sandbox === undefined) return [];
  const read = () => sandboxDocument(sandbox, settings.baseUrl);
  return [
    {
      path: '/sandbox',
      operationId: 'sandbox',
      summary: 'The key, the chain and the samples of the sandbox',
      tag: 'Service',
      mediaType: 'application/json',
      headers: FRESH,
      read,
      alternative: htmlForm(async () => samplesHtml(settings, await read())),
    },
  ];
}

function samplesHtml(site: Site, { api_key: apiKey, rpc_url: rpcUrl, samples }: SandboxDocument): string {
  const kinds = Object.keys(questions) as readonly Kind['name'][];
  return documentOf(
    <Frame title="Assay: samples of the sandbox" path="/sandbox" site={site} script="enhance">
      <div class="document">
        <header class="document-head">
          <h1>Samples of the sandbox</h1>
          <p class="lead">
            Wallets and tokens of a made-up chain, one or more for each verdict. Open one to see the whole answer.
          </p>
        </header>
        <div class="sandbox-tools">
          <section class="panel stack" aria-labelledby="key-title">
            <h2 id="key-title">API key</h2>
            <p>It has credit of the sandbox. The pages use it by themselves.</p>
            <Snippet what="the API key" text={apiKey} />
          </section>
          <section class="panel stack" aria-labelledby="rpc-title">
            <h2 id="rpc-title">The chain</h2>
            <p>The JSON-RPC of Solana, for a wallet or a script of yours.</p>
            <Snippet what="the address of the chain" text={rpcUrl} />
          </section>
        </div>
        {kinds.map((kind) => (
          <SamplesOf key={kind} kind={kind} samples={samples.filter((sample) => sample.kind === kind)} />
        ))}
        <section class="panel stack" aria-labelledby="money-title">
          <h2 id="money-title">Money for a wallet of yours</h2>
          {faucetCalls(rpcUrl).map(({ what, curl }) => (
            <div key={what} class="stack">
              <p>{what}</p>
              <Snippet what={`the call: ${what}`} text={curl} />
            </div>
          ))}
        </section>
      </div>
    </Frame>,
  );
}

function SamplesOf({
  kind,
  samples,
}: {
  readonly kind: Kind['name'];
  readonly samples: SandboxDocument['samples'];
}): VNode {
  return (
    <section class="sample-list" aria-labelledby={`samples-${kind}`}>
      <h2 id={`samples-${kind}`}>{questions[kind].asks}</h2>
      <ul>
        {samples.map(({ verdict, subject, story, path }) => (
          <li key={subject}>
            <a href={path}>
              <Verdict verdict={verdict} />
              <span>{story}</span>
              <code>{shortId(subject)}</code>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
