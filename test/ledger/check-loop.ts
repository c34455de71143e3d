import { setTimeout as pause } from 'node:timers/promises';
import type { BillResult, HoldLine } from '#ledger/books.ts';
import { openLedger } from '#ledger/ledger.ts';
import { openDatabase } from '#ledger/postgres/database.ts';
import { Fault } from '#lib/fault.ts';

/**
 * A process that runs checks against the ledger, alone and on bills of three, as fast as it can, until it is killed.
 * Prints the body of every answer that it delivered. Arguments: database URL, API key, clients, and `patient` for clients
 * that go on with another check when the database was away.
 */
const [url = '', apiKey = '', clients = '8', manner = ''] = process.argv.slice(2);
const ledger = openLedger(await openDatabase({ url }));

function line(subject: string): HoldLine {
  return { kind: 'funder', subject, request: subject, priceAtomic: 50_000n };
}

async function held(lines: readonly HoldLine[], idempotencyKey: string): Promise<BillResult> {
  return await ledger.holdAll({ apiKey, lines, idempotencyKey });
}

async function deliver(holdId: string, body: string): Promise<void> {
  await pause(Math.random() * 5);
  const { outcome } = await ledger.post(holdId, { body, verdict: 'CEX_FUNDED' });
  if (outcome !== 'posted') throw new Error(outcome);
  process.stdout.write(`${body}\n`);
  ledger.finish(holdId);
}

async function client(name: number): Promise<never> {
  for (let n = 0; ; n += 1) await checks(`${process.pid}-${name}-${n}`, n).catch(afterOutage);
}

/** Every fourth time a bill of three; of the others every second has no name, as most callers' have none. */
async function checks(bill: string, n: number): Promise<void> {
  const subjects = n % 4 === 0 ? [`${bill}-a`, `${bill}-b`, `${bill}-c`] : [bill];
  const result = n % 2 === 0 ? await held(subjects.map(line), bill) : await heldAlone(bill);
  if (result.outcome !== 'held') throw new Error(result.outcome);
  const delivered = result.lines.map(async (line, place) => {
    if (!('holdId' in line)) throw new Error(line.outcome);
    await deliver(line.holdId, subjects[place] ?? '');
  });
  await Promise.all(delivered);
}

async function heldAlone(subject: string): Promise<BillResult> {
  const result = await ledger.hold({ apiKey, ...line(subject) });
  return result.outcome === 'held' ? { outcome: 'held', lines: [result] } : { outcome: 'differs' };
}

async function afterOutage(error: unknown): Promise<void> {
  if (manner !== 'patient' || !(error instanceof Fault) || error.code !== 'not_ready') throw error;
  await pause(20);
}

await Promise.all(Array.from({ length: Number(clients) }, (_, name) => client(name)));
