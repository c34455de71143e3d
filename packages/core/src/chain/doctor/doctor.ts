import { type EndpointFindings, examineEndpoint } from './endpoint-findings.ts';
import { adviceFor, type KindBasis, type KindFindings, kindFindings } from './kind-findings.ts';
import { flagAdvice } from './node-flags.ts';
import { type Politeness, politeness } from './polite-calls.ts';

/** What endpoints allow, and which checks can be served over them. */
export interface Diagnosis {
  /** In the order asked, each with what it serves alone. */
  readonly endpoints: readonly (EndpointFindings & { readonly kinds: readonly KindFindings[] })[];
  /** What all of them serve together. */
  readonly together: readonly KindFindings[];
  /** What another endpoint would have to offer, as sentences. */
  readonly advice: readonly string[];
}

export interface DiagnosisOptions extends KindBasis {
  readonly politeness?: Politeness;
  /** The longest array that is tried; 100 when absent. */
  readonly arraysMax?: number;
  /** Ends the examination early; findings that are missing then stay unknown. */
  readonly signal?: AbortSignal;
}

const ARRAYS_MAX = 100;

/**
 * Examines endpoints side by side, each with at most `politeness.callsMax` calls. Rejects only for a text that is no http(s) URL, and does
 * not repeat the text.
 */
export async function diagnose(urls: readonly string[], options: DiagnosisOptions): Promise<Diagnosis> {
  const { arraysMax = ARRAYS_MAX, signal } = options;
  const how = options.politeness ?? politeness;
  const found = await Promise.all(urls.map((url) => examineEndpoint(url, how, arraysMax, signal)));
  const together = kindFindings(found, options);
  const advice = adviceFor(together, found);
  return {
    endpoints: found.map((one) => ({ ...one, kinds: kindFindings([one], options) })),
    together,
    advice: advice.length > 0 ? [...flagAdvice(found), ...advice] : [],
  };
}
