import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { variables } from '#config/variables.ts';

const FOLDER = 'deploy/kubernetes';

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
  readonly periodSeconds: number;
  readonly failureThreshold: number;
}

interface Container {
  readonly image: string;
  readonly command?: readonly string[];
  readonly envFrom: readonly Readonly<Record<string, { readonly name: string }>>[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly startupProbe: Probe;
  readonly livenessProbe: Probe;
  readonly readinessProbe: Probe;
  readonly securityContext: object;
  readonly resources: { readonly requests: object; readonly limits: object };
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string; readonly readOnly?: boolean }[];
}

interface Pod {
  readonly metadata: { readonly labels: Readonly<Record<string, string>> };
  readonly spec: {
    readonly securityContext: object;
    readonly terminationGracePeriodSeconds?: number;
    readonly enableServiceLinks: boolean;
    readonly automountServiceAccountToken: boolean;
    readonly containers: readonly [Container];
    readonly volumes: readonly {
      readonly name: string;
      readonly emptyDir?: object;
      readonly secret?: { readonly secretName: string };
    }[];
  };
}

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly stringData?: Readonly<Record<string, string>>;
  readonly spec?: unknown;
}

const files = readdirSync(FOLDER);
const manifests = files
  .filter((file) => file !== 'kustomization.yaml')
  .flatMap((file) => parseAllDocuments(readFileSync(join(FOLDER, file), 'utf8')))
  .map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS() as Manifest;
  });

function only<T>(kind: string, name = 'assay'): T {
  const [found, ...others] = manifests.filter((one) => one.kind === kind && one.metadata.name === name);
  expect([kind, others]).toEqual([kind, []]);
  return found as T;
}

const deployment = only<{ spec: { replicas: number; selector: { matchLabels: object }; template: Pod } }>('Deployment');
const cron = only<{ spec: { jobTemplate: { spec: { template: Pod } } } }>('CronJob', 'assay-audit');
const [service, audit] = [deployment.spec.template, cron.spec.jobTemplate.spec.template];
const dockerfile = readFileSync('deploy/Dockerfile', 'utf8');
const settings: Readonly<Record<string, string>> = {
  ...only<Manifest>('ConfigMap').data,
  ...only<Manifest>('Secret').stringData,
};

describe('the manifests', () => {
  it('are all in the kustomization, whose secret is made from the example, but for the one that needs an operator', () => {
    const { resources } = parse(readFileSync(join(FOLDER, 'kustomization.yaml'), 'utf8'));
    const listed = resources.map((file: string) => (file === 'secret.yaml' ? 'secret.example.yaml' : file));
    expect(listed.filter((file: string) => !existsSync(join(FOLDER, file)))).toEqual([]);
    expect([...listed, 'kustomization.yaml', 'service-monitor.yaml'].sort()).toEqual(files.sort());
  });

  it('set variables that the service knows, and all that a production run must have', () => {
    expect(Object.keys(settings).filter((name) => !Object.hasOwn(variables.shape, name))).toEqual([]);
    const needed = ['DATABASE_URL', 'SOLANA_RPC_URLS', 'PAY_TO', 'X402_FACILITATOR', 'TICKET_SECRET', 'SIGNING_KEY'];
    expect(needed.filter((name) => settings[name] === undefined)).toEqual([]);
    expect(settings.METRICS_TOKEN).toBeDefined();
  });

  it.each([service, audit])('lead each name to something that is there', ({ spec }) => {
    const [{ envFrom, volumeMounts }] = spec.containers;
    const referred = envFrom.flatMap((one) => Object.entries(one).map(([kind, { name }]) => ({ kind, name })));
    for (const { kind, name } of referred) only(kind === 'secretRef' ? 'Secret' : 'ConfigMap', name);
    for (const { secret } of spec.volumes) if (secret) only('Secret', secret.secretName);
    expect(volumeMounts.map(({ name }) => name).sort()).toEqual(spec.volumes.map(({ name }) => name).sort());
  });

  it('hold the key that the service is told to sign with', () => {
    const file = settings.SIGNING_KEY?.split('/').at(-1) ?? '';
    expect(only<Manifest>('Secret', 'assay-keys').stringData).toHaveProperty([file]);
  });
});

