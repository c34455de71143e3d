import { createServer, type Server } from 'node:http';
import express from 'express';

/** A floor in a process of its own: `http` or `express` with the same body to every request. Prints its port to the parent. */
const body = JSON.stringify({ verdict: 'CEX_FUNDED', filler: 'x'.repeat(2_000) });

function bareHttp(): Server {
  return createServer((_, response) => {
    response
      .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
      .end(body);
  }).listen(0, '127.0.0.1');
}

function bareExpress(): Server {
  const app = express();
  app.get('/check/funder/:address', (_, response) => {
    response.type('json').send(body);
  });
  return app.listen(0, '127.0.0.1');
}

const server = process.argv[2] === 'http' ? bareHttp() : bareExpress();
server.once('listening', () => process.send?.((server.address() as { port: number }).port));
process.on('disconnect', () => process.exit(0));
