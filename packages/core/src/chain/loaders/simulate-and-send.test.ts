import { describe, expect, it } from 'vitest';
import { addressOf } from '#solana/address.ts';
import { TOKEN_2022_PROGRAM } from '#solana/token/programs.ts';
import { runFailure } from './simulate-and-send.ts';

const hook = addressOf(new Uint8Array(32).fill(40));
const failed = (program: string, text: string) => `Program ${program} failed: ${text}`;

describe('a run that failed', () => {
  it('names its error, its number and the programs that failed, the innermost first', () => {
    const logs = [
      `Program ${TOKEN_2022_PROGRAM} invoke [1]`,
      `Program ${hook} invoke [2]`,
      failed(hook, 'custom program error: 0x1771'),
      failed(TOKEN_2022_PROGRAM, 'custom program error: 0x1771'),
    ];
    expect(runFailure({ InstructionError: [1, { Custom: 6001 }] }, logs)).toEqual({
      name: 'Custom',
      custom: 6001,
      programs: [hook, TOKEN_2022_PROGRAM],
    });
  });

  it.each([
    ['AccountNotFound', 'AccountNotFound'],
    [{ InsufficientFundsForRent: { account_index: 0 } }, 'InsufficientFundsForRent'],
    [{ InstructionError: [1, 'ComputationalBudgetExceeded'] }, 'ComputationalBudgetExceeded'],
    [{ InstructionError: [1, { BorshIoError: 'Unknown <b>text</b>' }] }, 'BorshIoError'],
  ])('%j is %s, without a number or a text', (error, name) => {
    expect(runFailure(error, null)).toEqual({ name, custom: null, programs: [] });
  });

  it.each([
    [7],
    [{}],
    [[]],
    [{ A: 1, B: 2 }],
    ['has blanks'],
    ['x'.repeat(65)],
    [{ InstructionError: null }],
    [{ InstructionError: [1] }],
    [{ InstructionError: [1, { Custom: -1 }] }],
    [{ InstructionError: [1, { Custom: 2 ** 32 }] }],
    [{ InstructionError: [1, { Custom: '17' }] }],
  ])('%j is of no known shape', (error) => {
    expect(runFailure(error, [])).toBeNull();
  });

  it('trusts no line that a program wrote, and no address that is none', () => {
    const logs = [
      `Program log: ${failed(hook, 'custom program error: 0x11')}`,
      `Program log: x\n${failed(hook, 'custom program error: 0x11')}`,
      `${failed(hook, 'a')}\nProgram log: b`,
      ` ${failed(hook, 'a')}`,
      failed('1'.repeat(44), 'a'),
      `Program ${hook} failed`,
      'Program failed to complete: exceeded CUs meter',
      { toString: () => failed(hook, 'a') },
      null,
    ];
    expect(runFailure({ InstructionError: [0, { Custom: 17 }] }, logs)?.programs).toEqual([]);
    expect(runFailure({ InstructionError: [0, { Custom: 17 }] }, 'text')?.programs).toEqual([]);
  });
});
