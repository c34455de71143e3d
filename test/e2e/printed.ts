import type { Kind } from 'assay-core/rules/check.ts';
import { type Json, until } from '../support/market.ts';
import type { Service } from '../support/service.ts';

interface Sample {
  readonly kind: Kind['name'];
  readonly verdict: string;
  readonly path: string;
}

/** The key that the service prints, and a sample for each verdict of each kind, of the funder check also verdict -> path. */
export interface Banner {
  readonly apiKey: string;
  readonly samples: readonly Sample[];
  readonly paths: ReadonlyMap<string, string>;
  readonly rpcUrl: string;
}

export async function readBanner(service: Service): Promise<Banner> {
  const text = service.output();
  const { body } = await get(service, '/sandbox');
  const all: readonly Sample[] = body.samples;
  const samples = all.filter(
    ({ kind, verdict }, index) => index === all.findIndex((one) => one.kind === kind && one.verdict === verdict),
  );
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
  const whole = [/sandbox RPC +\S+\s/, /API key +\S+\s/, /Try +curl .*\s/];
  await until(() => whole.every((line) => line.test(service.output())));
  return await readBanner(service);
}
