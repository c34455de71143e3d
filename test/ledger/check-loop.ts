import { setTimeout as pause } from 'node:timers/promises';
import { openLedger } from '#ledger/ledger.ts';
import { openDatabase } from '#ledger/postgres/database.ts';
import { chargeFor } from '#payments/till.ts';

/**
 * A process that runs checks against the ledger, as fast as it can, until it is killed. Prints the body of every answer
 * that it delivered. Arguments: database URL, API key, clients.
 */
const [url = '', apiKey = '', clients = '8'] = process.argv.slice(2);
const ledger = openLedger(await openDatabase({ url, dataDir: 'unused' }));

async function client(name: number): Promise<never> {
  for (let n = 0; ; n += 1) {
    const subject = `${process.pid}-${name}-${n}`;
    const request = { apiKey, kind: 'funder', subject, request: subject, priceAtomic: 50_000n };
    const { worked } = await chargeFor(ledger, request, async () => {
      await pause(Math.random() * 5);
      return { answer: { body: subject, verdict: 'CEX_FUNDED' }, free: false };
    });
    process.stdout.write(`${worked.answer.body}\n`);
  }
}

await Promise.all(Array.from({ length: Number(clients) }, (_, name) => client(name)));
