import type { IncomingHttpHeaders } from 'node:http';
import type { Attributes, Context, Span, Tracer } from '@opentelemetry/api';

/** A place in a trace. */
export type TraceContext = Context;

type Api = typeof import('@opentelemetry/api');

/** Adds attributes to a span that are known later. */
export type Note = (attributes: Attributes) => void;

/** The kind of work of a span, as collectors show it. */
type Role = 'server' | 'client' | 'internal';

/** The role and parent of a span. Without a parent it belongs to the span under way. */
interface Place {
  readonly role?: Role;
  readonly parent?: TraceContext | undefined;
}

interface Recorder {
  readonly api: Api;
  readonly tracer: Tracer;
}

let recorder: Recorder | null = null;

/** Whether spans are recorded. Hot paths test it before they make anything for a span. */
export const tracing = { on: false };

/** Sends spans to the tracer that is registered with the API; null records none. */
export function recordSpans(api: Api | null): void {
  recorder = api && { api, tracer: api.trace.getTracer('assay') };
  tracing.on = recorder !== null;
}

/** Does `work` as a span, which ends with it. Attributes leave the service: no keys, payments, tickets or URLs. */
export async function span<T>(
  name: string,
  attributes: Attributes,
  work: (note: Note) => Promise<T>,
  place: Place = {},
): Promise<T> {
  const begun = begin(name, attributes, place);
  if (begun === null) return await work(() => undefined);
  const { api, inside, one } = begun;
  try {
    return await api.context.with(inside, () => work((more) => one.setAttributes(more)));
  } catch (error) {
    fail(begun, error);
    throw error;
  } finally {
    one.end();
  }
}

/** A span that its owner ends. */
export interface OpenSpan {
  /** Runs `work` inside the span. */
  within<T>(work: () => T): T;
  end(name: string, attributes: Attributes, failed: boolean): void;
}

/** The span of an incoming request, which continues the trace of its `traceparent`; null while no spans are recorded. */
export function requestSpan(headers: IncomingHttpHeaders): OpenSpan | null {
  if (recorder === null) return null;
  const { context, propagation, SpanStatusCode } = recorder.api;
  const parent = propagation.extract(context.active(), headers);
  const begun = begin('request', {}, { role: 'server', parent });
  if (begun === null) return null;
  const { api, inside, one } = begun;
  return {
    within: (work) => api.context.with(inside, work),
    end: (name, attributes, failed) => {
      one.updateName(name).setAttributes(attributes);
      if (failed) one.setStatus({ code: SpanStatusCode.ERROR });
      one.end();
    },
  };
}

/** The current span, for work in a later turn of the event loop; undefined where there is none. */
export function underWay(): TraceContext | undefined {
  if (recorder === null) return undefined;
  const { context, trace } = recorder.api;
  const active = context.active();
  return trace.getSpan(active) ? active : undefined;
}

interface Begun {
  readonly api: Api;
  readonly one: Span;
  readonly inside: Context;
}

function begin(name: string, attributes: Attributes, { role = 'internal', parent }: Place): Begun | null {
  if (recorder === null) return null;
  const { api, tracer } = recorder;
  const kind = { server: api.SpanKind.SERVER, client: api.SpanKind.CLIENT, internal: api.SpanKind.INTERNAL }[role];
  const outer = parent ?? api.context.active();
  const one = tracer.startSpan(name, { kind, attributes }, outer);
  return { api, one, inside: api.trace.setSpan(outer, one) };
}

/** The message of an error may hold an address with a password: only its name or code goes out. */
function fail({ api, one }: Begun, error: unknown): void {
  const { name, code } = error instanceof Error ? (error as Error & { code?: unknown }) : { name: 'error', code: null };
  one.setStatus({ code: api.SpanStatusCode.ERROR, message: typeof code === 'string' ? code : name });
}
