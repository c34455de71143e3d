import { readFileSync } from 'node:fs';
import { getIntrospectionQuery } from 'graphql';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { askCheck, type Reply } from '../drills/customers.ts';
import { openStage, type ProcessStage, recordedSubject } from '../drills/stage.ts';
import { openWire, type Wire } from './wire.ts';

const MIB = 1024 * 1024;
const CONNECTIONS = 12;
const PIPELINED = 40;
/** Mostly what is not collected yet. */
const RSS_GROWTH_MIB_MAX = 500;

let stage: ProcessStage;
const crowd: Wire[] = [];
beforeAll(async () => {
  stage = await openStage();
});
afterEach(() => {
  for (const { socket } of crowd.splice(0)) socket.destroy();
});
afterAll(() => stage?.stop());

const body = JSON.stringify({ query: getIntrospectionQuery({ descriptions: true }) });
const operation = `POST /graphql HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

async function gauge(name: string): Promise<number> {
  const text = await (await fetch(`${stage.service.url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
}

function rssMib(): number {
  const status = readFileSync(`/proc/${stage.service.process.pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024;
}

it('a crowd that asks for large answers and takes none holds little memory, and customers are served', async () => {
  const url = `${stage.service.url}/check/funder/${recordedSubject('CEX_FUNDED')}`;
  const key = await stage.key();
  expect((await askCheck(url, { 'X-API-Key': key })).verdict).toBe('CEX_FUNDED');
  const before = rssMib();
  for (let n = 0; n < CONNECTIONS; n += 1) {
    const one = await openWire(Number(new URL(stage.service.url).port));
    crowd.push(one);
    one.socket.pause();
    one.send(operation.repeat(PIPELINED));
  }
  // While it works on what the crowd asked for, a check may run out of time, or wait too long for the database. Then it is free.
  const replies: Reply[] = [];
  const repeated = async () => {
    const reply = await askCheck(url, { 'X-API-Key': key });
    replies.push(reply);
    return reply.verdict;
  };
  await expect.poll(repeated).toBe('CEX_FUNDED');
  const isFree = ({ status, charged }: Reply) => (status === 503 ? charged === null : charged === '0.00');
  expect(replies.slice(0, -1).filter((reply) => !isFree(reply))).toEqual([]);
  await expect.poll(() => gauge('assay_response_bytes_waiting'), { interval: 50 }).toBeGreaterThan(MIB);
  expect(await gauge('assay_connections')).toBeGreaterThanOrEqual(CONNECTIONS);
  // What is begun is answered after a while, and nothing else is begun.
  await expect.poll(() => gauge('assay_http_requests_in_flight'), { interval: 50 }).toBeLessThan(8 * CONNECTIONS + 2);
  expect(await gauge('assay_response_bytes_waiting')).toBeLessThan(32 * MIB);
  expect(rssMib() - before).toBeLessThan(RSS_GROWTH_MIB_MAX);
  expect((await askCheck(url, { 'X-API-Key': key })).verdict).toBe('CEX_FUNDED');
  expect(stage.service.process.exitCode).toBeNull();
});

it('a crowd that opens the page for people and takes none of it gets no stranger refused', async () => {
  const { url } = stage.service;
  const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: a\r\nAccept: text/html, */*\r\n\r\n`;
  for (let n = 0; n < 40; n += 1) {
    const one = await openWire(Number(new URL(url).port));
    crowd.push(one);
    one.socket.pause();
    one.send(get('/graphql') + get('/web/graphiql.js'));
  }
  const statuses = [];
  for (let n = 0; n < 20; n += 1) {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"query":"{ prices { kind } }"}',
    };
    statuses.push((await fetch(`${url}/graphql`, init)).status);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(new Set(statuses)).toEqual(new Set([200]));
  await expect.poll(() => gauge('assay_connections'), { interval: 50 }).toBeGreaterThanOrEqual(40);
  expect(await gauge('assay_response_bytes_waiting')).toBeLessThan(16 * MIB);
});
