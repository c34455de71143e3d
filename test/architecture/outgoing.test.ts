import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { productionBelow, SOURCES } from './files-below.ts';

/** Who may open a connection to somewhere, and where to. Every address comes from the operator, none from a caller. */
const OPENERS: Readonly<Record<string, string>> = {
  'packages/core/src/chain/rpc/json-rpc.ts': "the chain's endpoints",
  'src/payments/x402/facilitator-wire.ts': 'the facilitator',
  'src/operator/verify.ts': "an operator's command",
  'src/operator/demo/': "an operator's command",
  'src/operator/write-bruno.ts': 'the service that it starts',
  'packages/sandbox/src/': 'the embedded chain',
  'src/app/sandbox.ts': 'the embedded chain',
  'src/pages/client/': 'code that runs in browsers',
};

/** What opens connections: functions of the language and of Node, and packages. The database's driver has a home of its own. */
const OPENING = [
  /(?<![.\w])fetch\s*\(/,
  /\bnew (?:WebSocket|EventSource|XMLHttpRequest)\b/,
  /\bfrom 'undici'/,
  /\bHTTPFacilitatorClient\b/,
  /\bimport (?!type)[^;]*\b(?:request|get|connect|createConnection|Agent|Socket)\b[^;]* from 'node:(?:https?|http2|net|tls)'/,
  /\bfrom 'node:(?:dgram|dns|dns\/promises)'/,
];

const production = SOURCES.flatMap(productionBelow);

function opens(text: string): boolean {
  // An import of types opens nothing, wherever in the braces it stands.
  const code = text.replace(/\btype \w+(?=[,\s}])/g, '');
  return OPENING.some((pattern) => pattern.test(code));
}

describe('outgoing connections', () => {
  it('are opened by the modules that are named for it, and by no other', () => {
    const openers = production.filter((file) => opens(readFileSync(file, 'utf8')));
    const named = Object.keys(OPENERS);
    expect(openers.filter((file) => !named.some((name) => file.startsWith(name)))).toEqual([]);
    for (const name of named)
      expect(
        openers.some((file) => file.startsWith(name)),
        name,
      ).toBe(true);
  });

  it.each([
    'const answer = await fetch(url);',
    "import { Pool } from 'undici';",
    "import { createServer, request } from 'node:http';",
    "import { connect } from 'node:tls';",
    "import { lookup } from 'node:dns/promises';",
    'const socket = new WebSocket(url);',
  ])('would be found in: %s', (code) => {
    expect(opens(code)).toBe(true);
  });

  it.each([
    "import { createServer, type Socket } from 'node:net';",
    "import type { Socket } from 'node:net';",
    'await modern.fetch(request, handed)',
  ])('are not: %s', (code) => {
    expect(opens(code)).toBe(false);
  });
});
