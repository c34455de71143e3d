import type { Locator, Page } from 'playwright-core';
import type { Browsing } from './browsing.ts';

/** Gives the dashboard a key. */
export async function useKey(page: Page, key: string): Promise<void> {
  await page.getByLabel('Key with credit or a pass').fill(key);
  await page.getByRole('button', { name: 'Use key' }).click();
}

export const subjects = (page: Page): Locator => page.getByLabel('Addresses or mints');
export const askButton = (page: Page): Locator => page.getByRole('button', { name: 'Ask', exact: true });
export const card = (page: Page): Locator => page.getByRole('article', { name: 'The chosen answer' });

/** Waits until nothing is asked any more. */
export const ended = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'hidden' });

/** Waits until the page says it in a place that readers of the screen are told of. */
export const saysSo = (page: Page, text: string): Promise<void> =>
  page.getByRole('status').filter({ hasText: text }).waitFor();

/** A sample of the sandbox, as the service tells it. */
export interface Sample {
  readonly kind: 'wallet' | 'token' | 'trade' | 'funder';
  readonly subject: string;
  readonly verdict: string;
}

/** One sample of the sandbox for each verdict of each kind. */
export async function firstSamples({ service }: Browsing): Promise<readonly Sample[]> {
  const response = await fetch(`${service.url}/sandbox`);
  const { samples: all }: { samples: readonly Sample[] } = await response.json();
  const first = (one: Sample) => all.find(({ kind, verdict }) => kind === one.kind && verdict === one.verdict);
  return all.filter((one) => first(one) === one);
}
