import type { CheckQuestion } from './answer.ts';

/** The facts of the service from `/` that the pages use. */
export interface ServiceAbout {
  /** CAIP-2 id. */
  readonly network: string;
  readonly sandbox: boolean;
}

/** Asks the service what it is. Throws when it cannot be asked. */
export async function readAbout(): Promise<ServiceAbout> {
  const response = await fetch('/', { headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`The service answered ${response.status}.`);
  const root: { sandbox?: boolean; payment: { network: string } } = await response.json();
  return { network: root.payment.network, sandbox: root.sandbox === true };
}

/** A sample of the sandbox: a question, the verdict that it gets, and why, in words of the service. */
export interface SampleQuestion extends CheckQuestion {
  readonly verdict: string;
  readonly story: string | null;
}

/** The sandbox's offer for a person without an address of their own. */
export interface SandboxOffer {
  readonly apiKey: string | null;
  readonly samples: readonly SampleQuestion[];
}

/** The offer of a sandbox. */
export async function readSandbox(): Promise<SandboxOffer> {
  const response = await fetch('/sandbox', { headers: { accept: 'application/json' } });
  if (!response.ok) return { apiKey: null, samples: [] };
  const { api_key, samples = [] }: { api_key?: string; samples?: readonly SampleQuestion[] } = await response.json();
  return { apiKey: api_key ?? null, samples };
}
