import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * How often each sort of element is in the page, or in the part of it that a selector names: tag and names of attributes. Texts
 * that became nothing but text leave it as any other text does.
 */
export async function elementCounts(page: Page, within = ':root'): Promise<Readonly<Record<string, number>>> {
  return await page.evaluate((selector) => {
    const counts: Record<string, number> = {};
    for (const element of document.querySelectorAll(`:is(${selector}), :is(${selector}) *`)) {
      const sort = [element.tagName, ...element.getAttributeNames().sort()].join(' ');
      counts[sort] = (counts[sort] ?? 0) + 1;
    }
    return counts;
  }, within);
}

/** What no page of the service has. */
const FOREIGN =
  'iframe, object, embed, base, math, marquee, video, audio, svg :is(a, image, script, foreignObject, style)';

/**
 * Elements that no page of the service has, each as it begins: handlers in attributes, scripts that are not loaded from here, pictures
 * of other origins, frames, objects, and links that are none of the web.
 */
export async function strangeElements(page: Page): Promise<readonly string[]> {
  return await page.evaluate((foreign) => {
    const fromHere = new RegExp(`^${location.origin}/`);
    const ours: Readonly<Record<string, RegExp>> = {
      A: /^(?:(?:https?|mailto):.*)?$/,
      IMG: new RegExp(`^data:image/|^${location.origin}/logo\\.svg$`),
      LINK: fromHere,
      SCRIPT: fromHere,
    };
    const isStrange = (element: Element): boolean => {
      if (element.getAttributeNames().some((name) => /^(?:on.*|srcdoc|action|formaction)$/i.test(name))) return true;
      if (element.matches(foreign)) return true;
      if (element.matches('script[type="application/json"]')) return false;
      const { href, src } = element as { href?: unknown; src?: unknown };
      return ours[element.tagName]?.test(String(href ?? src)) === false;
    };
    // The editors of /graphql stand in shadow trees.
    const below = (root: ParentNode): readonly Element[] =>
      [...root.querySelectorAll('*')].flatMap((one) => [one, ...(one.shadowRoot ? below(one.shadowRoot) : [])]);
    return below(document)
      .filter(isStrange)
      .map((element) => element.outerHTML.slice(0, 200));
  }, FOREIGN);
}

/** Expects that no text became an element, opened a page or a frame, or led the page elsewhere. */
export async function expectOnlyText(page: Page, path: string): Promise<void> {
  expect(await strangeElements(page)).toEqual([]);
  expect(new URL(page.url()).pathname).toBe(path);
  expect(page.frames()).toHaveLength(1);
  expect(page.context().pages()).toHaveLength(1);
}
