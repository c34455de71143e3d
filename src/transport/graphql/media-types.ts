/** Media types of an answer in one piece. */
export const JSON_TYPES = ['application/graphql-response+json', 'application/json'] as const;

/** The media type of results that come one by one. */
export const EVENT_STREAM = 'text/event-stream';
