import { formatUsdc } from '#lib/money.ts';
import type { App } from './app.ts';

type Subject = NonNullable<App['sandbox']>['subjects'][number];

/** What the banner says of a service; `workers` is their number where there are any. */
export interface Introduction extends Pick<App, 'version' | 'listening' | 'url' | 'network' | 'sandbox'> {
  readonly workers?: number;
}

/** What a person reads after `npm start`: where it listens and, in the sandbox, calls that work when copied. */
export function banner(app: Introduction): string {
  const lines = [`Assay ${app.version} listens on ${app.listening}`];
  if (app.url !== app.listening) lines.push(`  public origin ${app.url}`);
  if (app.workers !== undefined) lines.push(`  workers      ${app.workers}`);
  if (app.sandbox) lines.push(...sandboxLines(app, app.sandbox));
  else lines.push(`  network      ${app.network}`, `  documentation ${app.listening}/docs`);
  return `${lines.join('\n')}\n`;
}

function sandboxLines(app: Introduction, sandbox: NonNullable<App['sandbox']>): string[] {
  const check = ({ kind, address }: Subject): string => `${app.listening}/check/${kind}/${address}`;
  const [first] = sandbox.subjects;
  return [
    `  sandbox      an embedded local chain; nothing here touches Solana itself`,
    `  sandbox RPC  ${sandbox.rpcUrl}`,
    `  API key      ${sandbox.apiKey}  (${formatUsdc(sandbox.creditAtomic)} USDC of sandbox credit)`,
    '',
    'Without a key a check answers 402 and says how to pay:',
    ...(first ? [`  curl -i ${check(first)}`] : []),
    '',
    'With the key, one subject for each verdict of each check:',
    ...oneForEachVerdict(sandbox.subjects).map(
      (subject) => `  curl -s -H 'X-API-Key: ${sandbox.apiKey}' ${check(subject)}  # ${subject.verdict}`,
    ),
    '',
    `Pages for people: ${app.listening}/dashboard    ${app.listening}/topup`,
    `GraphQL in the browser: ${app.listening}/graphql    Documentation: ${app.listening}/docs`,
  ];
}

/** The first subject of each verdict, by kinds, both in the order in which they come. */
function oneForEachVerdict(subjects: readonly Subject[]): readonly Subject[] {
  const first = new Map<string, Subject>();
  for (const subject of subjects) {
    const key = `${subject.kind} ${subject.verdict}`;
    if (!first.has(key)) first.set(key, subject);
  }
  return [...first.values()];
}
