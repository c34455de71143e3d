export interface RpcAnswer<T> {
  readonly result?: T;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** The `result` of one JSON-RPC call; throws the error's message with its code. */
export async function rpc<T = unknown>(url: string, method: string, params: readonly unknown[] = []): Promise<T> {
  const { result, error } = await post<RpcAnswer<T>>(url, { jsonrpc: '2.0', id: 1, method, params });
  if (error) throw new Error(`${error.code} ${error.message}`);
  return result as T;
}

/** The whole answer to a JSON body, whose shape the caller names. */
export async function post<T = unknown>(url: string, body: unknown): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await response.json()) as T;
}
