import type { BrowserContext, ConsoleMessage } from 'playwright-core';

/** What went wrong in a context so far, in words. */
export type Troubles = string[];

/** What a test expects to see refused: statuses of answers that the browser writes into its console as errors; 0: no answer. */
export type Allowed = readonly number[];

const REFUSED =
  /^Failed to load resource: (?:the server responded with a status of (\d{3})|net::ERR_INTERNET_DISCONNECTED)/;

/**
 * Notes every console error, uncaught error, violation of the content security policy, request to another origin than
 * `origin`, request that failed, and dialog that is no question of ours, in all pages of a context. Call it before the first page
 * is opened.
 */
export async function watch(context: BrowserContext, origin: string, allowed: Allowed): Promise<Troubles> {
  const troubles: Troubles = [];
  context.on('console', (message) => {
    if (isTrouble(message, allowed)) troubles.push(`console ${message.type()}: ${message.text()}`);
  });
  context.on('weberror', (error) => troubles.push(`uncaught: ${error.error().stack ?? error.error().message}`));
  context.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url());
    if (protocol.startsWith('http') && asked !== origin) troubles.push(`request to ${request.url()}`);
  });
  context.on('dialog', (dialog) => {
    // The pages ask before they forget something: the test that makes them ask has the answer.
    if (dialog.type() === 'confirm') return;
    troubles.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await context.exposeFunction('noteViolation', (what: string) => {
    troubles.push(`policy violation: ${what}`);
  });
  await context.addInitScript(() => {
    const note = (globalThis as unknown as { noteViolation: (what: string) => void }).noteViolation;
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
      note(`${violatedDirective} ${blockedURI} ${sample}`);
    });
  });
  return troubles;
}

function isTrouble(message: ConsoleMessage, allowed: Allowed): boolean {
  const type = message.type();
  if (type !== 'error' && type !== 'warning') return false;
  const refused = REFUSED.exec(message.text());
  return refused === null || !allowed.includes(Number(refused[1] ?? 0));
}
