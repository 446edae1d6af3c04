import type { Browser } from 'playwright-core';
import type { System } from '../../src/api';
import { newTab, waitUntilLoaded, signedInTab, signInLink } from '../../src/dashboard-tab';

/** Tests signing in and out. */
export function describeSignIn(system: () => System, browser: () => Browser): void {
  describe('signing in', () => {
    test('a link works once and opens the requested page', async () => {
      const { context, page, trouble } = await newTab(browser(), system());
      await page.goto(`${system().apiUrl}/tokens?q=1`);
      await page.waitForURL(/\/sign-in\?next=/);
      await page.getByRole('heading', { name: 'Sign in to Headwater' }).waitFor();

      const link = await signInLink(system());
      const [address, code] = link.split('#');
      await page.goto(`${address}?next=%2Ftrash#${code}`);
      await page.waitForURL(`${system().apiUrl}/trash`);
      await waitUntilLoaded(page);
      expect(await page.title()).toBe('Trash · Headwater');
      const cookies = await context.cookies();
      expect(cookies).toEqual([expect.objectContaining({ httpOnly: true, sameSite: 'Strict' })]);
      // Scripts can read no credentials.
      expect(
        await page.evaluate('document.cookie + JSON.stringify({ ...localStorage, ...sessionStorage })'),
      ).toBe('{}');
      expect(trouble).toEqual([]);
      await context.close();

      const late = await newTab(browser(), system());
      await late.page.goto(link);
      expect(await late.page.getByRole('alert').textContent()).toMatch(/already used/);
      expect(late.page.url()).not.toContain(code);
      // A new link in the same tab differs only in its fragment.
      await late.page.goto(await signInLink(system()));
      await late.page.waitForURL(`${system().apiUrl}/`);
      await late.context.close();
    });

    test('a session of certain sites sees only pages that it may read', async () => {
      const { context, page, trouble } = await newTab(browser(), system());
      const scopes = ['stats:read', 'sites:read', 'identify', 'payments'];
      await page.goto(await signInLink(system(), { scopes, sites: [1] }));
      await page.waitForURL(`${system().apiUrl}/`);
      await waitUntilLoaded(page);
      expect(await page.locator('.menu a').allTextContents()).toEqual(['Sites']);
      await page.goto(`${system().apiUrl}/sites/1?range=30d`);
      await waitUntilLoaded(page);
      expect(await page.getByRole('alert').count()).toBe(0);
      expect(trouble).toEqual([]);
      await context.close();
    });

    test('a link does not replace an open session unnoticed', async () => {
      const { context, page, trouble } = await signedInTab(browser(), system());
      const cookie = async () => (await context.cookies())[0]?.value;
      const before = await cookie();
      await page.goto(await signInLink(system()));
      await page.getByRole('heading', { name: 'You are already signed in' }).waitFor();
      await page.getByRole('button', { name: 'Keep the session' }).click();
      await page.waitForURL(`${system().apiUrl}/`);
      expect(await cookie()).toBe(before);
      await page.goto(await signInLink(system()));
      await page.getByRole('button', { name: 'Sign in with the link' }).click();
      await page.waitForURL(`${system().apiUrl}/`);
      expect(await cookie()).not.toBe(before);
      expect(trouble).toEqual([]);
      await context.close();
    });

    // Browsers ignore tabs in URLs.
    test.each(['//evil.example/', '/\t/evil.example/'])(
      'never redirects to another host: %j',
      async (next) => {
        const { context, page } = await newTab(browser(), system());
        const [address, code] = (await signInLink(system())).split('#');
        await page.goto(`${address}?next=${encodeURIComponent(next)}#${code}`);
        await page.waitForURL(`${system().apiUrl}/`);
        await context.close();
      },
    );

    test('signing out ends the session in this browser, or in all browsers', async () => {
      const [one, two] = [await signedInTab(browser(), system()), await signedInTab(browser(), system())];
      const leave = async (name: string): Promise<void> => {
        await one.page.getByText('Account', { exact: true }).click();
        await one.page.getByRole('button', { name }).click();
        await one.page.getByRole('heading', { name: 'You are signed out' }).waitFor();
      };
      const otherTab = await one.context.newPage();
      await otherTab.goto(`${system().apiUrl}/trash`);
      await waitUntilLoaded(otherTab);
      await leave('Sign out of this browser');
      await otherTab.waitForURL(/\/sign-in\?next=%2Ftrash$/);
      await two.open('/trash');
      expect(await two.page.title()).toBe('Trash · Headwater');

      await one.page.goto(await signInLink(system()));
      await one.page.waitForURL(`${system().apiUrl}/`);
      await leave('Sign out everywhere');
      // The gateway caches sessions for a few seconds.
      const end = Date.now() + 60_000;
      while (!two.page.url().includes('/sign-in') && Date.now() < end) {
        await two.page.goto(`${system().apiUrl}/trash`);
        await waitUntilLoaded(two.page);
      }
      expect(two.page.url()).toContain('/sign-in?next=%2Ftrash');
      await one.context.close();
      await two.context.close();
    });
  });
}
