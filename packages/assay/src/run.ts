import { formatUsdc, parseUsdc } from '../../assay-client/src/decimal.ts';
import type { CheckAnswer } from './answer.ts';
import { at, listAt, textAt } from './answer.ts';
import { askCheck, askPatiently } from './check.ts';
import { classOfAnswer, type ExitCode, exitCodes } from './classes.ts';
import { type CheckCommand, type Command, readCommand, WATCH_SECONDS_MAX } from './command.ts';
import { paragraph, type TextLayout, table } from './layout.ts';
import { bridge, refuseRequests } from './mcp.ts';
import { ownRefusal, refusalOf } from './refusal.ts';
import { showJson, showJudged, showLines, showRefusal } from './show.ts';
import { figure } from './words.ts';
import { type CommandWorld, print } from './world.ts';

const SECONDS_PER_HOUR = 3_600;

const MILLISECONDS = 1_000;

/** What `assay --help` prints. Lines of at most 80 cells. */
export const USAGE = `assay: what can be proven about an object on Solana, before you touch it.

usage: npx assay COMMAND [OPTIONS]

  wallet ADDRESS             can this wallet's profit be proven?
  token MINT                 is this token safe to hold?
  trade MINT [--size SOL]    what does a round trip of this size cost?
  funder ADDRESS             where did this address get its first money?
  balance                    what is left on the key, and its newest movements
  reason CODE                what a reason code or flag means, and what to do
  mcp                        an MCP server on standard input and output that
                             forwards to the service
  --help, --version          count only when they stand alone

  --url URL          the service; else ASSAY_URL, else http://127.0.0.1:8402
  --key KEY          the key that pays; else ASSAY_API_KEY. Whoever may list
                     processes sees a key on the command line: better export it
  --size SOL         of a trade; without it the service's default, 0.5
  --watch [SECONDS]  ask again after so many seconds (30; at least 5) and print
                     what changed. Every round is charged
  --json             the body of the answer on one line of standard output and
                     nothing else; with --watch a line for each round. Refusals
                     are problem documents on standard error

NO_COLOR and FORCE_COLOR are honoured. A question that met a failing network,
429 or 503 is asked again, three times at most and for 60 seconds at most, under
the same Idempotency-Key: it is never charged twice. The signature of an answer
is not checked here: npm run verify does that, for an answer saved with --json.

exit codes
   0  good       LOW_RISK, TRUSTED, ACCEPTABLE_COST, CEX_FUNDED, WALLET_FUNDED
  10  caution    ELEVATED, NEUTRAL, ELEVATED_COST, and a good origin that a code
                 or flag makes suspicious: SIBLINGS, LATER_MONEY_DWARFS_FIRST
                 and others, or that a gap leaves open
  20  bad        HIGH_RISK, CRITICAL, UNTRUSTED, HIGH_COST, UNTRADEABLE, NO_POOL
  30  not known  UNKNOWN, INSUFFICIENT, UNVERIFIABLE, UNKNOWN_ORIGIN,
                 UNVERIFIABLE_ORIGIN, and every verdict that is not listed here
   1  a fault of this client
   2  arguments not understood, or a malformed subject
   3  payment needed: no key, an unknown key, or too little on it
   4  the service refused, could not be reached, or is not Assay
 130  interrupted; 141 nobody reads the output

  if npx assay token "$MINT"; then buy "$MINT"; fi
`;

const MOVEMENTS_MAX = 10;

/** Runs the command in the arguments and gives its exit code. */
export async function run(argv: readonly string[], world: CommandWorld): Promise<ExitCode> {
  const command = readCommand(argv, world.defaults);
  if ('misuse' in command) {
    const detail = `${command.misuse} "assay --help" tells more.`;
    const refusal = ownRefusal(exitCodes.usage, 'usage', 'Not understood', detail);
    const exit = showRefusal(refusal, { json: command.json, url: '' }, world);
    if (command.mcp) await refuseRequests(detail, world);
    return exit;
  }
  if (command.what === 'help') world.out.write(USAGE);
  if (command.what === 'version') world.out.write(`assay ${world.version}\n`);
  if (command.what === 'help' || command.what === 'version') return exitCodes.good;
  if (command.apiKey !== null) warnOfEavesdroppers(command.url, world);
  if (command.what === 'mcp') return await bridge(command, world);
  if (command.what !== 'check') return await page(command, world);
  return command.watchSeconds === null
    ? await check(command, world)
    : await watch(command, command.watchSeconds, world);
}

async function check(command: CheckCommand, world: CommandWorld): Promise<ExitCode> {
  const result = await askCheck(command, world);
  if (!('answer' in result)) return showRefusal(result, command, world);
  showJudged(result, null, command, world);
  return exitCodes[classOfAnswer(result.answer)];
}

