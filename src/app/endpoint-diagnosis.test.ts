import { setTimeout } from 'node:timers/promises';
import { serveJsonRpc } from 'assay-sandbox/json-rpc.ts';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { readConfig } from '#config/config.ts';
import { Closers } from '#lib/process/closers.ts';
import { openEndpointDiagnosis } from './endpoint-diagnosis.ts';

const config = readConfig({});
const politeness = { callsMax: 200, spacingMs: 0, pauseMsMax: 1, answerMsMax: 1_000, tries: 1 };

async function prepared(spacingMs: number) {
  let asked = 0;
  const counted =
    <T>(answer: T) =>
    () => {
      asked += 1;
      return answer;
    };
  const server = await serveJsonRpc({
    getGenesisHash: counted('EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG'),
    getSlot: counted(7),
    getAccountInfo: counted({ context: { slot: 7 }, value: null }),
  });
  onTestFinished(() => server.close());
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
  const closers = new Closers();
  const urls = [`${server.url}/KEY`];
  const how = { ...politeness, spacingMs };
  const diagnosis = openEndpointDiagnosis({ config, urls, log, closers, afterMs: 0, politeness: how });
  return { diagnosis, lines, closers, asked: () => asked };
}

it('tells kinds of check that the endpoints cannot serve, in the log and to readiness, without a key', async () => {
  const { diagnosis, lines, closers } = await prepared(0);
  expect(diagnosis.warnings()).toEqual([]);
  diagnosis.begin();
  while (diagnosis.warnings().length === 0) await setTimeout(5);
  expect(diagnosis.warnings()).toContain('Add an endpoint that serves getTransaction (wallet, token, funder).');
  const entries = lines.map((line) => JSON.parse(line) as { kind: string; msg: string });
  expect(entries.map(({ kind }) => kind)).toEqual(['wallet', 'token', 'funder']);
  expect(lines.join()).not.toContain('KEY');
  await closers.close();
});

it('asks nothing more once the service stops', async () => {
  const { diagnosis, lines, closers, asked } = await prepared(60_000);
  diagnosis.begin();
  while (asked() === 0) await setTimeout(5);
  await closers.close();
  // What was begun ends in the turns that follow.
  await new Promise(setImmediate);
  expect({ asked: asked(), lines, warnings: diagnosis.warnings() }).toEqual({ asked: 1, lines: [], warnings: [] });
});
