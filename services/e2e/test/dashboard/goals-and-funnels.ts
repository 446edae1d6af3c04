import type { Browser } from 'playwright-core';
import { callApi, type System } from '../../src/api';
import { signedInTab, waitUntilLoaded } from '../../src/dashboard-tab';

/** Changes a goal and a funnel. */
export function describeGoalsAndFunnels(system: () => System, browser: () => Browser): void {
  describe('goals and funnels', () => {
    // Past days, whose counts no longer change.
    const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    const window = `from=${day(40)}&to=${day(2)}`;

    test('edits a goal and a funnel, and keeps their conditions', async () => {
      const tab = await signedInTab(browser(), system());
      const get = async (path: string) => (await callApi(system(), 'GET', path)).body;
      const post = async (path: string, body: object) =>
        (await callApi(system(), 'POST', `/api/v1/sites/1/${path}`, { body })).body;
      const filters = [{ key: 'device', operator: 'is', value: 'desktop' }];
      const step = { name: 'Prices', type: 'page', path: '/pricing', filters };
      const goal = await post('goals', { ...step, name: 'Saw prices' });
      const funnel = await post('funnels', { name: 'To edit', windowHours: 48, steps: [step, step] });
      const dialog = tab.page.locator('dialog[open]');
      const open = async (name: string) => {
        await tab.page.locator(`section[aria-label="${name}"]`).getByRole('button', { name: 'Edit' }).click();
        await dialog.waitFor();
      };
      const save = async (heading: string) => {
        await dialog.getByRole('button', { name: 'Save' }).click();
        await tab.page.getByRole('heading', { name: heading }).waitFor();
        await waitUntilLoaded(tab.page);
      };

      await tab.open(`/sites/1/goals?${window}`);
      await open('Saw prices');
      expect(await dialog.getByLabel('Path').inputValue()).toBe('/pricing');
      await dialog.getByLabel('Trigger').selectOption('event');
      await dialog.getByLabel('Event name').fill('signup');
      await dialog.getByLabel('Label', { exact: true }).fill('Joined');
      await save('Joined');
      const result = await get(`/api/v1/sites/1/goals/${goal.id}?${window}`);
      const joined = { ...goal, name: 'Joined', type: 'event', event: 'signup', path: null };
      expect(result.goal).toEqual(joined);
      expect(result.data.conversions).toBeGreaterThan(0);
      const conversions = tab.page.locator('section[aria-label="Joined"] .tile-value').first();
      expect(await conversions.textContent()).toBe(result.data.conversions.toLocaleString('en-US'));

      await tab.open(`/sites/1/journeys?${window}`);
      await open('To edit');
      expect(await dialog.getByLabel('2. Label').inputValue()).toBe('Prices');
      await dialog.getByLabel('Name', { exact: true }).fill('Edited');
      await dialog.getByLabel('2. Path').fill('/pricing*');
      // Typed: in Firefox, `fill` adds to the number of a field.
      await dialog.getByLabel('Time limit').press('ControlOrMeta+a');
      await tab.page.keyboard.type('720');
      await save('Edited');
      const { funnels } = await get('/api/v1/sites/1/funnels');
      expect(funnels.find(({ id }: { id: number }) => id === funnel.id)).toEqual({
        ...{ ...funnel, name: 'Edited', windowHours: 720 },
        steps: [funnel.steps[0], { ...funnel.steps[1], path: '/pricing*' }],
      });
      await callApi(system(), 'DELETE', `/api/v1/sites/1/goals/${goal.id}`);
      await callApi(system(), 'DELETE', `/api/v1/sites/1/funnels/${funnel.id}`);
      expect(tab.trouble).toEqual([]);
      await tab.context.close();
    });
  });
}
