import type { Page } from '../discovery/page.ts';
import { dashboardHtml } from './dashboard-html.ts';
import { topupHtml } from './topup-html.ts';

/** Everything comes from this origin, nothing is inline, and nobody may frame a page that is given keys. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];

/** The dashboard makes no markup out of text, and the browser holds it to that. Wallets put scripts of theirs into the other. */
const NO_MARKUP = ["require-trusted-types-for 'script'", "trusted-types 'none'"];

/** For pages that make no markup out of text. */
export const STRICT_POLICY: readonly string[] = [...POLICY, ...NO_MARKUP];

/** The pages that people look at. They hold no data: their scripts ask the same API as everybody else. */
export function peoplePages(): readonly Page[] {
  return [
    page('dashboard', 'Checks, their evidence and a batch table, for people', dashboardHtml, STRICT_POLICY),
    page('topup', 'Buy credit or a pass with a browser wallet', topupHtml, POLICY),
  ];
}

/** A page for people with its policy. */
export function page(name: string, summary: string, html: string, policy: readonly string[]): Page {
  return {
    path: `/${name}`,
    operationId: name,
    summary,
    tag: 'Service',
    mediaType: 'text/html; charset=utf-8',
    headers: {
      'cache-control': 'no-cache',
      'content-security-policy': policy.join('; '),
      // A wallet that lives on a page of its own is opened in a window, and answers through it.
      'cross-origin-opener-policy': 'same-origin-allow-popups',
    },
    read: () => html,
  };
}
