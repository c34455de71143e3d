import type * as node from '@modelcontextprotocol/node';
import type * as server from '@modelcontextprotocol/server';

/** The protocol's library. */
export interface Sdk {
  readonly server: typeof server;
  readonly node: typeof node;
}

/** The library, loaded when somebody first speaks the protocol: it takes a quarter of a second, which no start shall wait for. */
export async function loadSdk(): Promise<Sdk> {
  const [first, second] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('@modelcontextprotocol/node'),
  ]);
  return { server: first, node: second };
}
