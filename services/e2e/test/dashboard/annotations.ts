import { readFileSync } from 'node:fs';
import { waitFor } from '@headwater/kit/testing/wait-for';
import type { Browser } from 'playwright-core';
import { callApi, type System } from '../../src/api';
import { readsOf, refuseBatches } from '../../src/batches';
import { signedInTab, waitUntilLoaded, signInLink, newTab } from '../../src/dashboard-tab';
import { AXE_RULES, axeFindings } from './axe';
import { DOWNLOAD_EVENTS, testInChromium } from './chromium-only';

const DAY_MS = 86_400_000;
/** Records the texts that are drawn on canvases outside the page, such as pictures. A string, because it runs in the browser. */
const RECORD_TEXTS = `
  globalThis.texts = [];
  const { fillText } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
    if (!this.canvas.isConnected) globalThis.texts.push(text);
    return fillText.call(this, text, ...rest);
  };`;
const PHONE = { width: 390, height: 844 };

/** Tests the annotations of the overview: each step with the keyboard. */
export function describeAnnotations(system: () => System, browser: () => Browser): void {
  describe('annotations on the chart of the overview', () => {
    const day = (ago: number): string => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);
    const overview = `/sites/1?from=${day(31)}&to=${day(2)}`;
    const path = '/api/v1/sites/1/annotations';
    const create = (fields: object) => callApi(system(), 'POST', path, { body: fields });
    const stored = async (): Promise<{ id: number; day: string; text: string }[]> =>
      (await callApi(system(), 'GET', path)).body.annotations;

    afterEach(async () => {
      for (const { id } of await stored()) await callApi(system(), 'DELETE', `${path}/${id}`);
    });

    test('are added, read, changed and deleted with the keyboard', async () => {
      const tab = await signedInTab(browser(), system(), { reducedMotion: 'reduce' });
      const { page } = tab;
      await tab.open(overview);
      const focused = () => page.evaluate<string>('document.activeElement.textContent');
      const marker = (text: string) =>
        page.getByRole('button', { name: new RegExp(`^Annotation .*${text}`) });
      const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });

      await page.getByRole('button', { name: 'Add annotation' }).press('Enter');
      const add = dialog('Add annotation');
      expect(await add.getByLabel('Day').inputValue()).toBe(day(2));
      await add.getByLabel('Day').fill(day(20));
      await add.getByLabel('Text').fill('Wrote to ada@example.com');
      await add.getByLabel('Text').press('Enter');
      await add.getByRole('alert').getByText('must not contain an email address').waitFor();
      await add.getByLabel('Text').fill('New pricing page');
      await add.getByLabel('Text').press('Enter');
      await add.waitFor({ state: 'hidden' });

      // The marker is above its day, and shows its text with the focus. Bars of revenue need more room at both ends.
      const mark = marker('New pricing page');
      await mark.waitFor();
      const chart = await page.locator('.u-over').boundingBox();
      const box = await mark.boundingBox();
      const at = (chart?.x ?? 0) + ((chart?.width ?? 0) * (11 + 0.6)) / (29 + 2 * 0.6);
      expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - at)).toBeLessThan(1.5);
      const text = page.locator('.annotation-text');
      expect(await text.isVisible()).toBe(false);
      await mark.focus();
      await text.getByText('New pricing page').waitFor();

      await page.keyboard.press('Enter');
      const list = dialog('Annotations');
      await list.getByRole('paragraph').getByText('New pricing page').waitFor();
      await list.getByRole('button', { name: 'Edit' }).press('Enter');
      const edit = dialog('Edit annotation');
      await edit.getByLabel('Text').fill('Old prices');
      await edit.getByLabel('Day').fill(day(10));
      await edit.getByRole('button', { name: 'Save' }).press('Enter');
      await marker('Old prices').waitFor();
      expect(await list.isVisible()).toBe(false);
      expect(await focused()).toBe('Add annotation');
      expect(await stored()).toMatchObject([{ day: day(10), text: 'Old prices' }]);

      await marker('Old prices').press('Enter');
      await list.getByRole('button', { name: 'Delete' }).press('Enter');
      const removal = dialog('Delete the annotation “Old prices”?');
      await removal.getByRole('button', { name: 'Delete' }).press('Enter');
      await marker('Old prices').waitFor({ state: 'detached' });
      expect(await focused()).toBe('Add annotation');
      expect(await stored()).toEqual([]);
      expect(tab.trouble).toEqual([]);
      await tab.context.close();
    });

    test('stay in their open form when the chart gets its revenue', async () => {
      const tab = await signedInTab(browser(), system());
      const { page } = tab;
      let opened = (): void => undefined;
      await refuseBatches(tab.page);
      const isOpened = new Promise<void>((resolve) => (opened = resolve));
      await page.route('**/api/v1/revenue?*', async (route) => {
        await isOpened;
        await route.continue();
      });
      await tab.open(overview);
      await page.getByRole('button', { name: 'Add annotation' }).click();
      const text = page.getByRole('dialog', { name: 'Add annotation' }).getByLabel('Text');
      await text.fill('New pricing page');
      opened();
      await page.locator('.legend', { hasText: 'Revenue' }).waitFor({ state: 'attached' });
      expect(await text.inputValue({ timeout: 5_000 })).toBe('New pricing page');
      await tab.context.close();
    });

    test('share a marker if they would overlap, in each interval', async () => {
      await create({ day: day(20), text: 'Launch' });
      await create({ day: day(20), text: 'Newsletter' });
      await create({ day: day(5), text: 'Campaign' });
      const tab = await signedInTab(browser(), system());
      for (const interval of ['', '&grain=week', '&grain=hour']) {
        await tab.open(`${overview}${interval}`);
        const marks = tab.page.locator('.annotation-mark');
        await marks.first().waitFor();
        const names = await Promise.all((await marks.all()).map((mark) => mark.getAttribute('aria-label')));
        expect(names).toEqual([
          expect.stringMatching(/^Annotation .+: Launch; .+: Newsletter$/),
          expect.stringMatching(/^Annotation .+: Campaign$/),
        ]);
      }
      await tab.context.close();
    });

    testInChromium('are in the picture of the chart, with their texts', DOWNLOAD_EVENTS, async () => {
      const tab = await signedInTab(browser(), system(), { viewport: { width: 1280, height: 800 } });
      const { page } = tab;
      await page.addInitScript(RECORD_TEXTS);
      const save = async () => {
        await page.evaluate('globalThis.texts.length = 0');
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('group', { name: 'Demo Visitors: export' }).getByText('PNG').click(),
        ]);
        const png = readFileSync(await download.path());
        // Of the header of a PNG.
        const height = png.readUInt32BE(20);
        return { height, texts: await page.evaluate<string[]>('globalThis.texts') };
      };
      await tab.open(overview);
      await page.getByRole('button', { name: 'Add annotation' }).waitFor();
      const without = await save();
      expect(without.texts).toHaveLength(2);

      await create({ day: day(20), text: 'Launch' });
      await create({ day: day(20), text: 'Newsletter' });
      await create({ day: day(5), text: 'Campaign of the year '.repeat(9) });
      await tab.open(overview);
      await page.locator('.annotation-mark').nth(1).waitFor();
      const picture = await save();
      const [first, second, ...lines] = picture.texts.slice(2).filter((text) => !/^[12]$/.test(text));
      expect(first).toMatch(/^.+: Launch; .+: Newsletter$/);
      expect([second, ...lines].join(' ')).toMatch(/^.+: (Campaign of the year ?){9}$/);
      expect(lines.length).toBeGreaterThan(0);
      // Each number is on the chart, and before its text.
      expect(picture.texts.filter((text) => /^[12]$/.test(text))).toEqual(['1', '1', '2', '2']);
      expect(picture.height).toBeGreaterThanOrEqual(without.height + 22 * (2 + lines.length));
      expect(tab.trouble).toEqual([]);
      await tab.context.close();
    });

    test.each(['light', 'dark'] as const)(
      'fit a phone and have no axe finding in %s mode',
      async (colorScheme) => {
        for (const ago of [31, 17, 16, 2])
          await create({ day: day(ago), text: `Campaign ${'of '.repeat(40)}ours` });
        const tab = await signedInTab(browser(), system(), {
          ...{ colorScheme, viewport: PHONE, reducedMotion: 'reduce' },
        });
        const { page } = tab;
        await tab.open(overview);
        const marks = page.locator('.annotation-mark');
        await marks.first().waitFor();
        for (const mark of await marks.all()) {
          await mark.focus();
          expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(PHONE.width);
        }
        const ours = async () =>
          (await axeFindings(tab, AXE_RULES[colorScheme])).filter((finding) =>
            finding.includes('annotation'),
          );
        expect(await ours()).toEqual([]);
        await marks.first().press('Enter');
        await page.getByRole('dialog', { name: 'Annotations' }).waitFor();
        expect(await axeFindings(tab, AXE_RULES[colorScheme])).toEqual([]);
        await tab.context.close();
      },
    );

    test('are read-only without sites:write, and absent on shared pages', async () => {
      await create({ day: day(20), text: 'Launch' });
      const reader = await newTab(browser(), system());
      await reader.page.goto(await signInLink(system(), { scopes: ['sites:read', 'stats:read'] }));
      await reader.page.waitForURL(`${system().apiUrl}/`);
      await waitUntilLoaded(reader.page);
      await reader.open(overview);
      await reader.page.getByRole('button', { name: /^Annotation .*Launch/ }).press('Enter');
      const list = reader.page.getByRole('dialog', { name: 'Annotations' });
      await list.getByRole('paragraph').getByText('Launch').waitFor();
      expect(await list.getByRole('button').allTextContents()).toEqual(['Close']);
      expect(await reader.page.getByRole('button', { name: 'Add annotation' }).count()).toBe(0);
      await reader.context.close();

      const link = await callApi(system(), 'POST', '/api/v1/sites/1/share-links', { body: {} });
      const visitor = await newTab(browser(), system());
      const requests: string[] = [];
      visitor.page.on('request', (request) => requests.push(...readsOf(request)));
      await visitor.open(`/share/${String(link.body.url).split('/').at(-1)}?range=30d`);
      await waitFor('the chart', async () => (await visitor.page.locator('.u-over').count()) > 0);
      expect(requests.filter((url) => url.includes('annotations'))).toEqual([]);
      await visitor.context.close();
      await callApi(system(), 'DELETE', `/api/v1/sites/1/share-links/${link.body.id}`);
    });
  });
}
