import { describe, expect, it } from 'vitest';
import { Fault } from '#lib/fault.ts';
import { codeNames, explainedCode } from './document.ts';

const BASE = 'https://assay.example';

function refusal(code: string): string {
  try {
    explainedCode(code, BASE);
  } catch (error) {
    if (error instanceof Fault && error.code === 'not_found') return error.message;
  }
  throw new Error(`${code} was explained`);
}

describe('a code that is asked about', () => {
  it('is accepted in any case, and shown in its own', () => {
    for (const code of codeNames(BASE)) {
      expect(explainedCode(code.toLowerCase(), BASE)).toEqual(explainedCode(code, BASE));
      expect(explainedCode(code, BASE).code).toBe(code);
    }
  });

  it('names at most five that begin alike where it is none, those with most in common first', () => {
    expect(refusal('rpc_unavailible')).toMatch(
      /^There is no such reason code\. Codes that begin alike: RPC_UNAVAILABLE[,.]/,
    );
    const [, listed = ''] = /alike: ([A-Z0-9_, ]+)\./.exec(refusal('MINT_OLD')) ?? [];
    const alike = listed.split(', ');
    expect(alike.length).toBeGreaterThan(1);
    expect(alike.length).toBeLessThanOrEqual(5);
    for (const code of alike) expect(code).toMatch(/^MIN/);
  });

  it.each(['zz', '', 'toString', '__proto__'])('names none where nothing begins like %j', (code) => {
    expect(refusal(code)).toBe('There is no such reason code. GET /reason-codes lists all.');
  });
});
