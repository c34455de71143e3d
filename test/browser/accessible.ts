import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[];
}

/**
 * Expects a page to be usable by everybody: nothing that axe finds by WCAG 2.2 AA and by good practice, and nothing that is
 * wider than the window. The rules run in a world of their own, where the page's policy holds and is not weakened.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const found = await violations(page);
  const lines = found.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target} ${node.failureSummary}`));
  expect(lines).toEqual([]);
  await expectFitting(page);
}

/** Expects nothing to be wider than the window. */
export async function expectFitting(page: Page): Promise<void> {
  const excess = await page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - innerWidth);
  expect(excess).toBeLessThanOrEqual(0);
}

async function violations(page: Page): Promise<readonly Violation[]> {
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName: 'rules',
  });
  await session.send('Runtime.evaluate', { expression: axe, contextId });
  const run = `axe.run(document, { runOnly: ${JSON.stringify(RULES)} }).then(({ violations }) => violations)`;
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression: run,
    contextId,
    awaitPromise: true,
    returnByValue: true,
  });
  await session.detach();
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return result.value as readonly Violation[];
}
