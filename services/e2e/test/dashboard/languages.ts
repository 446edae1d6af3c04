import { waitFor } from '@headwater/kit/testing/wait-for';
import type { Browser, Dialog, Page } from 'playwright-core';
import { callApi, type System } from '../../src/api';
import { newTab, signInLink, signedInTab, waitUntilLoaded } from '../../src/dashboard-tab';

const GERMAN = { locale: 'de-DE', viewport: { width: 390, height: 844 } };

/** The catalogue files that the page has loaded, merged. A string, because the code runs in the browser. */
const TRANSLATIONS = `Promise.all(
  performance.getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => /\\/(shell|shared|statistics|money|health|sites|workspace)-[\\w-]{8}\\.js$/.test(name))
    .map(async (name) => Object.values(await import(name))[0]),
).then((parts) => Object.assign({}, ...parts))`;

/** All texts of a page, without the name of the workspace (`default`): those of elements, and those that screen readers read. */
const SHOWN = `[
  ...[...document.querySelectorAll('body *:not(.menu-label), title')].flatMap((element) => [
    ...[...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data),
    ...['aria-label', 'title', 'placeholder', 'label'].map((name) => element.getAttribute(name) ?? ''),
  ]),
].map((text) => text.replace(/\\s+/g, ' ').trim()).filter((text) => text !== '')`;

/** Units such as `{seconds}s` would match any text that ends with the same letter. */
const HAS_WORD = /\p{L}{2,}/u;

