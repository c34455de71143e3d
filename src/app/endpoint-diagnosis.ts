import { setTimeout } from 'node:timers/promises';
import type { Diagnosis } from 'assay-core/chain/doctor/doctor.ts';
import { type Politeness, politeness } from 'assay-core/chain/doctor/polite-calls.ts';
import { pricesOfCalls } from 'assay-core/chain/rpc/prices.ts';
import type { Config } from '#config/config.ts';
import type { Closers } from '#lib/process/closers.ts';
import type { Logger } from '#lib/process/log.ts';

/** The first checks, which read what others then share, go before it. */
const BEGINS_AFTER_MS = 5_000;

/** Longer arrays would take calls from checks that run meanwhile. */
const ARRAYS_MAX = 10;

/** The diagnosis uses at most a quarter of the calls that the operator allows. */
const SHARE_OF_CALLS = 4;

/** Finds out once, beside the work of the service, what the endpoints allow. */
export interface EndpointDiagnosis {
  /** Begins in a while. Nothing waits for it. */
  begin(): void;
  /** Sentences about what another endpoint has to offer, without the name of an endpoint; empty until it is known. */
  warnings(): readonly string[];
}

interface DiagnosisParts {
  readonly config: Config;
  readonly urls: readonly string[];
  readonly log: Logger;
  readonly closers: Closers;
  /** How long it is put off, and how politely the endpoints are asked; tests shorten both. */
  readonly afterMs?: number;
  readonly politeness?: Politeness;
}

/** Prepares a diagnosis of the endpoints, which ends with the service. It logs kinds of check that they cannot serve as a warning. */
export function openEndpointDiagnosis(parts: DiagnosisParts): EndpointDiagnosis {
  const stopped = new AbortController();
  parts.closers.add(async () => stopped.abort());
  let advice: readonly string[] = [];
  const run = async (): Promise<void> => {
    await setTimeout(parts.afterMs ?? BEGINS_AFTER_MS, undefined, { signal: stopped.signal, ref: false });
    const found = await examine(parts, stopped.signal);
    if (stopped.signal.aborted) return;
    advice = found.advice;
    report(found, parts.log);
  };
  return {
    begin: () => void run().catch(() => undefined),
    warnings: () => advice,
  };
}

async function examine(parts: DiagnosisParts, signal: AbortSignal): Promise<Diagnosis> {
  const { config, urls, politeness: how = politeness } = parts;
  const { diagnose } = await import('assay-core/chain/doctor/doctor.ts');
  const allowed = config.protection.rpcCallsPerSecondMax ?? Number.POSITIVE_INFINITY;
  const spacingMs = Math.max(how.spacingMs, (SHARE_OF_CALLS * 1_000) / allowed);
  return await diagnose(urls, {
    checkTimeMsMax: config.checkTimeMsMax,
    priceOf: pricesOfCalls(config.picoUsdPerCall),
    politeness: { ...how, spacingMs },
    arraysMax: ARRAYS_MAX,
    signal,
  });
}

function report({ endpoints, together }: Diagnosis, log: Logger): void {
  for (const { origin, trouble, arrays, addresses, pace, history } of endpoints) {
    log.info({ origin, trouble, arrays, addresses, pace, history }, 'an endpoint was examined');
  }
  for (const { kind, served, reasons } of together) {
    if (served === 'no') log.warn({ kind, reasons }, 'the endpoints cannot serve a kind of check');
    else if (served !== 'yes') log.info({ kind, served, reasons }, 'the endpoints serve a kind of check with less');
  }
}
