/** Media types of an answer in one piece. */
export const JSON_TYPES = ['application/graphql-response+json', 'application/json'] as const;

/** The media type of results that come one by one. */
export const EVENT_STREAM = 'text/event-stream';

/**
 * What an Accept header takes of us, in its order and without parameters: text is sent as UTF-8 and in no other charset, and
 * what has a weight of nothing is not taken. Everything where there is no header.
 */
export function takenTypes(header: string | undefined): readonly string[] {
  const ranges = (header || '*/*').toLowerCase().replace(/\s/g, '').split(',');
  return ranges.flatMap((range) => {
    const [type = '', ...parameters] = range.split(';');
    return parameters.some((one) => UNREADABLE.test(one)) ? [] : [type];
  });
}

const UNREADABLE = /^q=0(\.0*)?$|^charset=(?!"?utf-8"?$)/;

/** True when the value of an Accept header allows one of the types. */
export function accepts(header: string | undefined, types: readonly string[]): boolean {
  return takenTypes(header).some((taken) =>
    types.some((offered) => taken === offered || taken === '*/*' || taken === `${offered.split('/')[0]}/*`),
  );
}
