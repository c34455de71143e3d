import type { Socket } from 'node:net';

/** So much must a client take until it is seen that it does. */
const PIECE_BYTES = 32 * 1024;

/** What a stream hands over of one `write`. */
interface Part {
  readonly chunk: Uint8Array | string;
  readonly encoding: BufferEncoding;
}

/** What the system was given of a connection so far. It is given a piece when the one before is gone. */
export interface SentChunks {
  readonly pieces: number;
}

/**
 * Hands what is written on a connection to the system piece by piece, and counts them: of a long answer that is handed over in
 * one go, nothing is known until the whole of it is gone. Whoever writes notices nothing.
 */
export function writeInPieces(socket: Socket): SentChunks {
  const given = { pieces: 0 };
  const write = socket._write.bind(socket);
  const writeTogether = socket._writev?.bind(socket);
  if (!writeTogether) return given;
  const writeNext = (pieces: Iterator<Part[]>, done: (error?: Error | null) => void): void => {
    const { value: piece } = pieces.next();
    if (!piece) done();
    else {
      given.pieces += 1;
      writeTogether(piece, (error) => {
        // What the system takes at once is told at once: the next piece goes from a stack of its own.
        if (error) done(error);
        else process.nextTick(writeNext, pieces, done);
      });
    }
  };
  socket._write = (chunk: Part['chunk'], encoding, done) => {
    if (chunk.length > PIECE_BYTES) writeNext(piecesOf([{ chunk, encoding }]), done);
    else {
      given.pieces += 1;
      write(chunk, encoding, done);
    }
  };
  socket._writev = (parts: Part[], done) => {
    if (parts.reduce((sum, { chunk }) => sum + chunk.length, 0) > PIECE_BYTES) writeNext(piecesOf(parts), done);
    else {
      given.pieces += 1;
      writeTogether(parts, done);
    }
  };
  return given;
}

/** The same bytes in the same order, so many at a time. Buffers are cut and not copied. */
function* piecesOf(parts: readonly Part[]): Generator<Part[], undefined> {
  let piece: Part[] = [];
  let room = PIECE_BYTES;
  for (const { chunk, encoding } of parts) {
    let bytes = typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk;
    while (bytes.length > room) {
      yield [...piece, { chunk: bytes.subarray(0, room), encoding }];
      bytes = bytes.subarray(room);
      piece = [];
      room = PIECE_BYTES;
    }
    piece.push({ chunk: bytes, encoding });
    room -= bytes.length;
  }
  yield piece;
}
