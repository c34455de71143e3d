import { formatUsdc, parseUsdc } from '#lib/money.ts';
import type { Answer } from './answer.ts';
import { askCheck, askPatiently } from './check.ts';
import type { ExitCode } from './classes.ts';
import { type CheckCommand, WATCH_SECONDS_MAX } from './command.ts';
import { textAt } from './members.ts';
import { refusalOf } from './refusal.ts';
import { showJudged, showLines, showRefusal } from './show.ts';
import type { World } from './world.ts';

const SECONDS_PER_HOUR = 3_600;
const MILLISECONDS = 1_000;

/**
 * Asks again and again, and prints what changed. Ends only where asking again cannot help; a service that cannot be reached for a
 * while is waited for once it has answered.
 */
export async function watch(command: CheckCommand, seconds: number, world: World): Promise<ExitCode> {
  const root = await askPatiently(`${command.url}/`, {}, 'asking for the price', world);
  if ('silence' in root || root.status !== 200) return showRefusal(refusalOf(root, command.url), command, world);
  showLines(world.err, costNotice(command, seconds, textAt(root.body, `endpoints.${command.kind}.price_usdc`)));
  let before: Answer | null = null;
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
