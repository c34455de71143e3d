const CALL_MS_MAX = 35_000;

/** An answer over HTTP; `body` is null where it was not JSON. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

export interface DemoRequest {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** One HTTP call with any status. */
export async function callHttp(
  url: string,
  { method = 'GET', headers = {}, body }: DemoRequest = {},
): Promise<HttpAnswer> {
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(CALL_MS_MAX),
  });
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('content-type') ?? '');
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : null };
}

/** As `callHttp`, for a call that must succeed: throws the service's own words when it does not answer 200. */
export async function demand(url: string, request?: DemoRequest): Promise<HttpAnswer> {
  const answer = await callHttp(url, request);
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer;
}

/** The result of a JSON-RPC call. Throws what the endpoint says when it refuses. */
export async function rpc(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const { body } = await callHttp(url, { method: 'POST', body: { jsonrpc: '2.0', id: 1, method, params } });
  const error = memberAt(body, 'error.message');
  if (error !== undefined) throw new Error(`${method}: ${String(error)}`);
  return memberAt(body, 'result');
}

/** The member at a path such as `billing.pass.tier` or `accepts.0`; undefined where there is none. */
export function memberAt(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((inner, name) => {
    if (typeof inner !== 'object' || inner === null) return undefined;
    return (inner as Record<string, unknown>)[name];
  }, value);
}

/** The text at a path. Throws when there is none. */
export function requiredTextAt(value: unknown, path: string): string {
  const found = memberAt(value, path);
  if (typeof found !== 'string' || found === '') throw new Error(`${path} is missing in ${JSON.stringify(value)}`);
  return found;
}

/** Throws unless the members have exactly the values that they must have, by path. */
export function mustBe(value: unknown, expected: Readonly<Record<string, unknown>>): void {
  for (const [path, wanted] of Object.entries(expected)) {
    const found = memberAt(value, path);
    if (found !== wanted) throw new Error(`${path} is ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`);
  }
}
