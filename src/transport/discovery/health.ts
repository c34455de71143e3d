import { setTimeout as wait } from 'node:timers/promises';
import type { HttpDeps, Readiness } from '#http/http-deps.ts';
import { FRESH, type Page } from '#http/page.ts';
import { Fault } from '#lib/fault.ts';

const READINESS_MS_MAX = 2_000;
const RETRY_AFTER_SECONDS = 5;

type HealthDeps = Pick<HttpDeps, 'readiness' | 'settings' | 'version' | 'log'>;

/** Liveness, which is 200 while the process lives and says how it is, and readiness, which is 503 when it is not. */
export function healthPages(deps: HealthDeps): readonly Page[] {
  const page = (path: string, operationId: string, summary: string, read: Page['read']): Page => ({
    path,
    operationId,
    summary,
    tag: 'Service',
    mediaType: 'application/json',
    headers: FRESH,
    read,
  });
  const live = page('/health', 'health', 'Whether the process lives, and the state of its parts', () => health(deps));
  const ready = page('/health/ready', 'ready', 'Whether the service can answer checks now', () => readyOrFault(deps));
  return [live, { ...ready, refusals: { 503: 'A part that checks need does not work.' } }];
}

async function health(deps: HealthDeps): Promise<object> {
  const { ready, checks, warnings } = await measured(deps);
  const { network, sandbox } = deps.settings;
  return {
    status: 'ok',
    ready,
    checks,
    ...warningsOf(warnings),
    version: deps.version,
    network,
    ...(sandbox && { sandbox: true }),
  };
}

async function readyOrFault(deps: HealthDeps): Promise<object> {
  const { ready, checks, warnings } = await measured(deps);
  if (ready) return { status: 'ok', ready, checks, ...warningsOf(warnings) };
  const broken = Object.keys(checks).filter((name) => !checks[name]?.ok);
  const message = broken.length === 0 ? 'The service is not ready.' : `Not ready: ${broken.join(', ')}.`;
  throw new Fault('not_ready', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

function warningsOf(warnings: Readiness['warnings'] = []): object {
  return warnings.length > 0 ? { warnings } : {};
}

/** The readiness, within a time bound: a part that hangs must not make the process look dead. */
async function measured({ readiness, log }: HealthDeps): Promise<Readiness> {
  const timer = new AbortController();
  const late = wait(READINESS_MS_MAX, unreadable('no answer in time'), { signal: timer.signal, ref: false });
  try {
    return await Promise.race([readiness(), late]);
  } catch (error) {
    log.error({ err: error }, 'readiness could not be read');
    return unreadable('could not be read');
  } finally {
    timer.abort();
    late.catch(() => undefined);
  }
}

function unreadable(detail: string): Readiness {
  return { ready: false, checks: { readiness: { ok: false, detail } } };
}
