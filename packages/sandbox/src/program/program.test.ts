import { PublicKey, TransactionInstruction } from '@solana/web3.js';
import { type Address, address, addressBytes, addressOf, derivedAddress } from 'assay-core/solana/address.ts';
import bs58 from 'bs58';
import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { derive, PROGRAMS } from '#chain/programs.ts';
import { type ExecutionOutcome, Svm } from '#chain/svm.ts';
import { mintData, tokenAccountOf } from '#chain/tokens.ts';
import { Cast } from '#world/actors.ts';
import { signedBytes } from '#world/transaction.ts';
import { programFile } from './code/program.ts';
import { Script } from './script.ts';
import { EVENT_MARK } from './script-format.ts';
import type { AccountUse, SignerSeed } from './script-parts.ts';
import { VENUE_PROGRAMS } from './venues/trade.ts';

const PROGRAM = VENUE_PROGRAMS.raydiumCpmm;
const LOADER = 'BPFLoader2111111111111111111111111111111111';
const [TOKEN, SYSTEM] = [address(PROGRAMS.token), address(PROGRAMS.system)];
const U64 = (1n << 64n) - 1n;
const payer = new Cast('program').person('payer');
const user = address(payer.address);
const named = (name: string): Address => addressOf(derive('program test', name));
const state = named('state');
const [mint, hoard, merchantWallet] = [named('mint'), named('hoard'), named('merchant')];
const authority = derivedAddress([Buffer.from('authority')], PROGRAM);

let svm: Svm;

function token(owner: Address, amount: bigint): Uint8Array {
  const data = Buffer.alloc(165);
  data.set(addressBytes(mint), 0);
  data.set(addressBytes(owner), 32);
  data.writeBigUInt64LE(amount, 64);
  data[108] = 1;
  return data;
}

function put(at: Address, owner: string, data: Uint8Array, lamports = 10n ** 10n): void {
  svm.setAccount(at, { lamports, owner, executable: false, data });
}

beforeAll(() => {
  svm = new Svm();
  svm.setAccount(PROGRAM, { lamports: 10n ** 9n, owner: LOADER, executable: true, data: programFile() });
  put(user, PROGRAMS.system, new Uint8Array(0), 10n ** 12n);
  put(mint, PROGRAMS.token, mintData(null, 6));
});

/** Runs a script that is written here, with `head` in front of it. */
function run(write: (script: Script) => void, head: Uint8Array = new Uint8Array(0)): ExecutionOutcome {
  const script = new Script(PROGRAM, head, [{ address: user, writable: true, signer: true }]);
  write(script);
  return svm.execute(signedBytes({ payer, instructions: [script.instruction()] }, payer.address), false);
}

function u64s(...values: readonly bigint[]): Buffer {
  const bytes = Buffer.alloc(values.length * 8);
  for (const [index, value] of values.entries()) bytes.writeBigUInt64LE(value, index * 8);
  return bytes;
}

function failure(outcome: ExecutionOutcome): unknown {
  const [, cause] = (outcome.error as { InstructionError?: unknown[] } | null)?.InstructionError ?? [];
  return cause ?? outcome.error;
}

/** What a computation of two or three arguments stores, or the error. */
function computed(of: 'add' | 'subtract' | 'least' | 'most' | 'ratio' | 'ratioUp', values: readonly bigint[]): unknown {
  put(state, PROGRAM, new Uint8Array(16));
  const outcome = run(
    (script) => {
      const [a, b, c] = [script.argument(0), script.argument(8), script.argument(16)];
      const result = of === 'ratio' || of === 'ratioUp' ? script[of](a, b, c) : script[of](a, b);
      script.store(state, 8, result);
    },
    u64s(...values),
  );
  if (outcome.error !== null) return failure(outcome);
  return Buffer.from(svm.account(state)?.data ?? []).readBigUInt64LE(8);
}

