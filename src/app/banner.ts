import type { Sample } from './chain-source.ts';
import type { ShownSandbox } from './sandbox.ts';

/** The facts of a service that the banner shows. */
export interface ShownService {
  readonly version: string;
  /** The address that was bound. */
  readonly listening: string;
  /** The public origin, as documents and 402 bodies name it. */
  readonly url: string;
  readonly network: string;
  /** Present when the embedded chain runs: its endpoint, its samples, and a key with credit. */
  readonly sandbox: ShownSandbox | null;
  /** How many processes serve; absent where one does. */
  readonly workers?: number;
}

/** The text after `npm start`: the address and, in the sandbox, a page to open, the key, and a call that works when copied. */
export function banner(app: ShownService): string {
  const lines = [`Assay ${app.version} listens on ${app.listening}`];
  if (app.url !== app.listening) lines.push(`  public origin ${app.url}`);
  if (app.workers !== undefined) lines.push(`  workers       ${app.workers}`);
  if (app.sandbox) lines.push(...sandboxLines(app, app.sandbox));
  else lines.push(`  network       ${app.network}`, `  documentation ${app.listening}/docs`);
  return `${lines.join('\n')}\n`;
}

function sandboxLines({ listening }: ShownService, { rpcUrl, apiKey, subjects }: ShownSandbox): readonly string[] {
  const check = ({ kind, address }: Sample): string => `${listening}/check/${kind}/${address}`;
  const shown = [...new Map([...subjects].reverse().map((sample) => [sample.kind, sample])).values()].reverse();
  const tried = shown.find(({ kind }) => kind === 'token');
  return [
    '  sandbox       an embedded local chain; nothing here touches Solana itself',
    `  sandbox RPC   ${rpcUrl}`,
    `  samples       ${listening}/sandbox lists one or more for each verdict, such as`,
    ...shown.map((sample) => `    ${check(sample)}  # ${sample.verdict}`),
    '',
    `  Page     ${listening}/`,
    `  API key  ${apiKey}  (the pages have it already)`,
    ...(tried ? [`  Try      curl -s -H 'X-API-Key: ${apiKey}' ${check(tried)}`] : []),
  ];
}