/** A pattern of a text, in which `{name}` stands for any value. */
const patternOf = (text: string): string =>
  text
    .split(/\{\w+\}/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.+');

/** The texts of a page that are English texts of the catalogue with a German translation. */
async function untranslated(page: Page): Promise<string[]> {
  const translations = await page.evaluate<Record<string, string | object>>(TRANSLATIONS);
  const german = new Set(Object.values(translations));
  const patterns = Object.entries(translations)
    .filter(([english]) => !german.has(english) && HAS_WORD.test(english.replaceAll(/\{\w+\}/g, '')))
    .map(([english]) => new RegExp(`^${patternOf(english)}$`));
  expect(patterns.length).toBeGreaterThan(100);
  const shown = await page.evaluate<string[]>(SHOWN);
  expect(shown.length).toBeGreaterThan(10);
  return shown.filter((text) => patterns.some((pattern) => pattern.test(text)));
}

const languageOf = (page: Page): Promise<string> => page.evaluate<string>('document.documentElement.lang');

/** Tests the languages of the dashboard. */
export function describeLanguages(system: () => System, browser: () => Browser): void {
  describe('the dashboard in German', () => {
    test('has no English text and fits a phone', async () => {
      const tab = await newTab(browser(), system(), GERMAN);
      const { page } = tab;
      await tab.open('/sign-in');
      await page.getByRole('heading', { name: 'Bei Headwater anmelden' }).waitFor();
      expect(await page.title()).toBe('Anmelden · Headwater');
      expect(await untranslated(page)).toEqual([]);
      await page.goto(await signInLink(system()));
      await page.waitForURL(`${system().apiUrl}/`);
      for (const [path, heading] of [
        ['/', 'Websites'],
        ['/sites/1?compare=previous_period', 'Übersicht'],
        ['/sites/1/settings', 'Einstellungen'],
        ['/customers', 'Kunden'],
        ['/revenue', 'Umsatz'],
        ['/acquisition', 'Akquisition'],
        ['/tokens', 'Tokens'],
      ] as const) {
        await tab.open(path);
        await page.getByRole('heading', { level: 1, name: heading }).waitFor();
        expect({ path, left: await untranslated(page) }).toEqual({ path, left: [] });
        expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
        expect(await languageOf(page)).toBe('de');
      }
      expect(tab.trouble).toEqual([]);
      await tab.context.close();
    });

    test('formats numbers, dates and plurals as in German', async () => {
      const tab = await signedInTab(browser(), system(), { locale: 'de-DE' });
      await tab.open('/sites/1?sources=channel');
      const tile = tab.page.locator('.tile', { hasText: 'Absprungrate' }).locator('.tile-value');
      expect(await tile.textContent()).toMatch(/^\d+(,\d)?\s%$/);
      await tab.page.getByRole('link', { name: 'Deutschland' }).waitFor();
      await tab.page.getByRole('link', { name: 'Organische Suche' }).waitFor();

      await tab.open('/sites/1?from=2026-05-04&to=2026-05-20');
      await tab.page.getByRole('button', { name: '2026-05-04 – 2026-05-20' }).click();
      const calendar = tab.page.locator('calendar-range');
      await calendar.getByRole('button', { name: 'Vorheriger Monat' }).click();
      await calendar.getByRole('table', { name: 'April' }).waitFor();
      await calendar.getByRole('button', { name: '20. April', exact: true }).waitFor();
      expect(await calendar.getByRole('columnheader').first().textContent()).toBe('MontagMo');
      expect(await untranslated(tab.page)).toEqual([]);
      await tab.context.close();
    });

    test('marks messages of the API as English, and no others', async () => {
      const tab = await signedInTab(browser(), system(), GERMAN);
      const { page, context, trouble } = tab;
      await tab.open('/sites/new');
      const alert = page.locator('form').getByRole('alert');
      const submit = async (domain: string): Promise<object> => {
        await page.getByPlaceholder('example.com').fill(domain);
        await page.getByRole('button', { name: 'Website hinzufügen' }).click();
        await alert.waitFor();
        return { text: await alert.textContent(), inEnglish: await alert.locator('[lang=en]').count() };
      };
      expect(await submit('no domain')).toEqual({ text: expect.stringContaining('domain'), inEnglish: 1 });
      // A proxy that is not Headwater; no connection.
      for (const [answer, text] of [
        [
          { status: 400, body: '<html>' },
          'Die Antwort (Status 400) kam nicht von Headwater. Prüfen Sie den Proxy davor.',
        ],
        [undefined, 'Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.'],
      ] as const) {
        await page.route('**/api/v1/sites', (route) => (answer ? route.fulfill(answer) : route.abort()));
        await tab.open('/sites/new');
        expect(await submit('no-domain.example')).toEqual({ text, inEnglish: 0 });
        await page.unroute('**/api/v1/sites');
      }
      expect(trouble).toEqual([]);
      await context.close();
    });

    test('uses the terms of other analytics products', async () => {
      const tab = await signedInTab(browser(), system(), GERMAN);
      const { page, context } = tab;
      const heading = (name: string) => page.getByRole('columnheader', { name, exact: true }).waitFor();
      // A goal is “Ziel”; the object of an action is not.
      await tab.open('/audit');
      await heading('Objekt');
      await tab.open('/sites/1/goals');
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toMatch(/^Ziele/);
      await tab.open('/acquisition?range=90d');
      await heading('Zeitverlauf');
      await page.getByRole('button', { name: 'Kosten löschen' }).click();
      await page
        .getByRole('dialog')
        .getByText(/^Löscht alle Kosten aller Kanäle und Kampagnen im Zeitraum \d+\. .* \d{4}\.$/)
        .waitFor();
      await context.close();
    });

    test('shows a shared page in the language of its reader', async () => {
      const { status, body } = await callApi(system(), 'POST', '/api/v1/sites/1/share-links', { body: {} });
      expect(status).toBe(201);
      const { page, context, trouble } = await newTab(browser(), system(), GERMAN);
      await page.goto(String(body.url));
      await waitUntilLoaded(page);
      await page.getByRole('heading', { name: 'Quellen' }).waitFor();
      const left = await untranslated(page);
      await callApi(system(), 'DELETE', `/api/v1/sites/1/share-links/${body.id}`);
      expect(left).toEqual([]);
      expect(trouble).toEqual([]);
      await context.close();
    });
  });

  test.each([
    ['shell', 'en', 'Account'],
    ['sites', 'de', 'Konto'],
  ])('without the translations of %s, these texts are in English', async (file, language, menu) => {
    const { page, context, trouble } = await signedInTab(browser(), system(), { locale: 'de-DE' });
    await page.route(new RegExp(`/assets/${file}-[\\w-]{8}\\.js$`), (route) => route.abort());
    await page.goto(`${system().apiUrl}/`);
    await page.getByText('Visitors of the last 30 days, each site in its own time zone.').waitFor();
    await page.locator('.account summary', { hasText: menu }).waitFor();
    expect(await languageOf(page)).toBe(language);
    expect(trouble).toEqual([]);
    await context.close();
  });

  test('the user chooses another language than that of the browser', async () => {
    const tab = await signedInTab(browser(), system());
    const { page } = tab;
    await tab.open('/customers');
    expect(await languageOf(page)).toBe('en');
    await page.locator('.account summary').click();
    await page.getByLabel('Language').selectOption({ label: 'Deutsch' });
    await page.getByRole('heading', { level: 1, name: 'Kunden' }).waitFor();
    expect(await languageOf(page)).toBe('de');
    await tab.open('/sites/1');
    await page.getByRole('heading', { level: 1, name: 'Übersicht' }).waitFor();
    await page.locator('.account summary').click();
    await page.getByLabel('Sprache').selectOption({ label: 'Sprache des Browsers' });
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    expect(await languageOf(page)).toBe('en');
    expect(tab.trouble).toEqual([]);
    await tab.context.close();
  });

  describe('a change of the language', () => {
    /** Selects German. @returns the text of the dialog before the page reloads, if there is one */
    const selectGerman = async (page: Page, answer: 'accept' | 'dismiss'): Promise<string | undefined> => {
      let text: string | undefined;
      const reply = (dialog: Dialog) => {
        text = dialog.message();
        return dialog[answer]();
      };
      page.once('dialog', reply);
      if (!(await page.getByLabel('Language').isVisible())) await page.locator('.account summary').click();
      await page.getByLabel('Language').selectOption({ label: 'Deutsch' });
      page.off('dialog', reply);
      return text;
    };
    const WARNING = 'Reload the page in the other language? Unsaved input and new secrets are lost.';

    test.each([
      [
        'blocked',
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('blocked', 'SecurityError'); } })",
      ],
      ['full', "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }"],
    ])('remains, like the theme, while the storage of the browser is %s', async (_, script) => {
      const tab = await signedInTab(browser(), system(), { colorScheme: 'light' });
      const { page } = tab;
      await page.addInitScript(script);
      const theme = () => page.evaluate<string>('document.documentElement.dataset.theme');
      await tab.open('/customers');
      await selectGerman(page, 'dismiss');
      await page.getByRole('heading', { level: 1, name: 'Kunden' }).waitFor();
      await page.keyboard.press('t');
      await page.keyboard.press('d');
      await waitFor('the dark theme', async () => (await theme()) === 'dark');
      await page.getByRole('link', { name: 'Umsatz' }).click();
      await page.waitForURL(/\/revenue/);
      await page.reload();
      await page.getByRole('heading', { level: 1, name: 'Umsatz' }).waitFor();
      expect(await theme()).toBe('dark');
      if (!(await page.getByLabel('Sprache').isVisible())) await page.locator('.account summary').click();
      await page.getByLabel('Sprache').selectOption({ label: 'English' });
      await page.getByRole('heading', { level: 1, name: 'Revenue' }).waitFor();
      expect(tab.trouble).toEqual([]);
      await tab.context.close();
    });

    test('keeps unsaved input if the user refuses the reload', async () => {
      const tab = await signedInTab(browser(), system());
      const { page, context, trouble } = tab;
      await tab.open('/sites/new');
      await page.getByPlaceholder('example.com').fill('unsaved.example');
      expect(await selectGerman(page, 'dismiss')).toBe(WARNING);
      expect(await page.getByPlaceholder('example.com').inputValue()).toBe('unsaved.example');
      expect(await page.getByLabel('Language').inputValue()).toBe('Language of the browser');
      expect(await languageOf(page)).toBe('en');
      expect(await selectGerman(page, 'accept')).toBe(WARNING);
      await page.getByRole('heading', { level: 1, name: 'Website hinzufügen' }).waitFor();
      expect(await page.getByPlaceholder('example.com').inputValue()).toBe('');
      expect(trouble).toEqual([]);
      await context.close();
    });

    test('needs no answer after the input was saved, but after the API refused it', async () => {
      const { body } = await callApi(system(), 'POST', '/api/v1/sites', {
        body: { domain: 'saved-input.example' },
      });
      const tab = await signedInTab(browser(), system());
      const { page, context } = tab;
      await tab.open(`/sites/${body.id}/settings`);
      await page.getByLabel('Days to store events').fill('400');
      await page.route(`**/api/v1/sites/${body.id}`, (route) =>
        route.request().method() === 'PATCH' ? route.fulfill({ status: 400, body: '' }) : route.continue(),
      );
      await page.getByRole('button', { name: 'Save retention' }).click();
      await page.locator('form').getByRole('alert').waitFor();
      expect(await selectGerman(page, 'dismiss')).toBe(WARNING);
      await page.unroute(`**/api/v1/sites/${body.id}`);
      await page.getByRole('button', { name: 'Save retention' }).click();
      await page.getByText('Retention saved.').waitFor();
      expect(await selectGerman(page, 'dismiss')).toBeUndefined();
      await page.getByRole('heading', { level: 1, name: 'Einstellungen' }).waitFor();
      await callApi(system(), 'DELETE', `/api/v1/sites/${body.id}`);
      await context.close();
    });

    test('keeps a new secret if the user refuses the reload', async () => {
      const tab = await signedInTab(browser(), system());
      const { page, context } = tab;
      await tab.open('/agents');
      await page.getByRole('button', { name: 'Create read-only token' }).click();
      await page.getByRole('button', { name: 'Copy the token' }).waitFor();
      expect(await selectGerman(page, 'dismiss')).toBe(WARNING);
      await page.getByRole('button', { name: 'Copy the token' }).waitFor();
      expect(await languageOf(page)).toBe('en');
      await context.close();
    });
  });

  test('a browser in another language gets English texts and formats', async () => {
    const tab = await newTab(browser(), system(), { locale: 'fr-FR' });
    await tab.open('/sign-in');
    await tab.page.getByRole('heading', { name: 'Sign in to Headwater' }).waitFor();
    expect(await languageOf(tab.page)).toBe('en');
    await tab.context.close();
  });
}