describe('arithmetic on chain', () => {
  const wide = fc.oneof(
    fc.bigInt(0n, U64),
    fc.bigInt(0n, 2n ** 33n),
    fc.constantFrom(0n, 1n, U64, U64 - 1n, 2n ** 63n, 2n ** 32n),
  );

  test('a ratio of a product is exact with 128 bits between, or fails', () => {
    fc.assert(
      fc.property(wide, wide, wide, (a, b, c) => {
        const [down, up] = c === 0n ? [U64 + 1n, U64 + 1n] : [(a * b) / c, (a * b + c - 1n) / c];
        expect(computed('ratio', [a, b, c])).toBe(down > U64 ? 'ArithmeticOverflow' : down);
        expect(computed('ratioUp', [a, b, c])).toBe(up > U64 ? 'ArithmeticOverflow' : up);
      }),
      { numRuns: 2_000 },
    );
  });

  test('sums, differences and choices are exact, or fail', () => {
    fc.assert(
      fc.property(wide, wide, (a, b) => {
        expect(computed('add', [a, b, 0n])).toBe(a + b > U64 ? 'ArithmeticOverflow' : a + b);
        expect(computed('subtract', [a, b, 0n])).toBe(a < b ? 'ArithmeticOverflow' : a - b);
        expect(computed('least', [a, b, 0n])).toBe(a < b ? a : b);
        expect(computed('most', [a, b, 0n])).toBe(a > b ? a : b);
      }),
      { numRuns: 300 },
    );
  });
});

describe('accounts', () => {
  const text = (at: Address) => Buffer.from(svm.account(at)?.data ?? []).toString('hex');

  test('are read, written and counted where a step says, in order', () => {
    put(state, PROGRAM, u64s(40n, 2n, 0n), 10n ** 9n);
    const outcome = run((script) => {
      script.store(state, 0, script.add(script.field(state, 0), script.field(state, 8)));
      script.write(state, 14, Buffer.from('beef', 'hex'));
      script.store(state, 16, script.lamports(state));
      script.store(state, 8, script.add(script.field(state, 0), script.number(2 ** 32 - 1)));
    });
    expect(outcome.error).toBeNull();
    expect(text(state)).toBe(u64s(42n, 42n + 2n ** 32n - 1n, 10n ** 9n).toString('hex'));
  });

  test('keep what another program owns, and what lies beyond their end', () => {
    const other = named('foreign');
    put(other, VENUE_PROGRAMS.pumpSwap, new Uint8Array(16));
    put(state, PROGRAM, new Uint8Array(16));
    const attempts: [unknown, (script: Script) => void][] = [
      ['ExternalAccountDataModified', (s) => s.write(other, 0, Buffer.from([1]))],
      ['AccountDataTooSmall', (s) => s.field(state, 9)],
      ['AccountDataTooSmall', (s) => s.write(state, 15, Buffer.from([1, 2]))],
      ['AccountDataTooSmall', (s) => s.store(state, 65_535, s.number(1))],
      ['ExternalAccountLamportSpend', (s) => s.pay(other, user, s.number(1))],
    ];
    for (const [expected, attempt] of attempts) expect(failure(run(attempt))).toBe(expected);
    expect([text(other), text(state)]).toEqual(['00'.repeat(16), '00'.repeat(16)]);
  });

  test('pay what they have, to whom a step says', () => {
    put(state, PROGRAM, new Uint8Array(0), 5n * 10n ** 9n);
    const before = svm.account(user)?.lamports ?? 0n;
    const outcome = run((script) => script.pay(state, user, script.number(10 ** 9)));
    expect(outcome.error).toBeNull();
    expect(svm.account(state)?.lamports).toBe(4n * 10n ** 9n);
    expect(svm.account(user)?.lamports).toBe(before + 10n ** 9n - 5_000n);
    const tooMuch = run((script) => script.pay(state, user, script.add(script.lamports(state), script.number(1))));
    expect(failure(tooMuch)).toBe('InsufficientFunds');
  });

  test('may stand in an instruction twice', () => {
    put(state, PROGRAM, u64s(1n));
    const script = new Script(PROGRAM, new Uint8Array(0), [
      { address: user, writable: true, signer: true },
      { address: user },
      { address: SYSTEM },
      { address: user },
    ]);
    script.store(state, 0, script.number(9));
    const bytes = signedBytes({ payer, instructions: [script.instruction()] }, payer.address);
    expect(svm.execute(bytes, true).error).toBeNull();
    expect(text(state)).toBe('0900000000000000');
  });
});