describe.each([
  ['the service', service],
  ['the audit', audit],
])('the pod of %s', (_name, { spec }) => {
  const [container] = spec.containers;

  it('runs as a user that owns nothing and may nothing', () => {
    expect(spec.securityContext).toMatchObject({
      runAsNonRoot: true,
      runAsUser: 1000,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect([spec.automountServiceAccountToken, spec.enableServiceLinks]).toEqual([false, false]);
    expect(dockerfile).toContain('USER node');
  });

  it('can write where the service does, and has what it needs to run', () => {
    const writable = container.volumeMounts
      .filter(({ readOnly }) => !readOnly)
      .map(({ name, mountPath }) => ({ name, mountPath }));
    expect(writable.map(({ mountPath }) => mountPath)).toEqual(['/data', '/tmp']);
    expect(dockerfile).toContain('DATA_DIR=/data');
    const empty = spec.volumes.filter(({ emptyDir }) => emptyDir).map(({ name }) => name);
    expect(empty).toEqual(writable.map(({ name }) => name));
    expect(Object.keys(container.resources.requests)).toEqual(['cpu', 'memory']);
    expect(container.resources.limits).toHaveProperty('memory');
  });
});

describe('the service', () => {
  const [container] = service.spec.containers;
  const ports = new Map(container.ports?.map(({ name, containerPort }) => [name, containerPort]));

  it('listens where its ports say', () => {
    expect([ports.get('http'), ports.get('metrics')]).toEqual([8402, Number(settings.METRICS_PORT)]);
    expect(dockerfile).toContain('EXPOSE 8402');
    const { spec } = only<{ spec: { ports: { port: number; targetPort: string }[] } }>('Service');
    expect(spec.ports.map(({ targetPort }) => ports.has(targetPort))).toEqual([true, true]);
  });

  it('is asked whether it lives, and whether it takes traffic', () => {
    const { startupProbe, livenessProbe, readinessProbe } = container;
    expect([startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet)).toEqual([
      { path: '/health', port: 'http' },
      { path: '/health', port: 'http' },
      { path: '/health/ready', port: 'http' },
    ]);
  });

  it('drains for longer than it takes to notice, and ends before it is killed', () => {
    const { periodSeconds, failureThreshold } = container.readinessProbe;
    expect(Number(settings.DRAIN_MS)).toBeGreaterThan(periodSeconds * failureThreshold * 1000);
    const unit = readFileSync('deploy/assay.service', 'utf8');
    expect(unit).toContain(`TimeoutStopSec=${service.spec.terminationGracePeriodSeconds}`);
  });

  it('alone is what selectors find, and one replica stays through a disruption', () => {
    const { labels } = service.metadata;
    const disruption = only<{ spec: { minAvailable: number; selector: { matchLabels: object } } }>(
      'PodDisruptionBudget',
    ).spec;
    const { selector } = only<{ spec: { selector: object } }>('Service').spec;
    for (const one of [deployment.spec.selector.matchLabels, disruption.selector.matchLabels, selector]) {
      expect(labels).toMatchObject(one);
      expect(audit.metadata.labels).not.toMatchObject(one);
    }
    expect(disruption.minAvailable).toBeLessThan(deployment.spec.replicas);
  });

  it('lets in requests and metrics, and asks only what it needs', () => {
    const { spec } = only<{
      spec: {
        podSelector: { matchExpressions: { values: string[] }[] };
        ingress: { from: { namespaceSelector: object; podSelector?: object }[]; ports: { port: string }[] }[];
        egress: { ports: { port: number }[] }[];
      };
    }>('NetworkPolicy');
    const pods = [service, audit].map(({ metadata }) => metadata.labels.app);
    expect(spec.podSelector.matchExpressions[0]?.values).toEqual(pods);
    expect(spec.ingress.flatMap((rule) => rule.ports.map(({ port }) => port))).toEqual([...ports.keys()]);
    // TRUST_PROXY believes who comes through the port, so none but the pods of the proxy may.
    expect(Number(settings.TRUST_PROXY)).toBe(1);
    for (const { from } of spec.ingress) expect(from.map((one) => Object.keys(one))[0]).toContain('namespaceSelector');
    expect(spec.ingress.find(({ ports: [one] }) => one?.port === 'http')?.from).toEqual([
      {
        namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'ingress-nginx' } },
        podSelector: {
          matchLabels: {
            'app.kubernetes.io/name': 'ingress-nginx',
            'app.kubernetes.io/component': 'controller',
          },
        },
      },
    ]);
    const out = spec.egress.flatMap((rule) => rule.ports.map(({ port }) => port));
    expect(out).toContain(Number(new URL(String(settings.DATABASE_URL)).port));
    for (const url of String(settings.SOLANA_RPC_URLS).split(','))
      expect(out).toContain(Number(new URL(url).port || 443));
  });

  it('is scraped by the token that it asks for', () => {
    const { spec } = only<{
      spec: { endpoints: { port: string; authorization: { credentials: { name: string; key: string } } }[] };
    }>('ServiceMonitor');
    const [{ port, authorization } = { port: '', authorization: { credentials: { name: '', key: '' } } }] =
      spec.endpoints;
    expect(ports.has(port)).toBe(true);
    expect(only<Manifest>('Secret', authorization.credentials.name).stringData).toHaveProperty([
      authorization.credentials.key,
    ]);
  });
});

it('the audit is a command that the image has', () => {
  const [{ command = [] }] = audit.spec.containers;
  expect(command.slice(0, 2)).toEqual(['node', 'dist/books.js']);
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(scripts[String(command[2])]).toBe(command.slice(0, 3).join(' '));
});
