import bs58 from 'bs58';
import { encodeBase58 } from '../chain/base58.ts';

/** A base58 text within a longer text, and where its bytes hold Unix seconds. */
export interface TimedText {
  readonly at: number;
  readonly length: number;
  readonly offsets: readonly number[];
}

/**
 * Where `text` holds times, found by comparison with the same text of a world that is `seconds` later. Programs write times
 * into the data of inner instructions alone, which is base58. Throws when the two differ in anything else.
 */
export function timesIn(text: string, later: string, seconds: number): readonly TimedText[] {
  if (text === later) return [];
  const [parts, laterParts] = [text.split('"'), later.split('"')];
  if (parts.length !== laterParts.length) throw new Error('a transaction of the sample world depends on the time');
  const found: TimedText[] = [];
  let at = 0;
  for (const [index, part] of parts.entries()) {
    const laterPart = laterParts[index] ?? '';
    if (part !== laterPart) found.push({ at, length: part.length, offsets: offsetsIn(part, laterPart, seconds) });
    at += part.length + 1;
  }
  return found;
}

function offsetsIn(base58: string, later: string, seconds: number): readonly number[] {
  const [bytes, laterBytes] = [decode(base58), decode(later)];
  const offsets: number[] = [];
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] === laterBytes[at]) continue;
    offsets.push(at);
    bytes.writeUInt32LE(bytes.readUInt32LE(at) + seconds, at);
  }
  if (!bytes.equals(laterBytes)) throw new Error(`a transaction of the sample world depends on the time: ${base58}`);
  return offsets;
}

/** The same text in a world that is `seconds` later. */
export function moveTimes(text: string, times: readonly TimedText[], seconds: number): string {
  let moved = '';
  let end = 0;
  for (const { at, length, offsets } of times) {
    const bytes = decode(text.slice(at, at + length));
    for (const offset of offsets) bytes.writeUInt32LE(bytes.readUInt32LE(offset) + seconds, offset);
    moved += text.slice(end, at) + encodeBase58(bytes);
    end = at + length;
  }
  return moved + text.slice(end);
}

function decode(base58: string): Buffer {
  return Buffer.from(bs58.decode(base58));
}
