import { kinds } from 'assay-core/rules/index.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, KEY, type Service, SUBJECT, startService } from './service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close(0));

const names = Object.values(kinds).map(({ name, subject }) => [name, subject] as const);

/** Malformed subjects as they stand in a path, with the type of the item that names what is wrong. */
const malformed = [
  [`${SUBJECT.slice(0, -1)}0`, 'string_pattern_mismatch'],
  [SUBJECT.replace('C', 'l'), 'string_pattern_mismatch'],
  [SUBJECT.slice(0, 20), 'string_too_short'],
  [`${SUBJECT}1`, 'string_too_long'],
  ['1'.repeat(31), 'string_too_short'],
  ['1'.repeat(33), 'value_error'],
  ['z'.repeat(44), 'value_error'],
  ['a'.repeat(10_240), 'string_too_long'],
  ['%20', 'string_too_short'],
  [`${SUBJECT.slice(0, 43)}%20`, 'string_pattern_mismatch'],
  [`%20${SUBJECT.slice(0, 43)}`, 'string_pattern_mismatch'],
  [`${SUBJECT.slice(0, 43)}%00`, 'string_pattern_mismatch'],
  [`${SUBJECT}%0A`, 'string_too_long'],
  ['%E2%98%83'.repeat(40), 'string_pattern_mismatch'],
  [`/${SUBJECT}`, 'string_too_long'],
  [`${SUBJECT}/`, 'string_too_long'],
  [`${SUBJECT.slice(0, 40)}%2Fx`, 'string_pattern_mismatch'],
  [`${SUBJECT.slice(0, 40)}%FF`, 'string_pattern_mismatch'],
  ['%', 'string_too_short'],
] as const;

describe.each(names)('a malformed subject of %s', (kind, subject) => {
  it.each(malformed)('%s is refused before any payment', async (text, type) => {
    const reply = await ask(service, `/check/${kind}/${text}`, { headers: { 'X-API-Key': KEY } });
    expect([reply.status, reply.headers['content-type']]).toEqual([422, 'application/json']);
    expect(Object.keys(reply.body)).toEqual(['detail']);
    expect(reply.body.detail).toHaveLength(1);
    expect(reply.body.detail[0]).toMatchObject({ loc: ['path', subject], type });
    expect(typeof reply.body.detail[0].msg).toBe('string');
    expect(service.runs).toHaveLength(0);
  });

  it.each([{ 'X-API-Key': KEY }, { 'PAYMENT-SIGNATURE': 'e30=' }, { 'X-PAYMENT': 'e30=' }])(
    'is what a placeholder is once a key or payment comes along (%o)',
    async (headers) => {
      const reply = await ask(service, `/check/${kind}/{${subject}}`, { headers: { ...headers } });
      expect([reply.status, reply.body.detail[0].loc]).toEqual([422, ['path', subject]]);
    },
  );
});

describe('what a refusal teaches', () => {
  const msgOf = async (path: string) => (await ask(service, path)).body.detail[0].msg;

  it('is how an address is written, after what is wrong with this one', async () => {
    for (const text of [SUBJECT.replace('C', '0'), SUBJECT.slice(0, 20), `${SUBJECT}1`, '1'.repeat(33)]) {
      const msg = await msgOf(`/check/funder/${text}`);
      expect(msg).toMatch(/^(String should|Value error, )/);
      expect(msg).toMatch(/base58 of exactly 32 bytes.*without 0, O, I and l\. Upper and lower case matter/);
    }
  });

  it('is how a size is written', async () => {
    for (const size of ['1e-10', '0', 'abc', '99999']) {
      expect(await msgOf(`/check/trade/${SUBJECT}?size_sol=${size}`)).toMatch(
        /^(String|Input) should .*\. Expected is a number such as 0\.5 or 1e-7, .*without a sign, with up to nine decimals\.$/,
      );
    }
  });

  it('stands in the message only: what programs read stays as it was', async () => {
    const { body } = await ask(service, `/check/funder/${'1'.repeat(33)}`);
    expect(body.detail[0]).toMatchObject({
      type: 'value_error',
      ctx: { error: 'base58 of exactly 32 bytes expected' },
    });
  });
});

describe('the size of a trade', () => {
  const bad = [
    ['', 'float_parsing'],
    ['abc', 'float_parsing'],
    ['1,5', 'float_parsing'],
    ['1e5', 'string_pattern_mismatch'],
    ['1e-10', 'string_pattern_mismatch'],
    ['0x10', 'string_pattern_mismatch'],
    ['-1', 'string_pattern_mismatch'],
    ['%2B1', 'string_pattern_mismatch'],
    ['%201', 'string_pattern_mismatch'],
    ['1.', 'string_pattern_mismatch'],
    ['.5', 'string_pattern_mismatch'],
    ['0.0000000001', 'string_pattern_mismatch'],
    ['0', 'greater_than'],
    ['0.000', 'greater_than'],
    ['10000.000000001', 'less_than_equal'],
    ['99999', 'less_than_equal'],
    ['1&size_sol=1', 'float_type'],
  ] as const;
  it.each(bad)('%s is refused', async (size, type) => {
    const reply = await ask(service, `/check/trade/${SUBJECT}?size_sol=${size}`);
    expect(reply.status).toBe(422);
    expect(reply.body.detail).toHaveLength(1);
    expect(reply.body.detail[0]).toMatchObject({ loc: ['query', 'size_sol'], type });
  });

  it.each(['', '?size_sol=0.5', '?size_sol=10000', '?size_sol=10000.000000000', '?size_sol=0.000000001', '?other=x'])(
    'passes validation with the query %s',
    async (query) => {
      expect((await ask(service, `/check/trade/${SUBJECT}${query}`)).status).not.toBe(422);
    },
  );

  it('means nothing to the other kinds', async () => {
    const reply = await ask(service, `/check/funder/${SUBJECT}?size_sol=x`);
    expect(reply.status).toBe(402);
  });

  it('is reported together with a malformed mint', async () => {
    const { body } = await ask(service, '/check/trade/x?size_sol=0');
    expect(body.detail.map(({ loc }: { loc: string[] }) => loc.join('.'))).toEqual(['path.mint', 'query.size_sol']);
  });
});
