import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** A connection with answers that its client has not taken. */
interface Untaken {
  readonly socket: Duplex;
  readonly bytes: number;
  /** How long the client has taken nothing, in milliseconds. */
  readonly idleMs: number;
}

/** What is cut makes room for a while, so that not every look finds the same again. */
const SHARE_LEFT = 0.75;
/** A moment without a byte says nothing of a client yet. */
const IDLE_MS_MIN = 1_000;

/** Bytes of answers that the client's side has not taken yet. Of answers in a row, the later ones wait for the first. */
export function waitingBytes(responses: Iterable<ServerResponse>): number {
  let bytes = 0;
  for (const response of responses) bytes += response.writableLength;
  return bytes;
}

/**
 * The connections to cut where more than `max` bytes wait together: those that hold most for nothing, which is bytes by time.
 * Whoever takes what it asked for is the last of them.
 */
export function tooHeavy(untaken: readonly Untaken[], max: number): readonly Untaken[] {
  let left = untaken.reduce((sum, { bytes }) => sum + bytes, 0);
  if (left <= max) return [];
  const heaviest = [...untaken].sort((a, b) => weightOf(b) - weightOf(a));
  const cut: Untaken[] = [];
  for (const one of heaviest) {
    if (left <= max * SHARE_LEFT) break;
    cut.push(one);
    left -= one.bytes;
  }
  return cut;
}

function weightOf({ bytes, idleMs }: Untaken): number {
  return bytes * Math.max(idleMs, IDLE_MS_MIN);
}
