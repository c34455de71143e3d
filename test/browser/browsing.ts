import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';
import { hangMs } from '../support/pace.ts';
import { type ServiceProcess, startProcess } from '../support/service.ts';
import { type Allowed, type Troubles, watch } from './watch.ts';

/** How a page is opened. Narrow is a phone of 360 px, wide a desk of 1440 px. */
export interface Look {
  readonly width?: 'narrow' | 'wide';
  readonly theme?: 'light' | 'dark';
  /** Statuses of answers that the test provokes; every other refusal in the console fails it. */
  readonly allowed?: Allowed;
  /** The origin of another service to look at than the file's own. */
  readonly origin?: string;
  /** Called before the first page is opened. */
  readonly prepare?: (context: BrowserContext) => Promise<unknown>;
}

/** The service in its sandbox and a browser that looks at it. */
export interface Browsing {
  readonly service: ServiceProcess;
  /** The JSON-RPC address of the sandbox's chain. */
  readonly rpcUrl: string;
  /** A page in a context of its own, which ends with the test. */
  open(path: string, look?: Look): Promise<Page>;
  /** What goes wrong in the context of a page, as it happens. From now on it is the test's own business and does not fail it. */
  troublesOf(page: Page): readonly string[];
}

/** Each width and each theme once: a theme changes colours alone, and a width changes none. */
export const looks = [
  { width: 'narrow', theme: 'light' },
  { width: 'wide', theme: 'dark' },
] as const satisfies readonly Look[];

const SIZES = { narrow: { width: 360, height: 800 }, wide: { width: 1440, height: 900 } };
/** Debian's Chromium without windows, which takes half of the processor time; the whole one serves as well. */
const HEADLESS = '/usr/bin/chromium-headless-shell';
const WHOLE = '/usr/bin/chromium';
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const ACTION_MS_MAX = hangMs(60_000);

/**
 * Starts the built service with its sandbox and one browser for the tests of a file. A test fails when anything went wrong
 * in a page that it opened, whatever it looked at itself (`watch`). `CHROMIUM` names the browser; Debian's otherwise. The
 * service gets `env`.
 */
export function useBrowsing(env: Readonly<Record<string, string>> = {}): Browsing {
  let service: ServiceProcess;
  let browser: Browser;
  let rpcUrl: string;
  const opened: { readonly context: BrowserContext; readonly troubles: Troubles; expected?: true }[] = [];

  beforeAll(async () => {
    const executablePath = process.env.CHROMIUM ?? (existsSync(HEADLESS) ? HEADLESS : WHOLE);
    const launched = chromium.launch({ executablePath, args: FLAGS, timeout: ACTION_MS_MAX });
    [service, browser] = await Promise.all([startProcess(env), launched]);
    // The service is ready a moment before it has printed where its sandbox is.
    rpcUrl = await vi.waitFor(() => sandboxOf(service), { timeout: hangMs(60_000) });
  });
  afterAll(async () => {
    await browser?.close();
    await service?.end();
  });
  afterEach(async () => {
    const all = opened.splice(0);
    await Promise.all(all.map(({ context }) => context.close()));
    expect(all.flatMap(({ troubles, expected }) => (expected ? [] : troubles))).toEqual([]);
  });

  return {
    get service() {
      return service;
    },
    get rpcUrl() {
      return rpcUrl;
    },
    async open(path, { width = 'wide', theme = 'light', allowed = [], origin = service.url, prepare } = {}) {
      const context = await browser.newContext({
        viewport: SIZES[width],
        colorScheme: theme,
        baseURL: origin,
        reducedMotion: 'reduce',
      });
      context.setDefaultTimeout(ACTION_MS_MAX);
      opened.push({ context, troubles: await watch(context, origin, allowed) });
      await prepare?.(context);
      const page = await context.newPage();
      await page.goto(path);
      return page;
    },
    troublesOf(page) {
      const found = opened.find(({ context }) => context === page.context());
      if (!found) throw new Error('the page is none of this test');
      found.expected = true;
      return found.troubles;
    },
  };
}

function sandboxOf(service: ServiceProcess): string {
  const [, url] = /sandbox RPC +(\S+)/.exec(service.output()) ?? [];
  if (url === undefined) throw new Error('the service has not printed its sandbox');
  return url;
}

/** The API key with sandbox credit that the service printed. */
export function printedKey({ service }: Browsing): string {
  const [, key] = /API key +(\S+)/.exec(service.output()) ?? [];
  if (key === undefined) throw new Error('the service has not printed its key');
  return key;
}

/** Writes a picture of the whole page where `SHOTS_DIR` says; nothing without it. */
export async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.SHOTS_DIR;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

/** Has the browser send these headers with every request from now on. */
export async function sendHeaders(page: Page, headers: Readonly<Record<string, string>>): Promise<void> {
  await page.context().setExtraHTTPHeaders({ ...headers });
}
