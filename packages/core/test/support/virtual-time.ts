import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { setImmediate as nextTurn, setTimeout as realPause } from 'node:timers/promises';
import { request } from 'undici';
import { vi } from 'vitest';

/** Carries the number of a request to the server of a test, which says with it that the request waits for the clock. */
const NUMBER_HEADER = 'x-test-request';
/** So many turns of the event loop without traffic: whatever an answer set off has begun its next request by then. */
const STILL_TURNS = 4;

interface OutgoingRequest {
  readonly origin: string | URL;
  addHeader(name: string, value: string): void;
}

/** Servers whose traffic the clock waits for. */
const origins = new Set<string>();
/** Requests to them that were sent and have no answer yet. */
const sent = new Set<string>();
/** Requests that their servers let wait for the clock, for a moment or for ever. */
const waiting = new Set<string>();
const numbers = new WeakMap<object, string>();
let connecting = 0;
let made = 0;

const isOurs = (origin: unknown): boolean => origins.has(String(origin).replace(/\/$/, ''));
const ended = ({ request }: { request: object }): void => {
  sent.delete(numbers.get(request) ?? '');
};
const onConnect = (step: number) => (message: unknown) => {
  const { connectParams } = message as { connectParams: { protocol: string; host: string } };
  if (isOurs(`${connectParams.protocol}//${connectParams.host}`)) connecting += step;
};
const heard: Readonly<Record<string, (message: unknown) => void>> = {
  'undici:request:create': (message) => {
    const { request } = message as { request: OutgoingRequest };
    if (!isOurs(request.origin)) return;
    made += 1;
    numbers.set(request, String(made));
    request.addHeader(NUMBER_HEADER, String(made));
  },
  'undici:client:sendHeaders': (message) => {
    const number = numbers.get((message as { request: object }).request);
    if (number !== undefined) sent.add(number);
  },
  'undici:request:trailers': (message) => ended(message as { request: object }),
  'undici:request:error': (message) => ended(message as { request: object }),
  'undici:client:beforeConnect': onConnect(1),
  'undici:client:connected': onConnect(-1),
  'undici:client:connectError': onConnect(-1),
};

const isUnderWay = (): boolean => connecting > 0 || [...sent].some((number) => !waiting.has(number));

/** Tells that a request with these headers waits for the clock until the function that is returned is called. */
export function waitsForClock(headers: Readonly<Record<string, unknown>>): () => void {
  const number = String(headers[NUMBER_HEADER] ?? '');
  waiting.add(number);
  return () => waiting.delete(number);
}

let users = 0;
let warm: Promise<unknown> | null = null;

/**
 * Puts timers and `performance.now` on a clock of the test, which goes on to the next timer as soon as no request to one of
 * the servers is under way. So no limit is reached because the machine is slow, and none is waited for. Returns what ends it.
 */
export async function virtualTime(servers: readonly string[]): Promise<() => void> {
  // undici keeps one timer for all its clients, which it would otherwise begin on the clock of the test.
  warm ??= request('http://127.0.0.1:1').catch(() => undefined);
  await warm;
  for (const server of servers) origins.add(new URL(server).origin);
  users += 1;
  if (users === 1) begin();
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    for (const server of servers) origins.delete(new URL(server).origin);
    users -= 1;
    if (users === 0) end();
  };
}

function begin(): void {
  for (const [channel, listener] of Object.entries(heard)) subscribe(channel, listener);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
  void goOn();
}

function end(): void {
  for (const [channel, listener] of Object.entries(heard)) unsubscribe(channel, listener);
  vi.useRealTimers();
  sent.clear();
  waiting.clear();
  connecting = 0;
}

let runs = 0;

async function goOn(): Promise<void> {
  runs += 1;
  const run = runs;
  const isOn = () => users > 0 && run === runs;
  while (isOn()) {
    for (let still = 0; still < STILL_TURNS && isOn(); still += 1) {
      await nextTurn();
      if (isUnderWay()) still = -1;
    }
    if (!isOn()) return;
    if (vi.getTimerCount() > 0) vi.advanceTimersToNextTimer();
    else await realPause(1);
  }
}
