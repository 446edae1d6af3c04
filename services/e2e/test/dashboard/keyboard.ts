import { randomBytes } from 'node:crypto';
import { waitFor } from '@headwater/kit/testing/wait-for';
import type { Browser, Page } from 'playwright-core';
import { callApi, type System } from '../../src/api';
import { newTab, signInLink, waitUntilLoaded } from '../../src/dashboard-tab';

/** More than the focusable elements of any page of the test. */
const MAX_TABS = 150;

/** The label of the focused element, and whether its focus is visible. A string, because it runs in the browser. */
const FOCUSED = `(() => {
  const element = document.activeElement;
  const { labels, textContent } = element;
  const text = element.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? textContent;
  // The body has the focus while that of the browser is on its own controls.
  const isVisible = element === document.body || getComputedStyle(element).outlineStyle !== 'none';
  return { text: element === document.body ? '' : text.trim(), isVisible };
})()`;

/** Tests the first tasks of a user without a mouse. */
export function describeKeyboard(system: () => System, browser: () => Browser): void {
  test('a user signs in, adds a site, connects Stripe and creates a goal with the keyboard only', async () => {
    const { page, context, trouble } = await newTab(browser(), system(), { reducedMotion: 'reduce' });
    const get = async (path: string) => (await callApi(system(), 'GET', `/api/v1/${path}`)).body;

    await page.goto(`${system().apiUrl}/integrations`);
    await page.waitForURL(/\/sign-in\?next=/);
    await waitUntilLoaded(page);
    await tabTo(page, /^Copy$/);
    await page.goto(await signInLink(system()));
    await page.waitForURL(`${system().apiUrl}/`);
    await waitUntilLoaded(page);

    await tabTo(page, /^Add site$/);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/sites\/new$/);
    await waitUntilLoaded(page);
    await tabTo(page, /^Domain/);
    await page.keyboard.type('keyboard.example');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/sites\/\d+\/install$/);
    await waitUntilLoaded(page);
    const [, id = ''] = /\/sites\/(\d+)\//.exec(page.url()) ?? [];
    expect(await get(`sites/${id}`)).toMatchObject({ domain: 'keyboard.example' });

    await tabTo(page, /^Integrations$/, 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/integrations$/);
    await waitUntilLoaded(page);
    await tabTo(page, /^Connect Stripe$/);
    await page.keyboard.press('Enter');
    await tabTo(page, /Signing secret/);
    await page.keyboard.type(`whsec_${randomBytes(24).toString('hex')}`);
    await tabTo(page, /^Save$/);
    await page.keyboard.press('Space');
    await waitFor('Stripe to be connected', async () => (await get('integrations/stripe')).configured);
    await page.locator('dialog[open]').waitFor({ state: 'detached' });

    await tabTo(page, /^Sites$/, 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${system().apiUrl}/`);
    await waitUntilLoaded(page);
    await tabTo(page, /^keyboard\.example/);
    await page.keyboard.press('Enter');
    // A site that has had no visit opens its installation.
    await page.waitForURL(/\/sites\/\d+(\/install)?$/);
    await waitUntilLoaded(page);
    await tabTo(page, /^Goals$/, 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/goals$/);
    await waitUntilLoaded(page);
    await tabTo(page, /^New goal$/);
    await page.keyboard.press('Enter');
    await tabTo(page, /^Trigger/);
    await page.keyboard.press('ArrowDown');
    await tabTo(page, /^Path/);
    await page.keyboard.type('/thanks');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: '/thanks' }).waitFor();
    expect((await get(`sites/${id}/goals`)).goals).toMatchObject([{ type: 'page', path: '/thanks' }]);

    expect(trouble).toEqual([]);
    await context.close();
    await callApi(system(), 'DELETE', '/api/v1/integrations/stripe');
    await callApi(system(), 'DELETE', `/api/v1/sites/${id}`);
  }, 120_000);
}

/**
 * Presses Tab until an element with a label has the focus. Fails if the focus of an element on the way is invisible. Elements before
 * the focus need `Shift+Tab`: after the last element, Tab leaves the page, and the driver of Firefox does not bring the focus back.
 */
async function tabTo(page: Page, label: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const passed: string[] = [];
  while (passed.length < MAX_TABS) {
    await page.keyboard.press(key);
    const { text, isVisible } = await page.evaluate<{ text: string; isVisible: boolean }>(FOCUSED);
    expect({ text, isVisible }).toEqual({ text, isVisible: true });
    if (label.test(text)) return;
    passed.push(text);
  }
  throw new Error(`Tab did not reach ${label.source}. It reached: ${passed.join(', ')}`);
}
