import { recordSpans } from '#lib/tracing.ts';

/** How long a stop waits for the last spans to be taken. */
const FLUSH_MS_MAX = 2_000;

const NOT_INSTALLED =
  'OTEL_EXPORTER_OTLP_ENDPOINT or OTEL_EXPORTER_OTLP_TRACES_ENDPOINT asks for traces, but the optional package @opentelemetry/sdk-node is not installed: run "npm ci" without --omit=optional, or unset the variable.';

/** Sends spans to the collector that OpenTelemetry's own variables name. Throws where the package for it is missing. */
export async function startTracing(version: string): Promise<{ close(): Promise<void> }> {
  const [api, sdk] = await Promise.all([import('@opentelemetry/api'), load()]);
  const { envDetector, resourceFromAttributes } = sdk.resources;
  const service = new sdk.NodeSDK({
    // What the environment says of the service, such as another name, goes before this.
    resource: resourceFromAttributes({ 'service.name': 'assay', 'service.version': version }),
    // The others tell the command line and the user of the process.
    resourceDetectors: [envDetector],
    instrumentations: [],
    metricReaders: [],
    logRecordProcessors: [],
  });
  service.start();
  recordSpans(api);
  return {
    close: async () => {
      recordSpans(null);
      const late = new Promise<void>((resolve) => setTimeout(resolve, FLUSH_MS_MAX).unref());
      // A collector that is away must not make a stop fail.
      await Promise.race([service.shutdown().catch(() => undefined), late]);
    },
  };
}

async function load(): Promise<typeof import('@opentelemetry/sdk-node')> {
  try {
    return await import('@opentelemetry/sdk-node');
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new Error(NOT_INSTALLED, { cause: error });
  }
}
