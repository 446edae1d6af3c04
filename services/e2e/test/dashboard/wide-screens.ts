import type { Browser, Locator } from 'playwright-core';
import { callApi, type System } from '../../src/api';
import { signedInTab, type DashboardTab } from '../../src/dashboard-tab';

/** Tests the layouts for large screens. */
export function describeWideScreens(system: () => System, browser: () => Browser): void {
  describe('on a screen of 2,560 px', () => {
    let tab: DashboardTab;
    beforeAll(async () => {
      tab = await signedInTab(browser(), system(), { viewport: { width: 2560, height: 1440 } });
    });
    afterAll(() => tab.context.close());

    const boxOf = async (element: Locator) => {
      const { x, y, width, height } = (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      return { left: x, right: x + width, bottom: y + height };
    };

    test.each([
      ['/setup', '.setup-steps'],
      ['/sites/1/sharing', '.share-list'],
      ['/sites/1/journeys', '.halves'],
    ])('the only card of %s ends at the right edge of the page', async (path, content) => {
      await tab.open(path);
      const card = tab.page.locator('.card', { has: tab.page.locator(content) });
      expect((await boxOf(card)).right).toBeCloseTo((await boxOf(tab.page.locator('.page-head'))).right);
    });

    test('a funnel has its steps beside its breakdown, each with its number at the end of its bar', async () => {
      await tab.open('/sites/1/journeys');
      const { page } = tab;
      const steps = await boxOf(page.locator('.funnel'));
      expect((await boxOf(page.locator('.halves table'))).left).toBeGreaterThan(steps.right);
      const numbers = await page.locator('.funnel-name .number').all();
      expect(numbers).toHaveLength(3);
      for (const number of numbers) expect((await boxOf(number)).right).toBeCloseTo(steps.right);
    });

    test('share links are beside each other', async () => {
      const path = '/api/v1/sites/1/share-links';
      const links = await Promise.all([1, 2].map(() => callApi(system(), 'POST', path, { body: {} })));
      await tab.open('/sites/1/sharing');
      const [first, second] = await Promise.all((await tab.page.locator('.share-link').all()).map(boxOf));
      expect(second?.left).toBeGreaterThan(first?.right ?? Infinity);
      for (const { body } of links) await callApi(system(), 'DELETE', `${path}/${body.id}`);
    });

    test.each(['/acquisition?range=90d', '/customers'])(
      'no card of %s is empty below its content',
      async (path) => {
        await tab.open(path);
        const cards = await tab.page.locator('.grid-beside > .card').all();
        expect(cards.length).toBeGreaterThan(1);
        for (const card of cards) {
          const content = await boxOf(card.locator('.card-body > :last-child'));
          expect((await boxOf(card)).bottom - content.bottom).toBeLessThan(20);
        }
      },
    );
  });
}
