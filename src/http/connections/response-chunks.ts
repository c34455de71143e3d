import type { Socket } from 'node:net';

/** A client is seen to read each time that so many bytes are gone. */
const CHUNK_BYTES = 32 * 1024;

/** What a stream passes on of one `write`. */
interface WrittenPart {
  readonly chunk: Uint8Array | string;
  readonly encoding: BufferEncoding;
}

/** How many chunks of a connection's answers the operating system was given so far. It gets one when the one before is gone. */
export interface SentChunks {
  readonly chunks: number;
}

/**
 * Passes what is written on a connection to the operating system in chunks, and counts them. Node passes a long answer on in one call,
 * and says nothing of it until the whole of it is gone. The bytes and their order stay the same.
 */
export function writeInChunks(socket: Socket): SentChunks {
  const sent = { chunks: 0 };
  const write = socket._write.bind(socket);
  const writeTogether = socket._writev?.bind(socket);
  if (!writeTogether) return sent;
  const writeNext = (rest: Iterator<WrittenPart[]>, done: (error?: Error | null) => void): void => {
    const { value: parts } = rest.next();
    if (!parts) done();
    else {
      sent.chunks += 1;
      writeTogether(parts, (error) => {
        // The operating system may take a chunk at once and call back at once: the next one starts on a stack of its own.
        if (error) done(error);
        else process.nextTick(writeNext, rest, done);
      });
    }
  };
  socket._write = (chunk: WrittenPart['chunk'], encoding, done) => {
    if (chunk.length > CHUNK_BYTES) writeNext(chunksOf([{ chunk, encoding }]), done);
    else {
      sent.chunks += 1;
      write(chunk, encoding, done);
    }
  };
  socket._writev = (parts: WrittenPart[], done) => {
    if (parts.reduce((sum, { chunk }) => sum + chunk.length, 0) > CHUNK_BYTES) writeNext(chunksOf(parts), done);
    else {
      sent.chunks += 1;
      writeTogether(parts, done);
    }
  };
  return sent;
}

/** The same bytes in the same order, at most `CHUNK_BYTES` at a time. Buffers are cut and not copied. */
function* chunksOf(parts: readonly WrittenPart[]): Generator<WrittenPart[], undefined> {
  let gathered: WrittenPart[] = [];
  let room = CHUNK_BYTES;
  for (const { chunk, encoding } of parts) {
    let bytes = typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk;
    while (bytes.length > room) {
      yield [...gathered, { chunk: bytes.subarray(0, room), encoding }];
      bytes = bytes.subarray(room);
      gathered = [];
      room = CHUNK_BYTES;
    }
    gathered.push({ chunk: bytes, encoding });
    room -= bytes.length;
  }
  yield gathered;
}
