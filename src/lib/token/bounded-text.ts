/** Bytes of one text that are kept. What is longer says nothing more to a reader, and it is somebody else's to make long. */
export const TEXT_BYTES_MAX = 256;

/** A UTF-8 character has at most three bytes behind its first one, each beginning with the bits 10. */
const CONTINUATIONS_MAX = 3;
const CONTINUATION_MASK = 0xc0;
const CONTINUATION = 0x80;

/** A byte order mark stays, so that a text is never taken for another one that lacks it. */
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * The text that UTF-8 bytes spell, of which at most `TEXT_BYTES_MAX` bytes are kept, cut between two characters. Bytes that
 * are no UTF-8 become U+FFFD. Untrusted: not for showing as it is.
 */
export function boundedText(bytes: Uint8Array): string {
  return utf8.decode(bytes.subarray(0, cutAt(bytes)));
}

function cutAt(bytes: Uint8Array): number {
  if (bytes.length <= TEXT_BYTES_MAX) return bytes.length;
  let at = TEXT_BYTES_MAX;
  while (at > TEXT_BYTES_MAX - CONTINUATIONS_MAX && isContinuation(bytes[at])) at -= 1;
  return at;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & CONTINUATION_MASK) === CONTINUATION;
}
