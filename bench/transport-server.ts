import { createServer } from 'node:http';
import bs58 from 'bs58';

/**
 * A JSON-RPC endpoint in a process of its own, so that its work is not measured as the client's: answers `getTransaction`
 * with a synthetic swap of about 8 KB for any signature, `getSlot`, and everything after `latencyMs` (first argument).
 * Prints its port when it listens.
 */
const latencyMs = Number(process.argv[2] ?? '0');
const SLOT = 300_000_000;
const SYSTEM = '11111111111111111111111111111111';
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';

function key(n: number, size = 32): string {
  const bytes = new Uint8Array(size);
  for (let i = 0; i < size; i++) bytes[i] = (n * 31 + i * 17 + 5) & 255;
  return bs58.encode(bytes);
}

function tokenBalance(accountIndex: number, amount: string): object {
  const uiTokenAmount = { amount, decimals: 6, uiAmount: 1.5, uiAmountString: '1.5' };
  return {
    accountIndex,
    mint: key(90 + (accountIndex % 3)),
    owner: key(80 + accountIndex),
    programId: TOKEN,
    uiTokenAmount,
  };
}

function swap(): object {
  const accountKeys = [...Array.from({ length: 22 }, (_, n) => key(n + 1)), SYSTEM, TOKEN];
  const pre = accountKeys.map((_, n) => 1_000_000_000 + n);
  const post = pre.map((lamports, n) => (n === 0 ? lamports - 7_000 : n === 1 ? lamports + 2_000 : lamports));
  const transfer = (n: number) => ({
    programIdIndex: 23,
    accounts: [n, n + 1, n + 2],
    data: bs58.encode(Uint8Array.from([3, n, 1, 2, 3, 0, 0, 0, 0])),
    stackHeight: 2,
  });
  const log = (n: number) => [
    `Program ${accountKeys[n % 20]} invoke [${(n % 3) + 1}]`,
    'Program log: Instruction: TransferChecked',
    `Program ${accountKeys[n % 20]} consumed ${4_000 + n} of 200000 compute units`,
    `Program ${accountKeys[n % 20]} success`,
  ];
  return {
    slot: SLOT - 1_000,
    blockTime: 1_760_000_000,
    version: 0,
    meta: {
      err: null,
      status: { Ok: null },
      fee: 5_000,
      preBalances: pre,
      postBalances: post,
      innerInstructions: [2, 3].map((index) => ({ index, instructions: [1, 4, 7, 10].map(transfer) })),
      logMessages: Array.from({ length: 8 }, (_, n) => log(n)).flat(),
      preTokenBalances: [2, 3, 4, 5, 6].map((n) => tokenBalance(n, `${1_000_000 * n}`)),
      postTokenBalances: [2, 3, 4, 5, 6].map((n) => tokenBalance(n, `${1_000_000 * n + 5}`)),
      rewards: [],
      loadedAddresses: { writable: [], readonly: [] },
      computeUnitsConsumed: 61_234,
    },
    transaction: {
      signatures: ['SIGNATURE'],
      message: {
        accountKeys,
        header: { numRequiredSignatures: 1, numReadonlySignedAccounts: 0, numReadonlyUnsignedAccounts: 2 },
        recentBlockhash: key(77),
        addressTableLookups: [],
        instructions: [0, 1, 2, 3, 4].map((n) => ({
          programIdIndex: n < 2 ? 21 : 20,
          accounts: Array.from({ length: n * 4 }, (_, i) => i),
          data: key(60 + n, 24),
          stackHeight: null,
        })),
      },
    },
  };
}

// The server writes answers from two halves, so that it is never what is waited for.
const [head, tail] = JSON.stringify(swap()).split('SIGNATURE') as [string, string];

function answer(call: { id: unknown; method: string; params: readonly unknown[] }): string {
  const result = call.method === 'getTransaction' ? `${head}${String(call.params[0])}${tail}` : String(SLOT);
  return `{"jsonrpc":"2.0","result":${result},"id":${JSON.stringify(call.id)}}`;
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    const text = Array.isArray(body) ? `[${body.map(answer).join(',')}]` : answer(body);
    setTimeout(() => response.writeHead(200, { 'content-type': 'application/json' }).end(text), latencyMs);
  });
});
server.listen(0, '127.0.0.1', () => {
  const bound = server.address();
  process.stdout.write(`${typeof bound === 'object' && bound ? bound.port : 0}\n`);
});
// The parent's end of the pipe closes when it is done or gone.
process.stdin.on('end', () => process.exit(0)).resume();
