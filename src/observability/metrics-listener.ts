import { createServer, type ServerResponse } from 'node:http';
import { serveMetrics } from '#http/metrics-route.ts';

const HEADERS_MS_MAX = 5_000;

/** Where the metrics have a listener of their own. Port 0 takes a free one. */
export interface MetricsListenerOptions {
  readonly host: string;
  readonly port: number;
  readonly token: string | null;
  readonly read: () => Promise<string>;
  readonly log: { error(fields: object, message: string): void };
}

/** Serves `/metrics` and nothing else. Rejects when the address cannot be bound. */
export async function listenForMetrics({ host, port, token, read, log }: MetricsListenerOptions) {
  const failed = (response: ServerResponse) => (err: unknown) => {
    log.error({ err }, 'the metrics could not be read');
    response.writeHead(500, { 'content-type': 'text/plain' }).end('The metrics could not be read.\n');
  };
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?', 1)[0];
    if (path === '/metrics') serveMetrics(request, response, { token, read }).catch(failed(response));
    else response.writeHead(404, { 'content-type': 'text/plain' }).end('Only /metrics is here.\n');
  });
  server.headersTimeout = HEADERS_MS_MAX;
  server.requestTimeout = HEADERS_MS_MAX;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new Error(`METRICS_PORT ${port} on HOST ${host}: ${error.message}`)));
    server.listen(port, host, resolve);
  });
  const bound = server.address();
  return {
    port: typeof bound === 'object' && bound !== null ? bound.port : port,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
