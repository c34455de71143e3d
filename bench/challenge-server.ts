// A contender of the challenge in a process of its own. `express`: bare express that sends the bytes it is told.
// `middleware`: express behind the reference middleware of test/peers. Prints its port to the parent.
import { createRequire } from 'node:module';
import type { FacilitatorClient } from '@x402/core/server';
import { ExactSvmScheme } from '@x402/svm/exact/server';
import express, { type Express, type RequestHandler } from 'express';

/** The 402 that the service answered, as the parent captured it. */
export interface CapturedChallenge {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The decoded `PAYMENT-REQUIRED`. */
  readonly required: {
    readonly accepts: readonly { readonly network: string; readonly payTo: string; readonly extra: object }[];
  };
}

/** The parts of `@x402/express` that are used; the package is not there for the compiler. */
interface Middleware {
  paymentMiddleware(routes: object, server: unknown): RequestHandler;
  x402ResourceServer: new (
    facilitator: Pick<FacilitatorClient, 'getSupported'>,
  ) => { register(network: string, scheme: unknown): unknown };
}

const PATH = '/check/funder/:address';

function bare({ headers, body }: CapturedChallenge): Express {
  const app = express();
  app.get(PATH, (_, response) => {
    response.status(402).set(headers).send(body);
  });
  return app;
}

function behindMiddleware({ required }: CapturedChallenge): Express {
  const [accepted] = required.accepts;
  if (!accepted) throw new Error('the captured challenge accepts nothing');
  const { network, payTo, extra } = accepted;
  const kinds = [{ x402Version: 2, scheme: 'exact', network, extra }];
  const facilitator = {
    getSupported: async () => ({ kinds, extensions: [], signers: {} }),
  } as unknown as FacilitatorClient;
  const peers = createRequire(new URL('../test/peers/package.json', import.meta.url));
  const { paymentMiddleware, x402ResourceServer } = peers('@x402/express') as Middleware;
  const server = new x402ResourceServer(facilitator).register(network, new ExactSvmScheme());
  const accepts = { scheme: 'exact', price: '$0.05', network, payTo, maxTimeoutSeconds: 30 };
  const app = express();
  app.use(
    paymentMiddleware({ [`GET ${PATH}`]: { accepts, description: 'a check', mimeType: 'application/json' } }, server),
  );
  app.get(PATH, (_, response) => {
    response.json({});
  });
  return app;
}

process.once('message', (captured: CapturedChallenge) => {
  const app = process.argv[2] === 'express' ? bare(captured) : behindMiddleware(captured);
  const server = app.listen(0, '127.0.0.1', () => process.send?.((server.address() as { port: number }).port));
});
process.on('disconnect', () => process.exit(0));
