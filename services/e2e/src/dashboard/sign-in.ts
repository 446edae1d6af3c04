import type { Browser } from 'playwright-core';
import type { System } from '../system';
import { newTab, settled, signedInTab, signInLink } from './signed-in';

/** Who gets in, and out again. */
export function describeSignIn(system: () => System, browser: () => Browser): void {
  describe('signing in', () => {
    test('a link leads in once, and to the page that one wanted', async () => {
      const { context, page, trouble } = await newTab(browser(), system());
      await page.goto(`${system().apiUrl}/tokens?q=1`);
      await page.waitForURL(/\/sign-in\?next=/);
      await page.getByRole('heading', { name: 'Sign in to Headwater' }).waitFor();

      const link = await signInLink(system());
      const [address, code] = link.split('#');
      await page.goto(`${address}?next=%2Fbin#${code}`);
      await page.waitForURL(`${system().apiUrl}/bin`);
      await settled(page);
      expect(await page.title()).toBe('Bin · Headwater');
      const cookies = await context.cookies();
      expect(cookies).toEqual([expect.objectContaining({ httpOnly: true, sameSite: 'Strict' })]);
      // Nothing that a script could read, and send elsewhere.
      expect(
        await page.evaluate('document.cookie + JSON.stringify({ ...localStorage, ...sessionStorage })'),
      ).toBe('{}');
      expect(trouble).toEqual([]);
      await context.close();

      const late = await newTab(browser(), system());
      await late.page.goto(link);
      expect(await late.page.getByRole('alert').textContent()).toMatch(/used already/);
      expect(late.page.url()).not.toContain(code);
      // A fresh one in the same tab: but for its fragment it is where one is.
      await late.page.goto(await signInLink(system()));
      await late.page.waitForURL(`${system().apiUrl}/`);
      await late.context.close();
    });

    test('leads nowhere but to pages of its own', async () => {
      const { context, page } = await newTab(browser(), system());
      const [address, code] = (await signInLink(system())).split('#');
      await page.goto(`${address}?next=%2F%2Fevil.example%2F#${code}`);
      await page.waitForURL(`${system().apiUrl}/`);
      await context.close();
    });

    test('signing out ends the session here, and everywhere', async () => {
      const [one, two] = [await signedInTab(browser(), system()), await signedInTab(browser(), system())];
      const leave = async (name: string): Promise<void> => {
        await one.page.getByText('Sign out', { exact: true }).click();
        await one.page.getByRole('button', { name }).click();
        await one.page.getByRole('heading', { name: 'You are signed out' }).waitFor();
      };
      const otherTab = await one.context.newPage();
      await otherTab.goto(`${system().apiUrl}/bin`);
      await settled(otherTab);
      await leave('Of this browser');
      await otherTab.waitForURL(/\/sign-in\?next=%2Fbin$/);
      await two.open('/bin');
      expect(await two.page.title()).toBe('Bin · Headwater');

      await one.page.goto(await signInLink(system()));
      await one.page.waitForURL(`${system().apiUrl}/`);
      await leave('Everywhere');
      // A session is remembered for a few seconds at most.
      const end = Date.now() + 60_000;
      while (!two.page.url().includes('/sign-in') && Date.now() < end) {
        await two.page.goto(`${system().apiUrl}/bin`);
        await settled(two.page);
      }
      expect(two.page.url()).toContain('/sign-in?next=%2Fbin');
      await one.context.close();
      await two.context.close();
    });
  });
}
