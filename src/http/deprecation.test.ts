import { describe, expect, it } from 'vitest';
import { withDeprecation } from './deprecation.ts';

const policy = 'https://assay.example/schema-version';
const since = new Date('2027-01-01T00:00:00.900Z');

describe('the headers of something deprecated', () => {
  it('are the date of RFC 9745 and a link to the policy', () => {
    expect(withDeprecation({ 'cache-control': 'no-store' }, { since, policy })).toEqual({
      'cache-control': 'no-store',
      deprecation: '@1798761600',
      link: `<${policy}>; rel="deprecation"`,
    });
  });

  it('name the end and the successor where there are any, behind links of their own', () => {
    const sunset = new Date('2027-04-01T12:00:00Z');
    const successor = 'https://assay.example/v2/check';
    const link = '</openapi.json>; rel="service-desc"';
    expect(withDeprecation({ link }, { since, policy, sunset, successor })).toEqual({
      deprecation: '@1798761600',
      sunset: 'Thu, 01 Apr 2027 12:00:00 GMT',
      link: `${link}, <${policy}>; rel="deprecation", <${successor}>; rel="successor-version"`,
    });
  });

  it('are none where nothing is deprecated', () => {
    const headers = { link: ['<a>', '<b>'] };
    expect(withDeprecation(headers, undefined)).toBe(headers);
    expect(withDeprecation(headers, { since, policy }).link).toBe(`<a>, <b>, <${policy}>; rel="deprecation"`);
  });

  it.each([
    ['an end before the beginning', { since, policy, sunset: new Date('2026-12-31') }, 'earlier'],
    ['no date', { since: new Date('soon'), policy }, 'date'],
    ['an end that is no date', { since, policy, sunset: new Date('soon') }, 'date'],
    ['a path in place of a URL', { since, policy: '/schema-version' }, 'URL'],
    ['a successor that is no URL', { since, policy, successor: 'x>y' }, 'URL'],
  ])('are refused for %s', (_what, deprecation, why) => {
    expect(() => withDeprecation({}, deprecation)).toThrow(why);
  });

  it('cannot break out of the link', () => {
    const { link } = withDeprecation({}, { since, policy: 'https://a.example/>; rel="x"\r\nX: y' });
    expect(link).not.toMatch(/\r|\n|>; rel="x"/);
  });
});
