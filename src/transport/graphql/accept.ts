/** Media types of an answer in one piece. */
export const JSON_TYPES = ['application/graphql-response+json', 'application/json'] as const;

/** The media type of results that come one by one. */
export const EVENT_STREAM = 'text/event-stream';

/** True when the value of an Accept header allows one of the types. Text is sent as UTF-8 and in no other charset. */
export function accepts(header: string | undefined, types: readonly string[]): boolean {
  const ranges = (header || '*/*').toLowerCase().replace(/\s/g, '').split(',');
  return ranges.some((range) => {
    const [type = '', ...parameters] = range.split(';');
    const charset = parameters.find((parameter) => parameter.startsWith('charset='));
    if (charset !== undefined && charset !== 'charset=utf-8') return false;
    return types.some((offered) => type === offered || type === '*/*' || type === `${offered.split('/')[0]}/*`);
  });
}
