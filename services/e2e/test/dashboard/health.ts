import type { Browser } from 'playwright-core';
import { callApi, type System } from '../../src/api';
import { refuseBatches } from '../../src/batches';
import { signedInTab, waitUntilLoaded } from '../../src/dashboard-tab';

/** The verdict on the page Attribution health: both states, from the facts of the API. */
export function describeHealth(system: () => System, browser: () => Browser): void {
  test('the page Attribution health says what to do next, and the setup links to it', async () => {
    const tab = await signedInTab(browser(), system());
    const { page } = tab;
    await refuseBatches(page);
    // Other tests create sites that are not installed, and accounts without a channel.
    let [onlyDemo, unattributed] = [true, 0];
    await page.route('**/api/v1/sites?*', async (route) => {
      const response = await route.fetch();
      const { sites } = await response.json();
      const shown = sites.filter(({ id }: { id: number }) => !onlyDemo || id === 1);
      await route.fulfill({ response, json: { sites: shown } });
    });
    await page.route('**/api/v1/customers*', async (route) => {
      const response = await route.fetch();
      const { data, ...rest } = await response.json();
      await route.fulfill({ response, json: { ...rest, data: { ...data, customers: 10, unattributed } } });
    });
    const card = page.getByRole('region', { name: 'Next steps' });
    await tab.open('/setup');
    await page.getByRole('main').getByRole('link', { name: 'Attribution health' }).click();
    await page.waitForURL(/\/attribution$/);
    await waitUntilLoaded(page);
    expect(await card.getByRole('status').textContent()).toBe('Healthy. Nothing to do.');

    const { body: site } = await callApi(system(), 'POST', '/api/v1/sites', {
      body: { domain: 'not-installed.example' },
    });
    const { sites } = (await callApi(system(), 'GET', '/api/v1/sites?include=activity')).body;
    const open: unknown[] = sites.filter(
      ({ installed, activity }: { installed: boolean; activity: { lastEventAt: string | null } }) =>
        !installed && activity.lastEventAt === null,
    );
    [onlyDemo, unattributed] = [false, 4];
    await tab.open('/attribution?range=90d');
    expect(await card.locator('.headline').textContent()).toBe(`${open.length + 1} things to do:`);
    await card
      .getByRole('link', {
        name: 'Send visitor ids: 40% of the customers of the last 30 days have no channel',
      })
      .click();
    expect(await page.locator('#unattributed').boundingBox()).toMatchObject({ x: expect.any(Number) });
    await card.getByRole('link', { name: 'Install the script on not-installed.example' }).click();
    await page.waitForURL(new RegExp(`/sites/${site.id}/install$`));
    await callApi(system(), 'DELETE', `/api/v1/sites/${site.id}`);
    expect(tab.trouble).toEqual([]);
    await tab.context.close();
  });
}
