import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '#config/config.ts';
import { variables } from '#config/variables.ts';

interface Part {
  readonly image: string;
  readonly build?: { readonly context: string; readonly dockerfile: string; readonly target: string };
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly configs?: readonly { readonly source: string; readonly target: string }[];
  readonly healthcheck?: object;
  readonly stop_grace_period?: string;
  readonly depends_on?: Readonly<Record<string, object>> | readonly string[];
}

const text = readFileSync('deploy/compose.yaml', 'utf8');
const example = readFileSync('deploy/assay.env.example', 'utf8');
const ini = readFileSync('deploy/pgbouncer/pgbouncer.ini', 'utf8');
const dockerfile = readFileSync('deploy/Dockerfile', 'utf8');

const directory = mkdtempSync(join(tmpdir(), 'assay-compose-'));
afterAll(() => rmSync(directory, { recursive: true }));

/** Replaces `${NAME:-default}` as Compose does: an empty value takes the default as well. */
function composed(env: Readonly<Record<string, string>>) {
  const fill = (value: string) =>
    value.replace(/\$\{(\w+):-([^}]*)\}/g, (_all, name: string, otherwise: string) => env[name] || otherwise);
  // Compose fills in the values after it has read the file, so an empty one stays a text.
  const filled = parse(text, (_key, value: unknown) => (typeof value === 'string' ? fill(value) : value));
  return filled as {
    readonly services: Readonly<Record<string, Part>> & { readonly assay: Part };
    readonly configs: Readonly<Record<string, { readonly content: string }>>;
    readonly volumes: object;
  };
}

const sandbox = composed({});