test('a requirement that does not hold fails with its own code', () => {
  const held = (a: number, b: number) => failure(run((s) => s.require(s.number(a), s.number(b), 6005)));
  expect([held(4, 4), held(5, 4), held(3, 4)]).toEqual([null, null, { Custom: 6005 }]);
  expect(() => run((s) => s.require(s.number(1), s.number(1), 0))).toThrow('custom error');
});

describe('calls', () => {
  const seeds: SignerSeed[] = ['authority', Buffer.from([bump()])];
  const amounts = () => [hoard, merchantWallet].map((at) => tokenAccountOf(svm.account(at))?.amount);

  function bump(): number {
    return PublicKey.findProgramAddressSync([Buffer.from('authority')], new PublicKey(PROGRAM))[1];
  }

  function send(amount: number, from: Address, to: Address, by: AccountUse, signedBy?: readonly SignerSeed[]) {
    return run((script) =>
      script.call({
        program: TOKEN,
        accounts: [{ address: from, writable: true }, { address: mint }, { address: to, writable: true }, by],
        data: [Buffer.from([12]), script.number(amount), Buffer.from([6])],
        ...(signedBy ? { seeds: signedBy } : {}),
      }),
    );
  }

  beforeEach(() => {
    put(hoard, PROGRAMS.token, token(authority, 1_000n));
    put(merchantWallet, PROGRAMS.token, token(user, 50n));
  });

  test('carry the signature of who signed the transaction', () => {
    const outcome = send(20, merchantWallet, hoard, { address: user, signer: true });
    expect(outcome.error).toBeNull();
    expect(amounts()).toEqual([1_020n, 30n]);
    const [{ instructions } = { instructions: [] }] = outcome.inner;
    expect(instructions).toMatchObject([{ stackHeight: 2, data: bs58.encode([12, 20, 0, 0, 0, 0, 0, 0, 0, 6]) }]);
    expect(outcome.logs).toContain(`Program ${TOKEN} invoke [2]`);
  });

  test('carry the signature of the program for addresses that follow from seeds of every kind', () => {
    expect(send(5, hoard, merchantWallet, { address: authority, signer: true }, seeds).error).toBeNull();
    put(state, PROGRAM, Buffer.from('xx-slice'));
    const made = [Buffer.from('pool'), addressBytes(mint), Buffer.from('slice')];
    const [key, last] = PublicKey.findProgramAddressSync(made, new PublicKey(PROGRAM));
    const other = address(key.toBase58());
    put(hoard, PROGRAMS.token, token(other, 1_000n));
    const slice = { account: state, offset: 3, length: 5 };
    const all: SignerSeed[] = ['pool', { address: mint }, slice, Buffer.from([last])];
    expect(send(7, hoard, merchantWallet, { address: other, signer: true }, all).error).toBeNull();
    expect(amounts()).toEqual([993n, 62n]);
  });

  test('do not carry a signature that nobody gave', () => {
    const wrong: SignerSeed[] = ['authority', Buffer.from([(bump() + 1) % 256])];
    const unsigned: AccountUse = { address: authority };
    for (const outcome of [
      send(5, hoard, merchantWallet, { address: authority, signer: true }, wrong),
      send(5, hoard, merchantWallet, { address: authority, signer: true }, ['other', Buffer.from([bump()])]),
      send(5, hoard, merchantWallet, { address: authority, signer: true }, [{ account: mint, offset: 80, length: 9 }]),
      send(5, hoard, merchantWallet, unsigned),
    ])
      expect(outcome.error).not.toBeNull();
    expect(amounts()).toEqual([1_000n, 50n]);
  });

  test('fail the transaction when they fail', () => {
    expect(failure(send(51, merchantWallet, hoard, { address: user, signer: true }))).toEqual({ Custom: 1 });
  });

  test('of the system program move lamports of a signer', () => {
    const to = named('friend');
    const outcome = run((script) =>
      script.call({
        program: SYSTEM,
        accounts: [
          { address: user, writable: true, signer: true },
          { address: to, writable: true },
        ],
        data: [Buffer.from([2, 0, 0, 0]), script.number(10 ** 9)],
      }),
    );
    expect(outcome.error).toBeNull();
    expect(svm.account(to)?.lamports).toBe(10n ** 9n);
  });

  test('of the program itself show an event, and what a call did is seen by the next step', () => {
    put(state, PROGRAM, u64s(0n));
    const outcome = run((script) => {
      const accounts = [
        { address: merchantWallet, writable: true },
        { address: hoard, writable: true },
        { address: user, signer: true },
      ];
      script.call({ program: TOKEN, accounts, data: [Buffer.from([3]), script.number(10)] });
      const left = script.field(merchantWallet, 64);
      script.store(state, 0, left);
      script.call({
        program: PROGRAM,
        accounts: [],
        data: [EVENT_MARK, left, { address: mint }, Buffer.alloc(300, 1)],
      });
    });
    expect(outcome.error).toBeNull();
    expect(svm.account(state)?.data).toEqual(new Uint8Array(u64s(40n)));
    const shown = bs58.decode(outcome.inner[0]?.instructions[1]?.data ?? '');
    const expected = Buffer.concat([EVENT_MARK, u64s(40n), addressBytes(mint), Buffer.alloc(300, 1)]);
    expect(Buffer.from(shown)).toEqual(expected);
  });
});

