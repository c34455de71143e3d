import { askWithRetries, type Reply, type Silence } from '../../assay-client/src/ask.ts';
import { type CheckAnswer, readAnswer } from './answer.ts';
import type { CheckCommand } from './command.ts';
import { type CommandRefusal, refusalOf } from './refusal.ts';
import type { CommandWorld } from './world.ts';

/** A verdict with the body that it came in. */
export interface Judged {
  readonly answer: CheckAnswer;
  readonly text: string;
  readonly retryAfterSeconds: number | null;
}

/** Sends the question of a check. However often it is sent, it is charged once. */
export async function askCheck(command: CheckCommand, world: CommandWorld): Promise<Judged | CommandRefusal> {
  const { kind, subject, size, url, apiKey } = command;
  const target = `${url}/check/${kind}/${subject}${size === null ? '' : `?size_sol=${size}`}`;
  // Without a key there is no account that the same question could belong to, and nothing to charge.
  const headers = apiKey === null ? {} : { 'x-api-key': apiKey, 'idempotency-key': world.newKey() };
  const result = await askPatiently(target, headers, `asking about ${kind} ${subject}`, world);
  if ('silence' in result || result.status !== 200) return refusalOf(result, url);
  const answer = readAnswer(result.body, kind, subject, size);
  if (answer === null) return refusalOf(result, url);
  return { answer, text: result.text, retryAfterSeconds: result.retryAfterSeconds };
}

/** Sends one question with its retries, and prints a line where it takes long. */
export async function askPatiently(
  url: string,
  headers: Readonly<Record<string, string>>,
  what: string,
  { progress, now, wait }: CommandWorld,
): Promise<Reply | Silence> {
  progress.begin(what);
  try {
    return await askWithRetries({ url, headers }, { fetch, now, wait, note: progress.note });
  } finally {
    progress.end();
  }
}
