import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** Between two calls of a caller, so that what starts meanwhile gets its share of the processor. */
const PAUSE_MS = 25;

/** What callers saw while they went on asking. */
interface Seen {
  /** Everything that was no complete answer with 200, in words. */
  readonly lost: readonly string[];
  /** Answers that were charged to the key. */
  readonly charged: number;
  /** All answers. */
  readonly answered: number;
}

/** Callers that keep their connections and ask one check after another until they are stopped. */
export interface Load {
  readonly answered: () => number;
  stop(): Promise<Seen>;
}

/** Who asks what: `next` names the address of each call. */
export interface LoadOrder {
  readonly callers: number;
  readonly apiKey: string;
  readonly next: (caller: number) => Promise<string> | string;
  readonly onAnswer?: (url: string, response: IncomingMessage) => void;
}

/** Starts callers, each of which has one connection to each service and one call under way. */
export function startLoad({ callers, apiKey, next, onAnswer }: LoadOrder): Load {
  const lost: string[] = [];
  let [charged, answered, stopped] = [0, 0, false];
  const run = async (caller: number): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!stopped) {
      const url = await next(caller);
      try {
        const { response, body } = await ask(url, agent, apiKey);
        onAnswer?.(url, response);
        if (response.statusCode !== 200) lost.push(`${url}: ${response.statusCode} ${body.slice(0, 200)}`);
        else if (JSON.parse(body).billing.route === 'credit') charged += 1;
        answered += 1;
      } catch (error) {
        lost.push(`${url}: ${String(error)}`);
      }
      await pause(PAUSE_MS);
    }
    agent.destroy();
  };
  const running = Array.from({ length: callers }, (_, caller) => run(caller));
  return {
    answered: () => answered,
    async stop() {
      stopped = true;
      await Promise.all(running);
      return { lost, charged, answered };
    },
  };
}

function ask(url: string, agent: Agent, apiKey: string): Promise<{ response: IncomingMessage; body: string }> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, headers: { 'x-api-key': apiKey } }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        body += chunk;
      });
      response.once('end', () => resolve({ response, body }));
      response.once('error', reject);
    });
    request.once('error', reject);
  });
}
