import { describe, expect, it } from 'vitest';
import { Complaints } from './complaints.ts';
import type { Env } from './env.ts';
import { type FacilitatorConfig, readFacilitator } from './receipts.ts';

const url = 'https://facilitator.example';

function read(env: Env): { readonly facilitator: FacilitatorConfig; readonly complaints: string } {
  const c = new Complaints(env);
  const facilitator = readFacilitator(c, { kind: 'sandbox' });
  return { facilitator, complaints: c.list.join('\n') };
}

describe('the headers of a facilitator', () => {
  it('go with one that is reached over HTTP', () => {
    const headers = { Authorization: 'Bearer abc', 'X-Api-Key': 'k' };
    const env = { X402_FACILITATOR: `${url}/x402/`, X402_FACILITATOR_HEADERS: JSON.stringify(headers) };
    expect(read(env)).toEqual({ facilitator: { kind: 'http', url: `${url}/x402`, headers }, complaints: '' });
    expect(read({ X402_FACILITATOR: url }).facilitator).toEqual({ kind: 'http', url, headers: {} });
  });

  it.each([undefined, 'local', 'off'])('are refused with X402_FACILITATOR=%s', (kind) => {
    const env = { ...(kind && { X402_FACILITATOR: kind }), X402_FACILITATOR_HEADERS: '{"a":"b"}' };
    expect(read(env).complaints).toContain('X402_FACILITATOR_HEADERS goes with');
  });

  it.each(['{', '[]', 'null', '"a"', '{"a":1}', '{"a b":"c"}', '{"":"c"}', '{"a":"se\\ncret"}', '{"a":""}'])(
    'are refused when they are %s, without their values',
    (text) => {
      const { complaints } = read({ X402_FACILITATOR: url, X402_FACILITATOR_HEADERS: text });
      expect(complaints).toContain('X402_FACILITATOR_HEADERS');
      expect(complaints).not.toContain('cret');
    },
  );
});

describe('the URL of a facilitator', () => {
  it.each([
    'https://me:secret@facilitator.example/x402',
    'https://secret@facilitator.example',
    'https://:secret@f.example',
  ])('is refused when it is %s, and credentials are not repeated', (text) => {
    const { complaints } = read({ X402_FACILITATOR: text });
    expect(complaints).toMatch(
      /^X402_FACILITATOR must not hold a user name or a password: .* X402_FACILITATOR_HEADERS\.$/,
    );
    expect(complaints).not.toMatch(/secret|example/);
  });

  it.each(['htps://me:secret@facilitator.example', 'https://', 'https://me:secret@'])(
    'is refused when it is %s',
    (text) => {
      expect(read({ X402_FACILITATOR: text }).complaints).toBe(
        'X402_FACILITATOR must be local, off or an http(s) URL.',
      );
    },
  );
});
