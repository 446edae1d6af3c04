import { waitFor } from '@headwater/kit/testing/wait-for';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { callApi } from '../api';
import type { System } from '../system';

const PATIENCE_MS = 60_000;

/** A tab of the dashboard, and what went wrong in it. */
export interface DashboardTab {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Errors of scripts, refusals of the policy and requests to other hosts so far. */
  readonly trouble: string[];
  /** Goes to a path and waits until everything there is loaded. */
  open(path: string): Promise<void>;
}

/** A one-time sign-in link, as a customer's server asks for it. */
export async function signInLink(system: System, rights: object = {}): Promise<string> {
  const { status, body } = await callApi(system, 'POST', '/api/v1/dashboard-links', { body: rights });
  if (status !== 201) throw new Error(`the sign-in link was answered ${status}`);
  return String(body.url);
}

/** A tab in a browser profile of its own that nobody is signed in to. */
export async function newTab(
  browser: Browser,
  system: System,
  options: BrowserContextOptions = {},
): Promise<DashboardTab> {
  const context = await browser.newContext({ locale: 'en-US', timezoneId: 'Europe/Paris', ...options });
  // Long enough for a machine that does much else.
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const trouble: string[] = [];
  page.on('pageerror', (error) => trouble.push(String(error)));
  page.on('console', (message) => {
    // A refused policy is told on the console; a refusal of the API is the page's to show.
    if (/Content Security Policy|violates/i.test(message.text())) trouble.push(message.text());
  });
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (/^https?:$/.test(protocol) && origin !== new URL(system.apiUrl).origin) trouble.push(request.url());
    if (request.headers()['authorization'] !== undefined) trouble.push(`a token went to ${request.url()}`);
  });
  const open = async (path: string): Promise<void> => {
    await page.goto(`${system.apiUrl}${path}`);
    await settled(page);
  };
  return { context, page, trouble, open };
}

/** A tab that somebody has just signed in to. */
export async function signedInTab(
  browser: Browser,
  system: System,
  options: BrowserContextOptions = {},
): Promise<DashboardTab> {
  const tab = await newTab(browser, system, options);
  await tab.page.goto(await signInLink(system));
  await tab.page.waitForURL(`${system.apiUrl}/`);
  await settled(tab.page);
  return tab;
}

/** Waits until a page shows its title and nothing on it is loading any more. */
export async function settled(page: Page): Promise<void> {
  await waitFor(`${page.url()} to be loaded`, () => page.evaluate<boolean>(IS_SETTLED), PATIENCE_MS);
}

/** As text: what runs in the page is no business of the compiler's. */
const IS_SETTLED = `Boolean(document.querySelector('h1, .state-title')) && !document.querySelector('.spinner, [aria-busy=true]')`;

/** The texts of a table's rows, the head left out. */
export async function rowsOf(page: Page, label: string): Promise<string[][]> {
  const rows = await page.locator(`table[aria-label="${label}"] tbody tr`).all();
  return Promise.all(rows.map((row) => row.locator('th, td').allTextContents()));
}
