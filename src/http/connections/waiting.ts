import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** A connection with answers that its client has not taken. */
interface Untaken {
  readonly socket: Duplex;
  readonly bytes: number;
  /** How long the client has taken nothing, in milliseconds. */
  readonly idleMs: number;
  /** Whose it is: an address, or the /64 of one. */
  readonly network: string;
}

/** What may wait, of answers and of requests behind them. Beyond it connections are cut. */
export interface WaitingLimits {
  /** Bytes on all connections together. */
  readonly allWaitingBytesMax: number;
  /** Bytes on the connections from one address, IPv6 by /64. */
  readonly networkWaitingBytesMax: number;
  /** While half of what may wait does so, whoever has taken nothing for so long is cut until it is less. */
  readonly untakenMsMaxWhenShort: number;
}

/** What is cut makes room for a while, so that not every look finds the same again. */
const SHARE_LEFT = 0.75;
/** Of the bytes that may wait, the part from which on memory counts as short. */
const SHORT_SHARE = 0.5;
/** A moment without a byte says nothing of a client yet. */
const IDLE_MS_MIN = 1_000;

/** From so many bytes that wait on, memory counts as short. */
export function shortBytes({ allWaitingBytesMax }: WaitingLimits): number {
  return allWaitingBytesMax * SHORT_SHARE;
}

/** Bytes of answers that the client's side has not taken yet. Of answers in a row, the later ones wait for the first. */
export function waitingBytes(responses: Iterable<ServerResponse>): number {
  let bytes = 0;
  for (const response of responses) bytes += response.writableLength;
  return bytes;
}

/**
 * The connections to cut: first of each network that holds more than its part, so that one of them never makes memory short
 * for others; then, while it is short, of those that take nothing; then of all.
 */
export function cutFor(untaken: readonly Untaken[], limits: WaitingLimits): ReadonlySet<Untaken> {
  const cut = new Set<Untaken>();
  const cutFrom = (some: readonly Untaken[], bytesMax: number, idleMsMin: number): void => {
    for (const one of tooHeavy(
      some.filter((other) => !cut.has(other)),
      bytesMax,
      idleMsMin,
    ))
      cut.add(one);
  };
  for (const crowd of byNetwork(untaken)) cutFrom(crowd, limits.networkWaitingBytesMax, 0);
  cutFrom(untaken, shortBytes(limits), limits.untakenMsMaxWhenShort);
  cutFrom(untaken, limits.allWaitingBytesMax, 0);
  return cut;
}

function byNetwork(untaken: readonly Untaken[]): Iterable<readonly Untaken[]> {
  const networks = new Map<string, Untaken[]>();
  for (const one of untaken) {
    const crowd = networks.get(one.network);
    if (crowd) crowd.push(one);
    else networks.set(one.network, [one]);
  }
  return networks.values();
}

/**
 * Where more than `bytesMax` wait together, those that hold most for nothing, which is bytes by time. Whoever takes what it
 * asked for is the last of them; whoever took something within `idleMsMin` is none.
 */
function tooHeavy(untaken: readonly Untaken[], bytesMax: number, idleMsMin: number): readonly Untaken[] {
  let left = untaken.reduce((sum, { bytes }) => sum + bytes, 0);
  if (left <= bytesMax) return [];
  const idle = untaken.filter(({ idleMs }) => idleMs >= idleMsMin);
  const cut: Untaken[] = [];
  for (const one of idle.sort((a, b) => weightOf(b) - weightOf(a))) {
    if (left <= bytesMax * SHARE_LEFT) break;
    cut.push(one);
    left -= one.bytes;
  }
  return cut;
}

function weightOf({ bytes, idleMs }: Untaken): number {
  return bytes * Math.max(idleMs, IDLE_MS_MIN);
}
