/** The message of an error and of what caused it: a driver's own words are often the only ones that help. */
export function described(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${described(error.cause)})` : error.message;
}
