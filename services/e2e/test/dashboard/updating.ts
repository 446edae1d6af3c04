import { waitFor } from '@headwater/kit/testing/wait-for';
import type { Browser, Page } from 'playwright-core';
import type { System } from '../../src/api';
import { newTab, signedInTab } from '../../src/dashboard-tab';

/** Tests pages during an update, while replicas of two versions respond. */
export function describeUpdating(system: () => System, browser: () => Browser): void {
  describe('a page whose files are missing on a replica', () => {
    test.each([
      ['common script', 'index-*.js'],
      ['own script', 'trash-page-*.js'],
      ['style', '*.css'],
    ])('reloads until its %s loads', async (_, files) => {
      const { page, context, trouble } = await signedInTab(browser(), system());
      let refused = 0;
      await page.route(`**/assets/${files}`, (route) =>
        refused++ < 2 ? route.fulfill({ status: 404, body: '' }) : route.continue(),
      );
      await page.goto(`${system().apiUrl}/trash?q=1`);
      await page.getByRole('heading', { name: 'Trash' }).waitFor();
      await until('the page to be complete', page, IS_COMPLETE);
      expect(refused).toBeGreaterThan(2);
      expect(page.url()).toBe(`${system().apiUrl}/trash?q=1`);
      // The counter is reset, so that the page survives the next update.
      await until(
        'the counter to be reset',
        page,
        '!(history.state ?? {}).reloads && !(history.state ?? {}).scriptReloads',
      );
      expect(trouble).toEqual([]);
      await context.close();
    });

    test('shows an error after five attempts', async () => {
      const { page, context } = await newTab(browser(), system());
      let attempts = 0;
      await page.route('**/assets/index-*.js', (route) => {
        attempts++;
        return route.fulfill({ status: 404, body: '' });
      });
      await page.goto(`${system().apiUrl}/`);
      await page.getByText('Headwater could not be loaded.').waitFor();
      expect(attempts).toBe(5);
      await context.close();
    });

    test('shows an error with the menu after five attempts to load its own script', async () => {
      const { page, context, trouble } = await signedInTab(browser(), system());
      let attempts = 0;
      await page.route('**/assets/trash-page-*.js', (route) => {
        attempts++;
        return route.fulfill({ status: 404, body: '' });
      });
      await page.goto(`${system().apiUrl}/trash`);
      await page.getByText('The page could not be loaded.').waitFor();
      expect(attempts).toBe(5);
      await page.getByRole('link', { name: 'Sites', exact: true }).click();
      await page.getByRole('heading', { name: 'Sites' }).waitFor();
      expect(trouble).toEqual([]);
      await context.close();
    });
  });
}

/** Waits until an expression is true. The expression may fail during a reload. */
const until = (what: string, page: Page, expression: string): Promise<unknown> =>
  waitFor(what, () => page.evaluate<boolean>(`Boolean(${expression})`).catch(() => false), 60_000);

const IS_COMPLETE = `document.querySelector('h1') && [...document.querySelectorAll('link[rel=stylesheet]')].every((link) => link.sheet?.cssRules.length)`;
