import { IS_FIREFOX } from '@headwater/kit/testing/browser';
import { waitFor } from '@headwater/kit/testing/wait-for';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { callApi, type System } from './api';
import { showReads } from './batches';

const PATIENCE_MS = 60_000;

/** The dark theme, because the driver of Firefox emulates no color scheme. A string, because it runs in the browser. */
const CHOOSE_DARK = `if (location.protocol === 'http:') localStorage.setItem('headwater-theme', 'dark')`;

/** A browser tab with the dashboard. */
export interface DashboardTab {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Script errors, violations of the content security policy and requests to other hosts so far. */
  readonly trouble: string[];
  /** Opens a path and waits until the page is loaded. */
  open(path: string): Promise<void>;
}

/** Creates a one-time sign-in link, as a customer's server does. */
export async function signInLink(system: System, rights: object = {}): Promise<string> {
  const { status, body } = await callApi(system, 'POST', '/api/v1/dashboard-links', { body: rights });
  if (status !== 201) throw new Error(`creating the sign-in link returned ${status}`);
  return String(body.url);
}

/** A tab with its own browser profile and without a session. */
export async function newTab(
  browser: Browser,
  system: System,
  options: BrowserContextOptions = {},
): Promise<DashboardTab> {
  const context = await browser.newContext({ locale: 'en-US', timezoneId: 'Europe/Paris', ...options });
  // Long enough for a busy machine.
  context.setDefaultTimeout(PATIENCE_MS);
  await showReads(context);
  if (IS_FIREFOX && options.colorScheme === 'dark') await context.addInitScript(CHOOSE_DARK);
  const page = await context.newPage();
  const trouble: string[] = [];
  page.on('pageerror', (error) => {
    // Firefox reports a missing script as an error of the page, which then reloads.
    if (!/^Loading module from .+ was blocked because of a disallowed MIME type/.test(error.message))
      trouble.push(String(error));
  });
  page.on('console', (message) => {
    // Policy violations appear on the console. The page itself shows errors of the API.
    if (/Content Security Policy|violates/i.test(message.text())) trouble.push(message.text());
  });
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (/^https?:$/.test(protocol) && origin !== new URL(system.apiUrl).origin) trouble.push(request.url());
    if (request.headers()['authorization'] !== undefined) trouble.push(`a token went to ${request.url()}`);
  });
  const open = async (path: string): Promise<void> => {
    await page.goto(`${system.apiUrl}${path}`);
    await waitUntilLoaded(page);
  };
  return { context, page, trouble, open };
}

/** A tab with a new session. */
export async function signedInTab(
  browser: Browser,
  system: System,
  options: BrowserContextOptions = {},
): Promise<DashboardTab> {
  const tab = await newTab(browser, system, options);
  await tab.page.goto(await signInLink(system));
  await tab.page.waitForURL(`${system.apiUrl}/`);
  await waitUntilLoaded(tab.page);
  return tab;
}

/** Waits until a page shows its title and no loading indicator. */
export async function waitUntilLoaded(page: Page): Promise<void> {
  await waitFor(`${page.url()} to be loaded`, () => page.evaluate<boolean>(IS_LOADED), PATIENCE_MS);
}

/** A string, because the code runs in the browser. */
const IS_LOADED = `Boolean(document.querySelector('h1, .state-title')) && !document.querySelector('.spinner, [aria-busy=true]')`;

/** The texts of the body rows of a table. */
export async function rowsOf(page: Page, label: string): Promise<string[][]> {
  const rows = await page.locator(`table[aria-label="${label}"] tbody tr`).all();
  return Promise.all(rows.map((row) => row.locator('th, td').allTextContents()));
}

/** The paths of all pages; pages of a site for the given site. */
export function pagesOf(site: number): string[] {
  const ofSite = [
    '',
    '/events',
    '/goals',
    '/journeys',
    '/journeys?show=retention',
    '/quality',
    '/sharing',
    '/install',
    '/data',
    '/settings',
  ];
  return [
    '/',
    '/trash',
    '/sites/new',
    ...ofSite.map((path) => `/sites/${site}${path}`),
    '/setup',
    '/revenue',
    '/acquisition',
    '/attribution',
    '/cohorts',
    '/customers',
    '/customers/1',
    '/integrations',
    '/tokens',
    '/agents',
    '/audit',
    '/nothing-here',
  ];
}
