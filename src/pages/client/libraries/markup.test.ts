import { describe, expect, it } from 'vitest';
import { MARKUP_RULES } from './markup.ts';

const { createHTML, createScriptURL } = MARKUP_RULES;

describe('markup that a library makes', () => {
  it.each([
    'plain &lt;text&gt; &amp; more',
    '<div style="top:0px;height:19px;" class="view-line"><span><span class="mtk1">{&#160;a }</span></span></div>',
    '<p>A <em>verdict</em> of <a href="https://a.example/b?c#d" rel="noopener" target="_blank">a list</a>.<br/></p>\n',
    '<svg style="bottom:0" viewBox="0 0 9 20" xmlns="http://www.w3.org/2000/svg" fill="rgba(51, 51, 51, 0.2)"><path d="M 0 1"/></svg>',
    '<ul>\n<li><code>a</code></li>\n</ul><a href="/docs">b</a>',
  ])('stays where it is of known elements: %s', (markup) => {
    expect(createHTML(markup)).toBe(markup);
  });

  it.each([
    '<img src=x onerror=alert(1)>',
    '<p onclick="alert(1)">a</p>',
    '<p class="a"onclick="alert(1)">a</p>',
    '<p class="a" onclick="alert(1)">a</p>',
    '<p class="a" / onclick=alert(1)>a</p>',
    "<p class='a'>a</p>",
    '<a href="javascript:alert(1)">a</a>',
    '<a href=" javascript:alert(1)">a</a>',
    '<a href="java&#10;script:alert(1)">a</a>',
    '<a href="data:text/html,a">a</a>',
    '<script>alert(1)</script>',
    '<<b>script>alert(1)<</b>/script>',
    '<s<b>cript>alert(1)</script>',
    '<style><p title="</style><img src=x onerror=alert(1)>">',
    '<textarea><p title="</textarea><img src=x onerror=alert(1)>">',
    '<svg/onload=alert(1)>',
    '<svg><style><img src=x onerror=alert(1)></style></svg>',
    '<iframe srcdoc="a"></iframe>',
    '<!--<p title="--><img src=x onerror=alert(1)>">',
    '<b <img src=x onerror=alert(1)>',
    '<b title="',
    'a < b',
  ])('is shown as text where anything else is in it: %s', (markup) => {
    expect(createHTML(markup)).not.toContain('<');
    expect(createHTML(markup).replaceAll('&lt;', '<')).toBe(markup);
  });

  it('is looked through in time that grows with its length alone', () => {
    const startedMs = performance.now();
    expect(createHTML(`<b ${'title="a" '.repeat(100_000)}`)).not.toContain('<');
    expect(createHTML(`<b${' '.repeat(20_000)}`)).not.toContain('<');
    expect(createHTML('<b title="'.repeat(20_000))).not.toContain('<');
    expect(performance.now() - startedMs).toBeLessThan(5_000);
  });
});

it('no script is loaded but the workers of the editor', () => {
  expect(createScriptURL('/graphiql/editor-worker-0123456789abcdef.js')).not.toBeNull();
  for (const url of ['//a.example/graphiql/editor-worker-0123456789abcdef.js', 'data:,1', 'blob:1', '/web/topup.js']) {
    expect(createScriptURL(url)).toBeNull();
  }
});