/** The lines of an env file that are filled in, and those that wait to be. */
const exampleEnv = Object.fromEntries(
  [...example.matchAll(/^(?:# )?([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name, value]) => [name, value]),
);

/** What the service reads of a composed file, on the image's own variables; empty is unset. */
function environmentOf(part: Part, image: Readonly<Record<string, string>>): Record<string, string> {
  const all = Object.entries({ ...image, ...part.environment }).map(([name, value]) => [name, String(value)]);
  return Object.fromEntries(all.filter(([, value]) => value !== ''));
}

describe('the composition', () => {
  it('names files and folders that exist, and volumes and configurations that it declares', () => {
    for (const [name, part] of Object.entries(sandbox.services)) {
      const sources = (part.volumes ?? []).map((volume) => volume.split(':')[0] ?? '');
      const paths = sources.filter((source) => source.startsWith('.') && !source.startsWith('./keys'));
      expect(
        paths.filter((path) => !existsSync(join('deploy', path))),
        name,
      ).toEqual([]);
      const named = sources.filter((source) => !source.startsWith('.'));
      expect(
        named.filter((volume) => !(volume in sandbox.volumes)),
        name,
      ).toEqual([]);
      expect(
        (part.configs ?? []).filter(({ source }) => !(source in sandbox.configs)),
        name,
      ).toEqual([]);
    }
    expect(dockerfile).toContain(`AS ${sandbox.services.assay.build?.target}\n`);
    expect(existsSync(join('deploy', sandbox.services.assay.build?.context ?? '', 'deploy/Dockerfile'))).toBe(true);
  });

  it('pins every image by the digest of what is in it', () => {
    const images = Object.values(sandbox.services).filter(({ build }) => build === undefined);
    expect(images.length).toBe(5);
    expect(images.filter(({ image }) => !/^[\w/]+:v?\d+\.\d+\S*@sha256:[0-9a-f]{64}$/.test(image))).toEqual([]);
  });

  it('waits for parts that say when they are ready', () => {
    for (const { depends_on = {} } of Object.values(sandbox.services)) {
      const names = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on);
      expect(names.filter((name) => name !== 'assay' && !sandbox.services[name]?.healthcheck)).toEqual([]);
    }
    expect(dockerfile).toMatch(/HEALTHCHECK .*\/health\/ready/);
  });

  it('is reached from this machine only', () => {
    const ports = Object.values(sandbox.services).flatMap((part) => part.ports ?? []);
    expect(ports.length).toBe(3);
    expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
  });

  it('gives a stop the time that the longest drain takes, as the image and the unit do', () => {
    expect(sandbox.services.assay.stop_grace_period).toBe('140s');
    expect(dockerfile).toContain('--stop-timeout 140');
    expect(readFileSync('deploy/assay.service', 'utf8')).toContain('TimeoutStopSec=140');
  });
});

describe('the configuration that it hands to the service', () => {
  const image = { HOST: '0.0.0.0', DATA_DIR: join(directory, 'data') };

  it('names variables that the service knows', () => {
    const names = Object.keys(sandbox.services.assay.environment ?? {});
    expect(names.filter((name) => !Object.hasOwn(variables.shape, name))).toEqual([]);
  });

  it('is the sandbox without an env file', () => {
    const config = readConfig(environmentOf(sandbox.services.assay, image));
    expect(config.chain.kind).toBe('sandbox');
    expect(sandbox.services.assay.build?.target).toBe('sandbox');
  });

  it('is a real run with the example filled in', () => {
    const key = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });
    writeFileSync(join(directory, 'signing.pem'), key);
    const secret = 'a'.repeat(64);
    const filled = Object.fromEntries(
      Object.entries(exampleEnv).map(([name, value]) => [name, value === '' ? secret : String(value)]),
    );
    const real = composed({ ...filled, X402_FEE_PAYER: '', PAY_TO: '9AcRtqWQnM8hUyNLdw5dKxWgSw6mQXbVPcYyTLiiYCuH' });
    const env = environmentOf(real.services.assay, { ...image, NODE_ENV: 'production' });
    expect(env.SIGNING_KEY).toBe('/keys/signing.pem');
    const config = readConfig({ ...env, SIGNING_KEY: join(directory, 'signing.pem') });
    expect(config).toMatchObject({ production: true, chain: { kind: 'rpc' }, facilitator: { kind: 'off' } });
    expect(real.services.assay.build?.target).toBe('service');
    expect(dockerfile).toMatch(/AS service\nENV NODE_ENV=production\n/);
  });

  it('takes from the env file what the example lists, and nothing else', () => {
    const read = new Set([...text.matchAll(/\$\{(\w+):-/g)].map(([, name]) => name));
    expect(Object.keys(exampleEnv).filter((name) => !read.has(name))).toEqual([]);
    const optional = ['SOLANA_NETWORK', 'USDC_MINT', 'X402_FACILITATOR_HEADERS', 'LOG_LEVEL'];
    expect([...read].filter((name) => !optional.includes(name ?? '') && !((name ?? '') in exampleEnv))).toEqual([]);
  });

  it('lets callers in by nginx alone, whose word for their address is believed', () => {
    const { assay, proxy } = sandbox.services;
    expect([assay.ports, assay.environment?.TRUST_PROXY]).toEqual([undefined, '1']);
    const conf = readFileSync('deploy/nginx/nginx.conf', 'utf8');
    const served = new URL(`http://${/^\s+server (\S+);$/m.exec(conf)?.[1]}`);
    expect([served.hostname, /^ENV HOST=\S+ PORT=(\d+)/m.exec(dockerfile)?.[1] ?? '8402']).toEqual([
      'assay',
      served.port,
    ]);
    const mounted = proxy?.volumes?.map((volume) => volume.split(':').slice(0, 2));
    expect(mounted).toContainEqual(['./nginx/nginx.conf', '/etc/nginx/nginx.conf']);
    expect(mounted).toContainEqual(['./nginx/plain.conf', '/etc/nginx/listen.conf']);
    expect(mounted?.map(([, target]) => target)).not.toContain('/keys');
    expect(existsSync(`deploy/nginx/${exampleEnv.ASSAY_LISTEN}.conf`)).toBe(true);
  });

  it('leads to the database by PgBouncer, in transaction mode with named statements', () => {
    const { assay, postgres } = sandbox.services;
    const url = new URL(String(assay.environment?.DATABASE_URL));
    expect([url.hostname, url.port]).toEqual(['pgbouncer', /^listen_port = (\d+)$/m.exec(ini)?.[1]]);
    const [, name, host] = /^(\w+) = host=(\w+) /m.exec(ini) ?? [];
    expect([name, host]).toEqual([url.pathname.slice(1), 'postgres']);
    expect(postgres?.environment).toMatchObject({ POSTGRES_DB: name, POSTGRES_USER: url.username });
    expect(sandbox.configs['pgbouncer-users']?.content).toBe(`"${url.username}" "${url.password}"`);
    expect(postgres?.environment?.POSTGRES_PASSWORD).toBe(url.password);
    expect(ini).toMatch(/^pool_mode = transaction$/m);
    expect(ini).toMatch(/^max_prepared_statements = [1-9]\d*$/m);
    const version = /pgbouncer:v(\d+\.\d+)/.exec(sandbox.services.pgbouncer?.image ?? '')?.[1] ?? '0';
    expect(Number(version)).toBeGreaterThan(1.2);
  });

  it('has metrics where Prometheus looks for them, by the token that it sends', () => {
    const prometheus = parse(readFileSync('deploy/prometheus/prometheus.yml', 'utf8'));
    const [job] = prometheus.scrape_configs;
    const { METRICS_PORT: port, METRICS_TOKEN: token } = sandbox.services.assay.environment ?? {};
    expect(job.static_configs).toEqual([{ targets: [`assay:${port}`] }]);
    expect(sandbox.configs['metrics-token']?.content).toBe(token);
    const places = sandbox.services.prometheus?.configs?.map(({ target }) => target);
    expect(places).toEqual([join('/etc/prometheus', job.authorization.credentials_file)]);
  });
});

describe('Grafana', () => {
  it('finds its data source and its dashboard where they are mounted', () => {
    const { datasources } = parse(readFileSync('deploy/grafana/provisioning/datasources/prometheus.yaml', 'utf8'));
    expect(new URL(datasources[0].url)).toMatchObject({ hostname: 'prometheus', port: '9090' });
    const { providers } = parse(readFileSync('deploy/grafana/provisioning/dashboards/assay.yaml', 'utf8'));
    const mounts = sandbox.services.grafana?.volumes?.map((volume) => volume.split(':').slice(0, 2));
    expect(mounts).toContainEqual(['./grafana/dashboards', providers[0].options.path]);
    expect(sandbox.services.grafana?.environment?.GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH).toBe(
      join(providers[0].options.path, 'assay.json'),
    );
  });
});

/** Debian's package `prometheus` has it. */
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

it.skipIf(!hasPromtool)('the configuration of Prometheus is one that it takes', () => {
  cpSync('deploy/prometheus', join(directory, 'prometheus'), { recursive: true });
  writeFileSync(join(directory, 'prometheus', 'metrics-token'), 'token');
  const file = join(directory, 'prometheus', 'prometheus.yml');
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'config', file], { encoding: 'utf8' });
  expect(status, stdout + stderr).toBe(0);
});