test('lines and events are in the log as a node shows them', () => {
  const { logs } = run((script) => {
    script.log('Instruction: Swap');
    script.event([Buffer.from('ab'), script.number(1), { address: mint }]);
  });
  const data = Buffer.concat([Buffer.from('ab'), u64s(1n), addressBytes(mint)]).toString('base64');
  expect(logs).toEqual(expect.arrayContaining(['Program log: Instruction: Swap', `Program data: ${data}`]));
});

describe('data that is no script', () => {
  function sent(data: Uint8Array, keys: TransactionInstruction['keys'] = []): ExecutionOutcome {
    const programId = new PublicKey(PROGRAM);
    const instructions = [new TransactionInstruction({ programId, keys, data: Buffer.from(data) })];
    return svm.execute(signedBytes({ payer, instructions }, payer.address), false);
  }

  test('is refused: nothing, and what belongs to the real program', () => {
    const real = Buffer.from('8fbe5adac41e33de00ca9a3b000000000000000000000000', 'hex');
    for (const data of [new Uint8Array(0), real, new Uint8Array(7), Buffer.from('0000000000000000ffa15c', 'hex')])
      expect(failure(sent(data))).toBe('InvalidInstructionData');
  });

  test('never moves what it may not, whatever it is, and never ends the process', () => {
    put(hoard, PROGRAMS.token, token(authority, 1_000n));
    const keys = [TOKEN, mint, hoard, merchantWallet].map((one) => ({
      pubkey: new PublicKey(one),
      isSigner: false,
      isWritable: true,
    }));
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), fc.integer({ min: 0, max: 17 }), (noise, first) => {
        sent(Buffer.concat([new Uint8Array(8), Buffer.from([first]), noise, Buffer.from([8, 0xa1, 0x5c])]), keys);
        expect(tokenAccountOf(svm.account(hoard))?.amount).toBe(1_000n);
      }),
      { numRuns: 1_000 },
    );
  });
});
