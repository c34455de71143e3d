/*
 * Literals of SQL for statements that go as one message, which takes no parameters. All are spelled in hexadecimal digits,
 * base64 or decimal digits, so that no content can end them.
 */

/** Bytes. */
export function bytea(bytes: Uint8Array): string {
  return `decode('${Buffer.from(bytes).toString('hex')}', 'hex')`;
}

/** Any text. */
export function textLiteral(text: string): string {
  return `convert_from(${bytea(Buffer.from(text, 'utf8'))}, 'UTF8')`;
}

/** A whole number; throws on anything else. */
export function whole(value: number): number {
  if (!Number.isSafeInteger(value)) throw new RangeError(`a whole number, not ${value}`);
  return value;
}

/** The content of a literal that PostgreSQL decodes as base64. */
export function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}