/** The two free pages. */
async function page(command: Extract<Command, { what: 'balance' | 'reason' }>, world: CommandWorld): Promise<ExitCode> {
  const { url, apiKey, json } = command;
  const target = command.what === 'balance' ? `${url}/credits/balance` : `${url}/reason-codes/${command.code}`;
  const headers = command.what === 'balance' && apiKey !== null ? { 'x-api-key': apiKey } : {};
  const result = await askPatiently(target, headers, `asking for ${command.what}`, world);
  const read = command.what === 'balance' ? balanceLines : reasonLines;
  const lines = 'silence' in result || result.status !== 200 ? null : read(world.out.page, result.body);
  if (lines === null || 'silence' in result) return showRefusal(refusalOf(result, url), command, world);
  if (json) showJson(world.out, result.text);
  else print(world.out, lines);
  return exitCodes.good;
}

/** A key is money: whoever reads it on its way can spend it. */
function warnOfEavesdroppers(url: string, { err }: CommandWorld): void {
  const { protocol, hostname } = new URL(url);
  const isNear = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
  if (protocol === 'http:' && !isNear) showLines(err, `warning: the key goes to ${hostname} unencrypted; use https.`);
}

/** What is left on a key, for people; null when the body is no balance. */
function balanceLines(page: TextLayout, body: unknown): readonly string[] | null {
  const balance = textAt(body, 'balance_usdc');
  if (balance === null) return null;
  const passes = listAt(body, 'passes').map((pass) => ({
    name: 'Pass',
    value: `${figure(pass, 'tier')}, ${figure(pass, 'calls_left')} calls left until ${figure(pass, 'expires_at')}`,
  }));
  const movements = listAt(body, 'movements');
  const shown = movements.slice(0, MOVEMENTS_MAX).map((movement) => ({
    name: figure(movement, 'at'),
    value: `${figure(movement, 'amount_usdc')} ${figure(movement, 'kind')} ${textAt(movement, 'ref') ?? ''}`,
  }));
  return [...paragraph(page, `${balance} USDC`, 0, 'bold'), ...lines(page, passes), ...lines(page, shown)];
}

/** What a reason code or flag means, in each kind that uses it; null when the body explains none. */
function reasonLines(page: TextLayout, body: unknown): readonly string[] | null {
  if (textAt(body, 'code') === null || textAt(body, 'meaning') === null) return null;
  const uses = [body, ...listAt(body, 'others')];
  return [
    ...paragraph(page, figure(body, 'code'), 0, 'bold'),
    ...uses.flatMap((use) => [
      ...paragraph(
        page,
        `${figure(use, 'kind')}, ${figure(use, 'severity')} ${figure(use, 'type').replace('_', ' ')}`,
        2,
        'cyan',
      ),
      ...paragraph(page, `${figure(use, 'meaning')} ${String(at(use, 'action') ?? '')}`, 4),
    ]),
  ];
}

function lines(
  page: TextLayout,
  rows: readonly { readonly name: string; readonly value: string }[],
): readonly string[] {
  return rows.length > 0 ? table(page, rows, 2) : [];
}

/**
 * Asks again and again, and prints what changed. Ends only where asking again cannot help; a service that cannot be reached for a
 * while is waited for once it has answered.
 */
async function watch(command: CheckCommand, seconds: number, world: CommandWorld): Promise<ExitCode> {
  const root = await askPatiently(`${command.url}/`, {}, 'asking for the price', world);
  if ('silence' in root || root.status !== 200) return showRefusal(refusalOf(root, command.url), command, world);
  showLines(world.err, costNotice(command, seconds, textAt(root.body, `endpoints.${command.kind}.price_usdc`)));
  let before: CheckAnswer | null = null;
  for (;;) {
    const result = await askCheck(command, world);
    if ('answer' in result) {
      showJudged(result, before, command, world);
      before = result.answer;
    } else {
      const exit = showRefusal(result, command, world);
      if (!result.retryable || before === null) return exit;
    }
    const pause = Math.min(WATCH_SECONDS_MAX, Math.max(seconds, result.retryAfterSeconds ?? 0));
    world.progress.begin(`until the next round after ${pause} s`);
    await world.wait(pause * MILLISECONDS);
    world.progress.end();
  }
}

/** What watching costs, said before it begins. */
function costNotice({ kind, subject }: CheckCommand, seconds: number, priceUsdc: string | null): string {
  const what = `Watching ${kind} ${subject}, ${seconds} s between rounds.`;
  const price = priceUsdc === null ? null : parseUsdc(priceUsdc);
  if (price === null) return `${what} What a round costs could not be read. Ctrl-C ends it.`;
  const rounds = BigInt(Math.ceil(SECONDS_PER_HOUR / seconds));
  return `${what} Each round costs ${formatUsdc(price)} USDC or a call of a pass: up to ${formatUsdc(price * rounds)} USDC an hour. Ctrl-C ends it.`;
}
