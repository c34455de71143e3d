import { formatUsdc } from '#lib/money.ts';
import type { Sample } from './chain-source.ts';
import type { ShownSandbox } from './sandbox-key.ts';

/** What the banner shows of a service. */
export interface ShownService {
  readonly version: string;
  /** The address that was bound. */
  readonly listening: string;
  /** The public origin, as documents and 402 bodies name it. */
  readonly url: string;
  readonly network: string;
  /** Present when the embedded chain runs: its endpoint, its sample subjects, and a new key with credit. */
  readonly sandbox: ShownSandbox | null;
  /** How many processes serve; absent where one does. */
  readonly workers?: number;
}

/** The text after `npm start`: the address and, in the sandbox, calls that work when copied. */
export function banner(app: ShownService): string {
  const lines = [`Assay ${app.version} listens on ${app.listening}`];
  if (app.url !== app.listening) lines.push(`  public origin ${app.url}`);
  if (app.workers !== undefined) lines.push(`  workers      ${app.workers}`);
  if (app.sandbox) lines.push(...sandboxLines(app, app.sandbox));
  else lines.push(`  network      ${app.network}`, `  documentation ${app.listening}/docs`);
  return `${lines.join('\n')}\n`;
}

function sandboxLines(app: ShownService, sandbox: ShownSandbox): string[] {
  const check = ({ kind, address }: Sample): string => `${app.listening}/check/${kind}/${address}`;
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

/** The first subject of each verdict, by kind, both in the given order. */
function oneForEachVerdict(subjects: readonly Sample[]): readonly Sample[] {
  const first = new Map<string, Sample>();
  for (const subject of subjects) {
    const key = `${subject.kind} ${subject.verdict}`;
    if (!first.has(key)) first.set(key, subject);
  }
  return [...first.values()];
}
