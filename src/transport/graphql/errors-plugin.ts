import type { IncomingMessage } from 'node:http';
import type { ExecutionResult } from 'graphql';
import { isAsyncIterable, type Plugin, processRegularResult } from 'graphql-yoga';
import { accepts } from '#http/accept.ts';
import { noteRefusal } from '#http/notes.ts';
import { ofWholeRequest, publicError, type Telling } from './errors.ts';
import { JSON_TYPES } from './media-types.ts';
import type { GraphqlDeps, ServerContext } from './model.ts';

type Result = ExecutionResult & Record<string, unknown>;

/** Turns every error into what may leave, wherever it arose: in the request, the document, its execution or an event. */
export function publicErrors(deps: GraphqlDeps): Plugin<object, ServerContext> {
  const told = (result: Result, request: IncomingMessage): Result => {
    if (!result.errors) return result;
    const telling = tellingOf(deps, request);
    const errors = result.errors.map((error) => publicError(error, telling));
    return { ...result, errors: 'data' in result ? errors : errors.map(ofWholeRequest) };
  };
  return {
    onResultProcess: ({ result, setResult, setResultProcessor, serverContext }) => {
      if (isAsyncIterable(result)) return;
      // Arrays of operations are refused, and nothing is deferred: what is no stream of events comes in one piece.
      const whole = result as Result;
      setResult(told(whole, serverContext.req));
      // A stream that does not begin is a refusal like any other, for clients that read its status and its JSON.
      if (whole.errors && !whole.data) refusedAsJson(serverContext.req, setResultProcessor);
    },
    onSubscribe: ({ args }) => ({
      onSubscribeResult: () => ({
        onNext: ({ result, setResult }) => setResult(told(result as Result, reqOf(args.contextValue))),
      }),
    }),
  };
}

function refusedAsJson(
  { headers }: IncomingMessage,
  setResultProcessor: (process: typeof processRegularResult, mediaType: string) => void,
): void {
  if (!accepts(headers.accept, JSON_TYPES)) setResultProcessor(processRegularResult, JSON_TYPES[0]);
}

/** The engine types a context by what plugins add to it, and leaves out what the server put in. */
function reqOf(context: object): IncomingMessage {
  return (context as ServerContext).req;
}

function tellingOf({ settings, log }: GraphqlDeps, request: IncomingMessage): Telling {
  const requestId = String(request.headers['x-request-id'] ?? '');
  return {
    baseUrl: settings.baseUrl,
    requestId,
    hidden: (err) => log.error({ request_id: requestId, err }, 'graphql operation failed'),
    refused: (code) => noteRefusal(request, code),
  };
}
