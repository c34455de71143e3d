import { formatUsdc } from '#lib/money.ts';
import type { App } from './app.ts';

/** What a person reads after `npm start`: where it listens and, in the sandbox, calls that work when copied. */
export function banner(app: App): string {
  const lines = [`Assay ${app.version} listens on ${app.listening}`];
  if (app.url !== app.listening) lines.push(`  public origin ${app.url}`);
  if (app.sandbox) lines.push(...sandboxLines(app, app.sandbox));
  else lines.push(`  network      ${app.network}`, `  documentation ${app.listening}/docs`);
  return `${lines.join('\n')}\n`;
}

function sandboxLines(app: App, sandbox: NonNullable<App['sandbox']>): string[] {
  const check = (address: string): string => `${app.listening}/check/funder/${address}`;
  const first = sandbox.subjects[0]?.address ?? '';
  return [
    `  sandbox      an embedded local chain; nothing here touches Solana itself`,
    `  sandbox RPC  ${sandbox.rpcUrl}`,
    `  API key      ${sandbox.apiKey}  (${formatUsdc(sandbox.creditAtomic)} USDC of sandbox credit)`,
    '',
    'Without a key a check answers 402 and says how to pay:',
    `  curl -i ${check(first)}`,
    '',
    'With the key, one subject for each verdict:',
    ...oneForEachVerdict(sandbox.subjects).map(
      ({ verdict, address }) => `  curl -s -H 'X-API-Key: ${sandbox.apiKey}' ${check(address)}  # ${verdict}`,
    ),
    '',
    `GraphQL in the browser: ${app.listening}/graphql    Documentation: ${app.listening}/docs`,
  ];
}

function oneForEachVerdict<S extends { readonly verdict: string }>(subjects: readonly S[]): readonly S[] {
  const first = new Map<string, S>();
  for (const subject of subjects) if (!first.has(subject.verdict)) first.set(subject.verdict, subject);
  return [...first.values()];
}
