import { kinds } from 'assay-core/rules/index.ts';
import type { VNode } from 'preact';
import { checkCall, exampleSubject, KEY_HEADER, otherTools } from '#http/questions/calls.ts';
import { addressesOf } from '../addresses.ts';
import { Snippet } from '../parts.tsx';
import { type StartDeps, startHere } from '../start-here.ts';

/** One way to ask: `calls` can be copied and run as they are, `what` names them. */
interface Way {
  readonly name: string;
  readonly note: string;
  readonly calls: readonly { readonly what: string; readonly text: string }[];
  readonly more: { readonly href: string; readonly text: string };
}

/** The values in the ways to connect. `apiKey` is a placeholder outside the sandbox. */
interface Reached {
  readonly deps: StartDeps;
  readonly apiKey: string;
}

/** Every way to ask, each with its text to copy. */
export function Connect(reached: Reached): VNode {
  return (
    <section class="connect" aria-labelledby="connect-title">
      <h2 id="connect-title">Connect</h2>
      <p class="lead">The same answer on every road, byte for byte what was signed.</p>
      <div class="ways">
        {waysOf(reached).map(({ name, note, calls, more }) => (
          <article key={name} class="way">
            <h3>{name}</h3>
            <p class="hint">{note}</p>
            {calls.map((call) => (
              <Snippet key={call.what} {...call} />
            ))}
            <p class="hint">
              <a href={more.href}>{more.text}</a>
            </p>
          </article>
        ))}
      </div>
    </section>
  );
}

function waysOf(reached: Reached): readonly Way[] {
  return [rest(reached), mcp(reached), npm(reached), graphql(reached), ...x402(reached), a2a(reached)];
}

function rest({ deps, apiKey }: Reached): Way {
  const { curl } = checkCall(kinds.token, deps);
  return {
    name: 'REST',
    note: 'One GET a check, with a prepaid key.',
    calls: [{ what: 'the REST call', text: curl.replaceAll(KEY_HEADER['X-API-Key'], apiKey) }],
    more: { href: '/docs', text: 'Every path, to try out' },
  };
}

function mcp({ deps, apiKey }: Reached): Way {
  const { freeCallsPerDay = 0 } = deps;
  const isFree = freeCallsPerDay > 0;
  const server = { type: 'http', url: addressesOf(deps).mcp, ...(!isFree && { headers: { 'X-API-Key': apiKey } }) };
  const tools = Object.keys(kinds).length + Object.keys(otherTools).length;
  const paid = isFree ? `The first ${freeCallsPerDay} checks of a day are free, without a key.` : 'With a prepaid key.';
  return {
    name: 'MCP',
    note: `${tools} tools for your agent. ${paid}`,
    calls: [{ what: 'the MCP configuration', text: JSON.stringify({ mcpServers: { assay: server } }, null, 2) }],
    more: { href: '/mcp', text: 'Tools, prices and protocol versions' },
  };
}

function npm({ deps, apiKey }: Reached): Way {
  const code = `import { createClient } from 'assay-client';

const assay = createClient({ url: '${deps.settings.baseUrl}', apiKey: '${apiKey}' });
const { verdict, reason_codes } = await assay.token('${mintOf(deps)}');`;
  return {
    name: 'TypeScript',
    note: 'A typed client that verifies each signature and never pays twice. It is not on npm yet, and what is there under its name is not ours: pack it in a clone of this service, and install the file in your project.',
    calls: [
      { what: 'the packing', text: 'npm pack -w assay-client' },
      { what: 'the installation', text: 'npm install /path/to/assay/assay-client-0.3.0.tgz' },
      { what: 'the TypeScript code', text: code },
    ],
    more: { href: '/schemas', text: 'JSON Schemas of the answers' },
  };
}

function graphql({ deps, apiKey }: Reached): Way {
  const query = `{ tokenCheck(mint: "${mintOf(deps)}") { verdict reasonCodes confidence billing { chargedUsdc } } }`;
  const body = JSON.stringify({ query });
  return {
    name: 'GraphQL',
    note: 'Up to 100 checks in one operation, on one bill.',
    calls: [
      {
        what: 'the GraphQL call',
        text: `curl -s -X POST '${addressesOf(deps).graphql}' -H 'Content-Type: application/json' -H 'X-API-Key: ${apiKey}' -d '${body}'`,
      },
    ],
    more: { href: '/graphql', text: 'Write operations in the browser' },
  };
}

/** Payment without a key, step by step, where it is offered. */
function x402({ deps }: Reached): readonly Way[] {
  const { pay_per_call: steps } = startHere(deps);
  if (steps === undefined) return [];
  return [
    {
      name: 'x402',
      note: 'No key and no account: the 402 names one payment, any x402 client of version 1 or 2 makes it.',
      calls: steps.map(({ curl }, at) => ({ what: `step ${at + 1} of x402`, text: curl })),
      more: { href: '/.well-known/x402', text: 'What is paid, and to whom' },
    },
  ];
}

function a2a({ deps, apiKey }: Reached): Way {
  const message = {
    messageId: 'message-1',
    role: 'ROLE_USER',
    parts: [{ data: { kind: 'token', mint: mintOf(deps) } }],
  };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } });
  return {
    name: 'A2A',
    note: 'For agents that talk to agents, versions 1.0 and 0.3.',
    calls: [
      {
        what: 'the A2A call',
        text: `curl -s -X POST '${addressesOf(deps).a2a}' -H 'Content-Type: application/json' -H 'A2A-Version: 1.0' -H 'X-API-Key: ${apiKey}' -d '${body}'`,
      },
    ],
    more: { href: '/.well-known/agent-card.json', text: 'The agent card' },
  };
}

function mintOf({ examples }: StartDeps): string {
  return exampleSubject('token', examples);
}
