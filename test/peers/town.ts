import { vi } from 'vitest';
import { rpc } from '../../packages/core/test/sandbox/rpc.ts';
import { hangMs } from '../support/pace.ts';
import { type ServiceProcess, startProcess } from '../support/service.ts';

/** A sample of the sandbox's world: what is asked about, and what the answer is. */
interface Subject {
  readonly kind: string;
  readonly verdict: string;
  readonly address: string;
}

/** The service in a process of its own on its sandbox, with what it printed. `end` it. */
export interface Town {
  readonly service: ServiceProcess;
  readonly rpcUrl: string;
  /** The key with the sandbox's credit. */
  readonly apiKey: string;
  /** Address of the first sample of a kind with this verdict. */
  sample(kind: string, verdict: string): string;
  /** The body of the answer to one GraphQL operation, paid from the printed key. */
  graphql<D>(query: string, variables?: object): Promise<{ readonly data: D; readonly errors?: unknown }>;
}

/** Starts it and waits until it has printed where things are, which is a moment after it is ready. */
export async function openTown(): Promise<Town> {
  const service = await startProcess();
  const [rpcUrl, apiKey] = await vi.waitFor(
    () => [printed(service, /sandbox RPC +(\S+)/), printed(service, /API key +(\S+)/)] as const,
    { timeout: hangMs(60_000) },
  );
  const subjects = await rpc<Subject[]>(rpcUrl, 'sandbox_subjects');
  return {
    service,
    rpcUrl,
    apiKey,
    sample: (kind, verdict) => {
      const found = subjects.find((subject) => subject.kind === kind && subject.verdict === verdict);
      if (!found) throw new Error(`the sandbox has no ${kind} that is ${verdict}`);
      return found.address;
    },
    graphql: async (query, variables) => {
      const response = await fetch(`${service.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
        body: JSON.stringify({ query, variables }),
      });
      return JSON.parse(await response.text());
    },
  };
}

function printed({ output }: ServiceProcess, pattern: RegExp): string {
  const [, found] = pattern.exec(output()) ?? [];
  if (found === undefined) throw new Error('the service has not printed its sandbox');
  return found;
}
