import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alice, bob, mint, payout, program } from '../../../test/fixtures/payout.ts';
import {
  bodyOf,
  bytesOf,
  le,
  type Made,
  PAYER,
  signatureNamed,
  tokenEntry,
} from '../../../test/fixtures/transaction-body.ts';
import { SYSTEM_PROGRAM } from '../address.ts';
import { TOKEN_PROGRAM } from '../token/programs.ts';
import { decodeTransaction } from './transaction.ts';

const signature = signatureNamed('made');

const failure = { InstructionError: [0, { Custom: 1 }] };
/** The accounts of the payout, in which nothing moves. */
const idle: Made = { ...payout, balances: new Map(), tokensBefore: [], tokensAfter: [] };

function causeOf(body: unknown): string {
  const reading = decodeTransaction(body, signature);
  return reading.known ? 'known' : `${reading.gap.reading}/${reading.gap.cause}`;
}

describe('gaps of decodeTransaction', () => {
  type Damage = (body: ReturnType<typeof bodyOf>) => void;
  const cases: readonly (readonly [string, string, Damage])[] = [
    ['history_missing', 'no metadata', (body) => (body.meta = null)],
    ['history_missing', 'no balances', (body) => delete body.meta.preBalances],
    [
      'history_missing',
      'no inner instructions under a program that may call',
      (body) => delete body.meta.innerInstructions,
    ],
    ['unreadable', 'a balance that JSON rounds', (body) => (body.meta.preBalances[0] = 2 ** 53)],
    ['rpc_disagrees', 'another signature', (body) => (body.transaction.signatures[0] = signatureNamed('other'))],
    ['rpc_disagrees', 'lamports out of nothing', (body) => (body.meta.postBalances[1] += 1)],
    ['rpc_disagrees', 'an error and what a success moved', (body) => (body.meta.err = failure)],
    ['rpc_disagrees', 'an error that its status does not know', (body) => (body.meta.status = { Err: failure })],
    [
      'rpc_disagrees',
      'a status that does not know its error',
      (body) => {
        Object.assign(body, bodyOf({ ...idle, failed: true }));
        body.meta.status = { Ok: null };
      },
    ],
    [
      'rpc_disagrees',
      'tokens that moved with an error',
      (body) => {
        Object.assign(body, bodyOf({ ...idle, failed: true }));
        body.meta.preTokenBalances = [tokenEntry(1, mint, bob, 5n)];
        body.meta.postTokenBalances = [tokenEntry(1, mint, bob, 6n)];
      },
    ],
    ['unreadable', 'a version to come', (body) => (body.version = 2)],
    ['unreadable', 'a version in words', (body) => (body.version = '0')],
    ['rpc_unavailable', 'base64 instead of a message', (body) => (body.transaction = ['AQ==', 'base64'])],
    ['rpc_unavailable', 'a balance too few', (body) => body.meta.preBalances.pop()],
    ['rpc_unavailable', 'a negative balance', (body) => (body.meta.preBalances[1] = -1)],
    ['rpc_unavailable', 'no slot', (body) => (body.slot = null)],
    [
      'rpc_unavailable',
      'an index beyond the keys',
      (body) => (body.transaction.message.instructions[0].accounts = [99]),
    ],
    ['rpc_unavailable', 'an inner group of no instruction', (body) => (body.meta.innerInstructions[0].index = 5)],
    ['rpc_unavailable', 'data outside base58', (body) => (body.transaction.message.instructions[0].data = '0')],
    ['rpc_unavailable', 'a key that is none', (body) => (body.transaction.message.accountKeys[1] = 'abc')],
    ['rpc_unavailable', 'a key twice', (body) => (body.transaction.message.accountKeys[1] = PAYER)],
    ['rpc_unavailable', 'nobody signed', (body) => (body.transaction.message.header.numRequiredSignatures = 0)],
    ['rpc_unavailable', 'a signature too few', (body) => (body.transaction.message.header.numRequiredSignatures = 2)],
    ['rpc_unavailable', 'a signature that is none', (body) => body.transaction.signatures.push('abc')],
    ['rpc_unavailable', 'no word on success', (body) => delete body.meta.err],
    [
      'rpc_unavailable',
      'a token amount that is none',
      (body) => (body.meta.preTokenBalances = [tokenEntry(1, mint, bob, -1n)]),
    ],
  ];
  it.each(cases)('%s: %s', (cause, _what, damage) => {
    const body = bodyOf(payout);
    damage(body);
    expect(causeOf(body)).toBe(`transaction/${cause}`);
  });

  it('are none for a failed transaction that moved its fee alone, whatever tokens its accounts hold', () => {
    const body = bodyOf({ ...idle, failed: true });
    body.meta.status = { Err: body.meta.err };
    body.meta.preTokenBalances = [tokenEntry(1, mint, bob, 5n), tokenEntry(2, mint, alice, 0n)];
    body.meta.postTokenBalances = [tokenEntry(2, mint, alice, 0n), tokenEntry(1, mint, bob, 5n)];
    expect(decodeTransaction(body, signature)).toMatchObject({ known: true, value: { failed: true, moves: [] } });
  });

  it('takes no body for missing history and no object for a wrong answer', () => {
    expect([null, undefined, [], 'x', 7].map(causeOf)).toEqual([
      'transaction/history_missing',
      'transaction/history_missing',
      'transaction/rpc_unavailable',
      'transaction/rpc_unavailable',
      'transaction/rpc_unavailable',
    ]);
  });

  it('misses loaded addresses only where lookup tables were used, token balances only where tokens were', () => {
    const body = bodyOf(payout);
    delete body.meta.loadedAddresses;
    delete body.meta.preTokenBalances;
    expect(causeOf(body)).toBe('known');
    body.transaction.message.addressTableLookups = [{ accountKey: mint, writableIndexes: [0], readonlyIndexes: [] }];
    expect(causeOf(body)).toBe('transaction/history_missing');
    const tokens = bodyOf({
      instructions: [{ program: TOKEN_PROGRAM }],
    });
    delete tokens.meta.postTokenBalances;
    expect(causeOf(tokens)).toBe('transaction/history_missing');
  });

  it('never throws on random JSON', () => {
    fc.assert(fc.property(fc.jsonValue(), (body) => typeof decodeTransaction(body, signature).known === 'boolean'));
  });

  it('never throws on a body with one member replaced, and never breaks conservation', () => {
    const nasty = fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constantFrom(-1, 2 ** 60, 0.5, '', '0', null, [], {}));
    fc.assert(
      fc.property(fc.constantFrom('json', 'jsonParsed'), fc.nat(), nasty, (encoding, at, value) => {
        const body = bodyOf(withEveryForm(), encoding);
        replaceAt(body, at, value);
        const reading = decodeTransaction(body, signature);
        if (!reading.known) return;
        const sum = (list: readonly bigint[]) => list.reduce((total, entry) => total + entry, 0n);
        expect(sum(reading.value.postBalances) - sum(reading.value.preBalances)).toBe(-reading.value.fee);
        for (const { data } of reading.value.instructions)
          expect(data === null || data instanceof Uint8Array).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

function withEveryForm(): Made {
  const info = { source: PAYER, newAccount: alice, lamports: 50, owner: program, space: 0 };
  const create = [...le(0, 4), ...le(50, 8), ...le(0, 8), ...bytesOf(program)];
  return {
    ...payout,
    instructions: [
      ...(payout.instructions ?? []),
      { program: SYSTEM_PROGRAM, accounts: [PAYER, alice], data: create, parsed: { type: 'createAccount', info } },
    ],
    tokensBefore: [tokenEntry(1, mint, bob, 5n)],
    tokensAfter: [tokenEntry(1, mint, bob, 6n)],
  };
}

/** Puts `value` in the place of the member that comes `at`-th in a walk over the body. */
function replaceAt(body: unknown, at: number, value: unknown): void {
  const places: (readonly [Record<string, unknown>, string])[] = [];
  const walk = (node: unknown) => {
    if (typeof node !== 'object' || node === null) return;
    for (const name of Object.keys(node)) {
      places.push([node as Record<string, unknown>, name]);
      walk((node as Record<string, unknown>)[name]);
    }
  };
  walk(body);
  const [node, name] = places[at % places.length]!;
  node[name] = value;
}
