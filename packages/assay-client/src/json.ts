/** Whether it is an object and no list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The JSON in a text, undefined where it is none. GraphQL says in its first error what REST says in the body: those members stand
 * beside `errors` too, so that a refusal reads the same however it was asked for.
 */
export function parseBody(text: string): unknown {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(body) || !Array.isArray(body.errors)) return body;
  const { message, extensions }: Readonly<Record<string, unknown>> = isRecord(body.errors[0]) ? body.errors[0] : {};
  const { code, ...members } = isRecord(extensions) ? extensions : {};
  return { detail: message, ...members, ...(typeof code === 'string' && { code: code.toLowerCase() }), ...body };
}
