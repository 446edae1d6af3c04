import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { callApi, type System } from '../../src/api';
import { signedInTab } from '../../src/dashboard-tab';
import { DOWNLOAD_EVENTS, testInChromium } from './chromium-only';

const WINDOW = 'from=2026-03-01&to=2026-03-05&timezone=UTC';

/** Tests that the overview shows daily totals imported from another product. */
export function describeImported(system: () => System, browser: () => Browser): void {
  testInChromium(
    'the overview shows imported history, where it ends, and hides it from filtered views',
    DOWNLOAD_EVENTS,
    async () => {
      const made = await callApi(system(), 'POST', '/api/v1/sites', { body: { domain: 'moved.example' } });
      const { id } = made.body;
      const lines = [
        '"date","visitors","pageviews","bounces","visits","visit_duration"',
        '"2026-03-01",30,90,10,40,400',
        '"2026-03-03",1000,3000,10,2000,400',
      ];
      const imported = await callApi(system(), 'POST', `/api/v1/sites/${id}/import?source=plausible`, {
        body: `${lines.join('\n')}\n`,
        headers: { 'content-type': 'text/csv' },
      });
      expect(imported.body).toEqual({ taken: 2, refused: 0, errors: [] });

      const tab = await signedInTab(browser(), system());
      const { page } = tab;
      await tab.open(`/sites/${id}?${WINDOW}`);
      const card = page.getByRole('region', { name: 'Visits', exact: true });
      expect(await card.getByText('Imported history:').textContent()).toBe(
        'Imported history: 1,030 daily visitors, 2,040 sessions and 3,090 pageviews on 2 days. ' +
          'The metrics above do not include them.',
      );
      await card.getByText('Show as a table').click();
      const table = card.locator('.chart-table');
      expect(await table.locator('thead th').allTextContents()).toEqual([
        ...['When', 'Visitors', 'Daily visitors (imported)'],
      ]);
      expect(await table.locator('tbody td:last-child').allTextContents()).toEqual([
        ...['30', '–', '1,000', '–', '–'],
      ]);
      expect(await table.locator('tbody th', { hasText: 'import ends' }).allTextContents()).toEqual([
        'Tue, Mar 3, 2026 (import ends)',
      ]);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        card.getByRole('button', { name: 'CSV' }).click(),
      ]);
      expect(readFileSync(await download.path(), 'utf8')).toContain('"2026-03-03",0,0,0,1000,2000,3000');

      // The import may continue after the time range.
      await tab.open(`/sites/${id}?from=2026-03-01&to=2026-03-03&timezone=UTC`);
      expect(await card.locator('tbody th', { hasText: 'import ends' }).count()).toBe(0);
      expect(await card.getByText('Imported history:').count()).toBe(1);

      // Daily totals can't be filtered.
      await tab.open(`/sites/${id}?${WINDOW}&filter[country]=DE`);
      expect(await card.getByText('Imported history:').count()).toBe(0);
      expect(tab.trouble).toEqual([]);
      await tab.context.close();
      await callApi(system(), 'DELETE', `/api/v1/sites/${id}`);
    },
  );
}
