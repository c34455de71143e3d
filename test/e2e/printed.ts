import type { Kind } from '#checks/check.ts';
import { type Json, until } from '../support/market.ts';
import type { Service } from '../support/service.ts';

/** A sample call that the service prints. */
interface Sample {
  readonly kind: Kind['name'];
  readonly verdict: string;
  readonly path: string;
}

/** The sample calls that the service prints, of the funder check also verdict -> path, and the key that it made. */
export interface Banner {
  readonly apiKey: string;
  readonly samples: readonly Sample[];
  readonly paths: ReadonlyMap<string, string>;
  readonly rpcUrl: string;
}

export function readBanner(service: Service): Banner {
  const text = service.output();
  const samples = [...text.matchAll(/curl -s .* (http\S+) {2}# (\w+)/g)].map(([, url, verdict]) => {
    const path = new URL(String(url)).pathname;
    return { kind: path.split('/')[2] as Kind['name'], verdict: String(verdict), path };
  });
  return {
    apiKey: String(/assay_\S+/.exec(text)?.[0]),
    samples,
    paths: new Map(samples.filter(({ kind }) => kind === 'funder').map(({ verdict, path }) => [verdict, path])),
    rpcUrl: String(/sandbox RPC +(\S+)/.exec(text)?.[1]),
  };
}

/** GET of a path, with a key where one is given. */
export async function get(service: Service, path: string, apiKey?: string) {
  const response = await fetch(`${service.url}${path}`, apiKey ? { headers: { 'X-API-Key': apiKey } } : {});
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) as Json };
}

/** What a process prints a moment after it is ready. */
export async function printedBy(service: Service): Promise<Banner> {
  const whole = [/sandbox RPC +\S+\s/, /API key +\S+\s/, /# CEX_FUNDED\b/];
  await until(() => whole.every((line) => line.test(service.output())));
  return readBanner(service);
}
