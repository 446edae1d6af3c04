import { waitFor } from '@headwater/kit/testing/wait-for';
import type { Browser, Page } from 'playwright-core';
import type { System } from '../system';
import { newTab, signedInTab } from './signed-in';

/** While replicas of two versions answer. */
export function describeUpdating(system: () => System, browser: () => Browser): void {
  describe('a page whose files another replica has', () => {
    test.each(['js', 'css'])('loads itself anew until it is whole: %s', async (kind) => {
      const { page, context, trouble } = await signedInTab(browser(), system());
      let refused = 0;
      await page.route(`**/assets/*.${kind}`, (route) =>
        refused++ < 2 ? route.fulfill({ status: 404, body: '' }) : route.continue(),
      );
      await page.goto(`${system().apiUrl}/bin?q=1`);
      await page.getByRole('heading', { name: 'Bin' }).waitFor();
      await until('the page to be whole', page, IS_WHOLE);
      expect(refused).toBeGreaterThan(2);
      expect(page.url()).toBe(`${system().apiUrl}/bin?q=1`);
      // It starts to count anew: the next update finds it as patient.
      await until('the count to be gone', page, '!(history.state ?? {}).reloads');
      expect(trouble).toEqual([]);
      await context.close();
    });

    test('says so in the end, rather than to go on for ever', async () => {
      const { page, context } = await newTab(browser(), system());
      let asked = 0;
      await page.route('**/assets/*.js', (route) => {
        asked++;
        return route.fulfill({ status: 404, body: '' });
      });
      await page.goto(`${system().apiUrl}/`);
      await page.getByText('Headwater could not be loaded.').waitFor();
      expect(asked).toBe(5);
      await context.close();
    });
  });
}

/** @param expression fails while another document takes the place of this one */
const until = (what: string, page: Page, expression: string): Promise<unknown> =>
  waitFor(what, () => page.evaluate<boolean>(`Boolean(${expression})`).catch(() => false), 60_000);

const IS_WHOLE = `document.querySelector('h1') && [...document.querySelectorAll('link[rel=stylesheet]')].every((link) => link.sheet?.cssRules.length)`;
