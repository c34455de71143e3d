import type { HttpDeps } from '#http/model.ts';

/** What the endpoint needs of the service. */
export type McpDeps = Pick<
  HttpDeps,
  | 'checks'
  | 'money'
  | 'settings'
  | 'mcpBaseUrl'
  | 'version'
  | 'examples'
  | 'freeCalls'
  | 'freeCallsPerDay'
  | 'trustProxyHops'
  | 'rateLimit'
  | 'log'
>;
