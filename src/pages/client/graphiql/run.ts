import { EventReader, isAbort } from '../graphql.ts';

/** An operation with the texts of its variables and headers. */
export interface OperationCall {
  readonly query: string;
  readonly operationName: string | null;
  readonly variables: string;
  readonly headers: string;
}

interface GraphqlAnswer {
  readonly errors?: readonly { readonly extensions?: { readonly code?: string } }[];
}

/** A person's next step after a refusal. The service's own words are for programs, which see no editor of headers. */
const HELP: Readonly<Record<string, string>> = {
  PAYMENT_REQUIRED:
    'Checks are paid. Put an API key between the quotes under "Headers" below. Keys are sold at /topup.',
  API_KEY_REQUIRED: 'Put an API key between the quotes under "Headers" below. Keys are sold at /topup.',
  API_KEY_UNKNOWN: 'Put an API key that this service knows under "Headers" below. Keys are sold at /topup.',
  INSUFFICIENT_BALANCE: 'The key under "Headers" does not cover this. Add credit to it at /topup.',
};

/** Runs an operation: its answer, or all events of a subscription so far at each event. Ends without more when it is stopped. */
export async function* runOperation(call: OperationCall, signal: AbortSignal): AsyncGenerator<object> {
  try {
    const { query, operationName } = call;
    const variables = objectIn(call.variables, 'The variables');
    const response = await fetch('/graphql', {
      method: 'POST',
      headers: {
        ...(objectIn(call.headers, 'The headers') as Record<string, string>),
        'content-type': 'application/json',
        accept: 'application/graphql-response+json, text/event-stream;q=0.9',
      },
      body: JSON.stringify({ query, variables, ...(operationName && { operationName }) }),
      signal,
    });
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
    if (isStream) yield* eventsSoFar(response);
    else yield withHelp(await response.json());
  } catch (error) {
    if (!isAbort(error)) yield { error: error instanceof Error ? error.message : String(error) };
  }
}

/** The JSON object in a text; nothing is an empty one. Throws an error for a person. */
function objectIn(text: string, what: string): object {
  if (text.trim() === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`${what} are not JSON: ${(error as Error).message}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error(`${what} must be a JSON object.`);
  }
  return value;
}

function withHelp(answer: GraphqlAnswer): object {
  const codes = answer.errors?.map(({ extensions }) => extensions?.code ?? '') ?? [];
  const help = codes.map((code) => HELP[code]).find((text) => text !== undefined);
  return help === undefined ? answer : { help, ...answer };
}

async function* eventsSoFar({ body }: Response): AsyncGenerator<object> {
  const reader = new EventReader();
  const events: object[] = [];
  for await (const bytes of body ?? []) {
    const read = reader.feed(bytes).filter(({ event }) => event === 'next');
    events.push(...read.map(({ data }) => withHelp(JSON.parse(data))));
    if (read.length > 0) yield { events };
  }
}
