import type { Kind } from 'assay-core/rules/check.ts';
import type { Examples, HttpDeps } from '../http-deps.ts';

/** Public mainnet subjects that anybody may look up: a long-lived wallet and a widely held token. */
const mainnet: Examples = {
  wallet: '86xCnPeV69n6t3DnyGvkKobf9FdN2H9oiVDdaMpo2MMY',
  token: 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263',
  trade: 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263',
  funder: '86xCnPeV69n6t3DnyGvkKobf9FdN2H9oiVDdaMpo2MMY',
};

/** A call that can be sent as it is, except for placeholders in angle brackets. */
export interface ExampleCall {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** A call with the command that sends it. */
export type ShownCall = ExampleCall & { readonly curl: string };

/** The header of a prepaid key, of which only the caller knows the value. */
export const KEY_HEADER = { 'X-API-Key': '<YOUR_KEY>' } as const;

type CallDeps = Pick<HttpDeps, 'settings' | 'examples'>;

/** The URL of an example check of the kind. */
export function exampleUrl(kind: Kind, { settings, examples }: CallDeps): string {
  return `${settings.baseUrl}/check/${kind.name}/${exampleSubject(kind.name, examples)}`;
}

/** A check of the kind with a prepaid key. */
export function checkCall(kind: Kind, deps: CallDeps): ShownCall {
  return shown({ method: 'GET', url: exampleUrl(kind, deps), headers: KEY_HEADER });
}

/** A check of the kind as a call of its tool, in one message without a session; with a key where none is free. */
export function toolCall(kind: Kind, deps: Pick<HttpDeps, 'mcpBaseUrl' | 'examples' | 'freeCallsPerDay'>): ShownCall {
  const { mcpBaseUrl, examples, freeCallsPerDay = 0 } = deps;
  const params = { name: toolName(kind), arguments: { [kind.subject]: exampleSubject(kind.name, examples) } };
  return shown({
    method: 'POST',
    url: `${mcpBaseUrl}/mcp`,
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...(freeCallsPerDay === 0 && KEY_HEADER),
    },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
  });
}

/** The name of a kind's tool and skill. */
export function toolName({ name }: Kind): string {
  return `check_${name}`;
}

/** The tools that do not check one kind. */
export const otherTools = { batch: 'check_batch', reason: 'explain_reason', balance: 'balance' } as const;

/** The revisions of the protocol that `/mcp` speaks, newest first. */
export const mcpVersions = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;

/** The call with its command for a shell. */
export function shown(call: ExampleCall): ShownCall {
  const { method, url, headers = {}, body } = call;
  const parts = [
    method === 'GET' ? 'curl -i' : `curl -i -X ${method}`,
    ...Object.entries(headers).map(([name, value]) => `-H '${name}: ${value}'`),
    ...(body ? [`-d '${JSON.stringify(body)}'`] : []),
    `'${url}'`,
  ];
  return { ...call, curl: parts.join(' ') };
}

/** The subject to show in an example call of the kind. */
export function exampleSubject(kind: Kind['name'], examples: Partial<Examples> = {}): string {
  return examples[kind] ?? mainnet[kind];
}

/** The path template of a kind's check, in the notation of OpenAPI. */
export function pathTemplate(kind: Kind): string {
  return `/check/${kind.name}/{${kind.subject}}`;
}
