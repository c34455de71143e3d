import bs58 from 'bs58';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { base58Length } from '../base58.ts';
import { buttonText, formPlan, priceOf, problemText, questionText, textInHash, textWithout } from './plan.ts';

const A = '86xCnPeV69n6t3DnyGvkKobf9FdN2H9oiVDdaMpo2MMY';
const B = 'So11111111111111111111111111111111111111112';
const SIGNATURE = '2msqMqeUTTZhgite3PvWSLJhZJ3m4v4UMbDAcXymTPpXwKM5PcKfZFfxn4izZ2UTZmngYJeWSf1ztdD6kdeDkdbr';
const plan = (text: string, kinds: Parameters<typeof formPlan>[0]['kinds'] = ['token'], sizeSol = '0.5') =>
  formPlan({ text, kinds, sizeSol });

describe('the length of a base58 text', () => {
  it('is that of the bytes it stands for', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 64 }), (data) => {
        expect(base58Length(bs58.encode(data))).toBe(data.length);
      }),
    );
  });

  it.each(['', '0', 'O', 'I', 'l', ' ', 'é', '1'.repeat(89)])('is none of %j', (text) => {
    expect(base58Length(text)).toBeNull();
  });
});

describe('a plan', () => {
  it('asks each subject for each kind, once', () => {
    const { requests, problems, repeated } = plan(`${A}, ${B}\n${A};\t${A}`, ['token', 'trade']);
    expect(requests).toEqual([
      { kind: 'token', subject: A },
      { kind: 'trade', subject: A, sizeSol: '0.5' },
      { kind: 'token', subject: B },
      { kind: 'trade', subject: B, sizeSol: '0.5' },
    ]);
    expect([problems, repeated]).toEqual([[], 2]);
  });

  it('takes the kind of a subject from what stands before a colon', () => {
    expect(plan(`wallet:${A} Funder:${A}`, []).requests).toEqual([
      { kind: 'wallet', subject: A },
      { kind: 'funder', subject: A },
    ]);
  });

  it('takes the size of a trade from what stands behind its mint, and asks each size once', () => {
    expect(plan(`trade:${A}:1.5 trade:${A} trade:${A}:0.5`, []).requests).toEqual([
      { kind: 'trade', subject: A, sizeSol: '1.5' },
      { kind: 'trade', subject: A, sizeSol: '0.5' },
    ]);
    expect(plan(`trade:${A}:2`, [], 'x').problems).toEqual([]);
  });

  it.each([
    [`token:${A}:2`, 'gives a size, which only a trade has'],
    [`trade:${A}:0`, 'gives a size that is no number of SOL above 0 and at most 10000'],
    [`trade:${A}:`, 'gives a size that is no number of SOL above 0 and at most 10000'],
    ['abc', 'is no address: an address is base58 of 32 bytes, and this has 3'],
    ['0abc', 'has “0”, which is no letter of base58'],
    [`${A}\u200b`, 'has “\u200b”, which is no letter of base58'],
    [SIGNATURE, 'is the signature of a transaction, not an address'],
    [`coin:${A}`, 'is not of a kind: wallet, token, trade, funder'],
    ['token:', 'names no address'],
    [A + A, 'is longer than 32 bytes'],
  ])('says where %j stands and why it cannot be asked', (text, why) => {
    expect(plan(`${B}\n${text}`).problems).toEqual([{ line: 2, text, why }]);
  });

  it.each(['0', '1e3', '-1', '10000.1', '0.0000000001', '', 'x'])('refuses the size %j for trades only', (size) => {
    expect(plan(A, ['trade'], size).problems).toHaveLength(1);
    expect(plan(A, ['token'], size).problems).toEqual([]);
  });

  it('refuses more than 100 checks, and subjects without a kind', () => {
    const many = Array.from({ length: 51 }, (_, at) => bs58.encode(new Uint8Array(32).fill(at + 1))).join('\n');
    expect(plan(many, ['token', 'wallet']).problems).toEqual([
      { line: null, text: '', why: 'These are 102 checks. At most 100 can be asked at once.' },
    ]);
    expect(plan(A, []).problems).toHaveLength(1);
  });

  it('costs the sum of its checks', () => {
    const prices = { wallet: '0.10', token: '0.02', trade: '0.02', funder: '0.05' };
    expect(priceOf(plan(`${A} ${B}`, ['wallet', 'token', 'trade', 'funder']).requests, prices)).toBe('0.38');
    expect(priceOf([], prices)).toBe('0.00');
  });

  it('has no price while one of its prices is not known', () => {
    expect(priceOf(plan(`${A} trade:${B}`).requests, { token: '0.02' })).toBeNull();
  });
});

describe('a problem in words', () => {
  it('quotes what it is about, cut to a length that can be read', () => {
    expect(problemText({ line: 22, text: 'not', why: 'names no address' })).toBe('Line 22: “not” names no address.');
    expect(problemText({ line: 1, text: 'a'.repeat(500), why: 'is x' })).toBe(`Line 1: “${'a'.repeat(48)}…” is x.`);
    expect(problemText({ line: 1, text: '\u202eab\u200bc', why: 'has “\u202e”' })).toBe(
      'Line 1: “U+202EabU+200Bc” has “U+202E”.',
    );
    expect(problemText({ line: null, text: '', why: 'Tick what to ask.' })).toBe('Tick what to ask.');
  });
});

describe('an address of the page', () => {
  it('fills the form in with every question that it names', () => {
    expect(textInHash(`#token:${B},trade:${A}:1.5&wallet:${A}`)).toBe(`token:${B}\ntrade:${A}:1.5\nwallet:${A}`);
    expect(textInHash('')).toBe('');
    expect(textInHash('#%E0%A4%A')).toBe('%E0%A4%A');
  });

  it('spells each question as the form reads it', () => {
    const { requests } = plan(`token:${A} trade:${B}:1.5`, []);
    expect(plan(textInHash(`#${requests.map(questionText).join(',')}`), []).requests).toEqual(requests);
  });
});

describe('what stands beside the button', () => {
  it('is the price, or the first line to correct in its place', () => {
    expect(buttonText(plan(A), '0.02', true)).toBe('1 check, 0.02 USDC at most');
    expect(buttonText(plan(A), '0.02', false)).toBe('1 check, 0.02 USDC at most. Enter a key to ask.');
    expect(buttonText(plan(`${A}\nabc`), '0.02', true)).toBe('Correct line 2 first.');
    expect(buttonText(plan(''), '0.00', true)).toBe('');
  });
});

describe('the form after a link', () => {
  it('keeps what has no answer, and what cannot be asked', () => {
    const wish = { text: `token:${A}\ntrade:${B}:2\nwallet:abc`, kinds: ['token'] as const, sizeSol: '0.5' };
    expect(textWithout(wish, ({ kind }) => kind === 'token')).toBe(`trade:${B}:2\nwallet:abc`);
    expect(textWithout({ ...wish, text: `token:${A}` }, () => true)).toBe('');
  });
});
