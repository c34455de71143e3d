import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../support/market.ts';
import { askCheck, Customers } from './customers.ts';
import { mustAgree } from './reckoning.ts';
import { openStage, type ProcessStage, recordedSubject } from './stage.ts';

const IDLE = 10_000;
/** Connections that are opened at once; beyond it the queue of the listener runs over. */
const TOGETHER = 200;
/** For both ends of the connections of a test in one process each, and what else they have open. */
const DESCRIPTORS = IDLE + 2_000;
const KIB = 1024;

/** Node raises what it may have open to the hard limit itself. */
const allowed = execFileSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }).trim();
const enough = allowed === 'unlimited' || Number(allowed) >= DESCRIPTORS;
if (!enough)
  console.log(`10,000 idle connections are not tried: ulimit -Hn is ${allowed}, and ${DESCRIPTORS} are needed`);

describe.runIf(enough)('10,000 connections that ask for nothing', () => {
  let stage: ProcessStage;
  const crowd: Socket[] = [];
  let open = 0;
  let most = 0;

  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(async () => {
    for (const socket of crowd) socket.destroy();
    await stage?.stop();
  });

  /** A third says nothing, a third the beginning of a request, a third has had an answer and keeps the connection. */
  async function join(n: number): Promise<void> {
    const socket = connect(Number(new URL(stage.service.url).port), '127.0.0.1');
    crowd.push(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.once('connect', resolve);
    });
    open += 1;
    most = Math.max(most, open);
    socket.once('close', () => {
      open -= 1;
    });
    socket.on('error', () => undefined);
    if (n % 3 === 1) socket.write('GET /check/funder/x HTTP/1.1\r\nHost: a\r\nX-Half');
    if (n % 3 === 2) {
      socket.write('GET /health HTTP/1.1\r\nHost: a\r\n\r\n');
      // On a slow machine the service closes it before it answers.
      await new Promise((resolve) => socket.once('data', resolve).once('close', resolve));
    }
    socket.resume();
  }

  function rssKib(): number {
    const status = readFileSync(`/proc/${stage.service.process.pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0);
  }

  it('leave the service answering checks, cost little memory, and are closed in time', async () => {
    const url = `${stage.service.url}/check/funder/${recordedSubject('CEX_FUNDED')}`;
    const customers = new Customers(url, [await stage.key(), await stage.key()]);
    await customers.check(await stage.key());
    const before = rssKib();
    for (let n = 0; n < IDLE; n += TOGETHER) {
      await Promise.all(Array.from({ length: TOGETHER }, (_, i) => join(n + i)));
    }
    const each = ((rssKib() - before) * KIB) / IDLE;
    console.log(`${open} open, ${Math.round(each)} bytes of memory per connection`);
    // What is there of 10,000 is not exact: the first are closed while the last are opened.
    expect(most).toBeGreaterThan(IDLE / 3);
    customers.work();
    await customers.answered(20);
    await customers.rest();
    await mustAgree(stage.database, customers.delivered);
    // A keep-alive connection may stay for a minute. One that never finished a request may not: it is closed in ten seconds,
    // and looked at every five.
    await until(() => open <= Math.ceil(IDLE / 3));
    expect((await askCheck(url, { 'X-API-Key': await stage.key() })).verdict).toBe('CEX_FUNDED');
    expect(stage.service.process.exitCode).toBeNull();
  });
});
