import { balanceLines, reasonLines } from './account.ts';
import { askCheck, askPatiently } from './check.ts';
import { classOf, type ExitCode, exitCodes } from './classes.ts';
import { type CheckCommand, type Command, readCommand } from './command.ts';
import { ownRefusal, refusalOf } from './refusal.ts';
import { showJson, showJudged, showLines, showRefusal } from './show.ts';
import { USAGE } from './usage.ts';
import { watch } from './watch.ts';
import { print, type World } from './world.ts';

/** Runs the command in the arguments and gives its exit code. */
export async function run(argv: readonly string[], world: World): Promise<ExitCode> {
  const command = readCommand(argv, world.defaults);
  if ('misuse' in command) {
    const detail = `${command.misuse} "assay --help" tells more.`;
    return showRefusal(
      ownRefusal(exitCodes.usage, 'usage', 'Not understood', detail),
      { json: command.json, url: '' },
      world,
    );
  }
  if (command.what === 'help') world.out.write(USAGE);
  if (command.what === 'version') world.out.write(`assay ${world.version}\n`);
  if (command.what === 'help' || command.what === 'version') return exitCodes.good;
  if (command.apiKey !== null) warnOfEavesdroppers(command.url, world);
  if (command.what !== 'check') return await page(command, world);
  return command.watchSeconds === null
    ? await check(command, world)
    : await watch(command, command.watchSeconds, world);
}

async function check(command: CheckCommand, world: World): Promise<ExitCode> {
  const result = await askCheck(command, world);
  if (!('answer' in result)) return showRefusal(result, command, world);
  showJudged(result, null, command, world);
  const { verdict, schemaVersion } = result.answer;
  return exitCodes[classOf(command.kind, verdict, schemaVersion)];
}

/** The two free pages. */
async function page(command: Extract<Command, { what: 'balance' | 'reason' }>, world: World): Promise<ExitCode> {
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
function warnOfEavesdroppers(url: string, { err }: World): void {
  const { protocol, hostname } = new URL(url);
  const isNear = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
  if (protocol === 'http:' && !isNear) showLines(err, `warning: the key goes to ${hostname} unencrypted; use https.`);
}
