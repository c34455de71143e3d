import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, BROWSER, KEY, PUBLIC, type Service, SUBJECT, startService } from './service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close(0));

const HTML = 'text/html; charset=utf-8';
const MINT = 'So11111111111111111111111111111111111111112';

const open = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  ask(service, path, { method, headers: { accept: BROWSER, ...headers } });

describe('the address of a check, opened by a browser', () => {
  it.each([
    ['wallet', SUBJECT, '0.10'],
    ['token', MINT, '0.02'],
    ['trade', MINT, '0.02'],
    ['funder', SUBJECT, '0.05'],
  ])('is a page about the %s check with its price, which asks nothing', async (kind, subject, price) => {
    const before = service.runs.length;
    const { status, headers, text } = await open(`/check/${kind}/${subject}`);
    expect([status, headers['content-type'], headers.vary]).toEqual([200, HTML, 'Accept, Accept-Encoding']);
    expect(headers['content-security-policy']).toContain("trusted-types 'none'");
    expect(text).toMatch(
      new RegExp(`<title>Assay: ${kind} check of ${subject.slice(0, 4)}…${subject.slice(-4)}</title>`),
    );
    expect(text).toContain(`It costs <strong>${price} USDC</strong>`);
    expect(text).toContain(`data-kind="${kind}" data-subject="${subject}"`);
    expect(text).toContain(`&#39;${PUBLIC}/check/${kind}/${subject}&#39;`.replaceAll('&#39;', "'"));
    expect(text).toContain(`check_${kind}`);
    expect(service.runs).toHaveLength(before);
  });

  it.each([
    ['text/html', 200],
    ['TEXT/HTML;q=0.9, application/json;q=0.5', 200],
    // Older Java, and programs that read pages for language models.
    ['text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2', 402],
    ['text/markdown, text/html, */*', 402],
    ['application/json, text/html', 402],
  ])('is a page for whoever wants one by %s: %i', async (accept, status) => {
    expect((await open(`/check/token/${MINT}`, { accept })).status).toBe(status);
  });

  it('keeps the size of a trade', async () => {
    const { status, text } = await open(`/check/trade/${MINT}?size_sol=1.5`);
    expect([status, text.includes('data-size="1.5"'), text.includes(`${MINT}?size_sol=1.5'`)]).toEqual([
      200,
      true,
      true,
    ]);
  });

  it.each([
    ['/check/token/abc', 'mint', 'data-subject="abc"'],
    [`/check/token/${MINT}/`, 'mint', `data-subject="${MINT}/"`],
    [`/check/trade/${MINT}?size_sol=0`, 'size_sol', 'data-size="0"'],
    ['/check/wallet/%3Cscript%3Ealert(1)%3C%2Fscript%3E', 'address', 'data-subject="&lt;script>alert(1)&lt;/script>"'],
  ])('%s says what is wrong with it and stays to be corrected', async (path, what, kept) => {
    const { status, headers, text } = await open(path);
    expect([status, headers['content-type'], headers.vary]).toEqual([422, HTML, 'Accept']);
    expect(text).toContain(`<strong>This cannot be asked.</strong> ${what}: `);
    expect(text).toContain(kept);
    expect(text).not.toContain('<script>alert');
  });

  it('answers HEAD as GET without its body', async () => {
    const [get, head] = await Promise.all(['GET', 'HEAD'].map((method) => open(`/check/token/${MINT}`, {}, method)));
    expect([head?.status, head?.text, head?.headers['content-length']]).toEqual([
      200,
      '',
      get?.headers['content-length'],
    ]);
  });
});

describe('the address of a check is for programs', () => {
  it.each([undefined, '*/*', 'application/json', 'application/json, text/html;q=0.9', 'text/html;q=0, */*'])(
    'that accept %s, and says that another form depends on it',
    async (accept) => {
      const { status, headers } = await ask(service, `/check/token/${MINT}`, accept ? { headers: { accept } } : {});
      expect([status, headers['content-type'], headers.vary]).toEqual([402, 'application/json', 'Accept']);
    },
  );

  it.each([{ 'X-API-Key': 'nobody' }, { 'X-PAYMENT': 'x' }, { 'PAYMENT-SIGNATURE': 'x' }])(
    'that bring %j, whatever they accept',
    async (credential) => {
      const { status, headers } = await open(`/check/token/${MINT}`, credential);
      expect([status >= 400, headers['content-type']]).toEqual([true, expect.stringMatching(/^application\//)]);
    },
  );

  it('with a key that is known, as before', async () => {
    const { status, headers } = await open(`/check/funder/${SUBJECT}`, { 'X-API-Key': KEY });
    expect([status, headers['content-type'], headers.vary]).toEqual([200, 'application/json', undefined]);
  });

  it.each(['%7Bmint%7D', ':mint', '%5Bmint%5D'])('that probe its template %s', async (template) => {
    expect((await open(`/check/token/${template}`)).status).toBe(402);
  });

  it.each(['POST', 'DELETE'])('that use %s', async (method) => {
    const { status, headers } = await open(`/check/token/${MINT}`, {}, method);
    expect([status, headers['content-type']]).toEqual([405, 'application/problem+json']);
  });
});
