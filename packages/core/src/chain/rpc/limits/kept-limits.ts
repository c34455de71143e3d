import { isCount, record } from '#lib/json-value.ts';
import type { KeptPace } from './adaptive-pace.ts';

/** What was learned about one method, as it is kept over restarts. */
export interface KeptMethodLimits {
  readonly arrays?: number;
  readonly list?: number;
  readonly pace?: KeptPace;
  readonly refused?: string;
}

/** What was learned about an endpoint, as it is kept over restarts. */
export interface KeptLimits {
  readonly arrays?: number;
  readonly pace?: KeptPace;
  readonly methods: Readonly<Record<string, KeptMethodLimits>>;
}

const nothing: KeptLimits = { methods: {} };

/** The text of an endpoint about which nothing was learned. */
export const NOTHING_LEARNED = JSON.stringify(nothing);

/** What a text says that was kept before, perhaps by another version of the service; null where it is of another shape. */
export function keptLimitsOf(text: string): KeptLimits | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const kept = record(value);
  const methods = record(kept?.methods);
  if (!kept || !methods) return null;
  return {
    ...sizeOf('arrays', kept.arrays),
    ...paceOf(kept.pace),
    methods: Object.fromEntries(Object.entries(methods).map(([name, one]) => [name, methodOf(record(one))])),
  };
}

function methodOf(kept: Readonly<Record<string, unknown>> | null): KeptMethodLimits {
  return {
    ...sizeOf('arrays', kept?.arrays),
    ...sizeOf('list', kept?.list),
    ...paceOf(kept?.pace),
    ...(typeof kept?.refused === 'string' && { refused: kept.refused }),
  };
}

function sizeOf<K extends string>(name: K, value: unknown): { readonly [N in K]?: number } {
  return (isCount(value) && value > 0 ? { [name]: value } : {}) as { readonly [N in K]?: number };
}

function paceOf(value: unknown): { readonly pace?: KeptPace } {
  const pace = record(value);
  const { callsMax, seconds } = pace ?? {};
  const isSound = isCount(callsMax) && callsMax > 0 && typeof seconds === 'number' && seconds > 0 && seconds <= 86_400;
  return isSound ? { pace: { callsMax, seconds } } : {};
}
