import type { IncomingMessage } from 'node:http';
import { performance } from 'node:perf_hooks';

type Charge = (cpuMs: number) => void;

/** No request takes so much in a turn. What takes longer loads a library, for everybody who comes later. */
const TURN_MS_MAX = 50;

/** The work of a turn of the event loop. */
interface Turn {
  readonly startedAt: number;
  readonly cpu: NodeJS.CpuUsage;
  readonly charges: Set<Charge>;
}

const charges = new WeakMap<IncomingMessage, Charge>();
let turn: Turn | null = null;

/** From now on the request's measured turns are charged by this function. */
export function chargeTo(request: IncomingMessage, charge: Charge): void {
  charges.set(request, charge);
}

/**
 * Measures from here to the end of the turn, in which the request's work goes on: what waits for a socket, the database or the chain
 * continues in a turn of its own, and calls this again where it costs something. Measuring by hooks of each promise would cost more than
 * most answers. Requests that share a turn share its time.
 */
export function measureTurn(request: IncomingMessage): void {
  const charge = charges.get(request);
  if (!charge) return;
  if (turn) {
    turn.charges.add(charge);
    return;
  }
  turn = { startedAt: performance.now(), cpu: process.cpuUsage(), charges: new Set([charge]) };
  afterTicks(ROUNDS);
}

/** Ticks and microtasks run in rounds until none is left; a library that goes on by ticks takes a few. */
const ROUNDS = 4;

function afterTicks(rounds: number): void {
  process.nextTick(() => {
    if (rounds === 0) endTurn();
    else queueMicrotask(() => afterTicks(rounds - 1));
  });
}

/**
 * The processor time of all threads of this process, or the time of the clock where that is less. The clock alone would count what other
 * processes take of a busy machine.
 */
function endTurn(): void {
  const ended = turn;
  turn = null;
  if (!ended) return;
  const { user, system } = process.cpuUsage(ended.cpu);
  const ms = Math.min((user + system) / 1_000, performance.now() - ended.startedAt, TURN_MS_MAX);
  for (const charge of ended.charges) charge(ms / ended.charges.size);
}
