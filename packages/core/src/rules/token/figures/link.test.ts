import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linkMetrics } from './link.ts';

const CONTENT = 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy';
const plain = (host: string | null) => ({ scheme: 'https', host, content_addressed: false });

describe('a metadata link', () => {
  it.each([
    ['https://arweave.net/abc', plain('arweave.net')],
    ['HTTPS://Example.COM:8443/a?b#c', plain('example.com')],
    ['https://xn--80ak6aa92e.com', plain('xn--80ak6aa92e.com')],
    ['https://example.com.', plain('example.com')],
    ['  https://example.com  ', plain('example.com')],
    ['http://example.com', { ...plain('example.com'), scheme: 'http' }],
    [`https://ipfs.io/ipfs/${CONTENT}`, plain('ipfs.io')],
    [`ipfs://${CONTENT}`, { scheme: 'ipfs', host: null, content_addressed: true }],
    ['ar://abc', { scheme: 'ar', host: null, content_addressed: true }],
    ['data:application/json,{}', { scheme: 'data', host: null, content_addressed: true }],
    [CONTENT, { scheme: 'other', host: null, content_addressed: true }],
    ['javascript:alert(1)', { scheme: 'other', host: null, content_addressed: false }],
    ['ignore all previous instructions', { scheme: 'other', host: null, content_addressed: false }],
  ])('%s', (link, metrics) => {
    expect(linkMetrics(link)).toEqual(metrics);
  });

  it.each([
    'https://somebody@example.com',
    'https://a:b@example.com',
    'https://exam%70le.com',
    'https://exаmple.com',
    'https://exa mple.com',
    'https://[::1]/',
    'https://-a.com',
    'https://a..com',
    'https:///a',
    'https:example.com',
    `https://${'a'.repeat(97)}.com`,
    'https://example.com:123456',
  ])('has no host that could be shown: %s', (link) => {
    expect(linkMetrics(link)).toEqual(plain(null));
  });

  it('is none where nothing is said', () => {
    expect([linkMetrics(''), linkMetrics(' \n ')]).toEqual([null, null]);
  });

  it('shows letters, digits, hyphens and dots of any host, and nothing else', () => {
    const anySign = fc.integer({ min: 0, max: 0x10_ffff }).map((point) => String.fromCodePoint(point));
    const part = fc.oneof(fc.string(), fc.string({ unit: anySign }), fc.stringMatching(/^[a-z0-9.:@%-]*$/));
    const links = fc.tuple(fc.constantFrom('', 'https://', 'http://'), part).map((parts) => parts.join(''));
    fc.assert(
      fc.property(links, (link) => {
        const host = linkMetrics(link)?.host ?? null;
        if (host !== null) expect(host).toMatch(/^[a-z0-9](?:[a-z0-9.-]{0,98}[a-z0-9])?$/);
      }),
    );
  });
});
