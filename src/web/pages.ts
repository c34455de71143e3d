import type { Page } from '#http/page.ts';
import { dashboardHtml } from './dashboard-html.ts';
import { topupHtml } from './topup-html.ts';

/**
 * Everything comes from this origin, nothing is inline, and nobody may frame a page that is given keys. The pages make no markup out
 * of text, and the browser holds them to that. A wallet that registers by the Wallet Standard needs none either.
 */
const PAGE_POLICY: readonly string[] = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
];

/** The first script of a page whose library makes markup out of text. */
export const MARKUP_SCRIPT = '<script src="/web/markup.js"></script>';

/**
 * For a page with that script. What its library makes passes the default policy, which `client/markup.ts` creates. `dompurify` is
 * the policy of the sanitizer that is part of both libraries; a name can be taken once.
 */
export const MARKUP_POLICY: readonly string[] = [
  "require-trusted-types-for 'script'",
  'trusted-types default dompurify',
];

/** The pages that people look at. They hold no data: their scripts ask the same API as everybody else. */
export function peoplePages(): readonly Page[] {
  return [
    page('dashboard', 'Checks, their evidence and a batch table, for people', dashboardHtml),
    page('topup', 'Buy credit or a pass with a browser wallet', topupHtml),
  ];
}

/** A page for people. */
export function page(name: string, summary: string, html: string): Page {
  return {
    path: `/${name}`,
    operationId: name,
    summary,
    tag: 'Service',
    mediaType: 'text/html; charset=utf-8',
    headers: {
      'cache-control': 'no-cache',
      'content-security-policy': PAGE_POLICY.join('; '),
      // A wallet that lives on a page of its own is opened in a window, and answers through it.
      'cross-origin-opener-policy': 'same-origin-allow-popups',
    },
    read: () => html,
  };
}
