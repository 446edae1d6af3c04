import type { Browser } from 'playwright-core';
import { callApi, type System } from '../../src/api';
import { signedInTab } from '../../src/dashboard-tab';

const TEXTS = {
  'en-US': {
    ...{ paths: 'Excluded paths', addresses: 'Excluded IP addresses', save: 'Save exclusions' },
    ...{
      path: /^“admin” is not a path/,
      address: /^“10.0.0” is neither/,
      all: /^“::\/0” contains every address/,
    },
    saved: 'Exclusions saved.',
  },
  'de-DE': {
    ...{
      paths: 'Ausgeschlossene Pfade',
      addresses: 'Ausgeschlossene IP-Adressen',
      save: 'Ausschlüsse speichern',
    },
    ...{
      path: /^„admin“ ist kein Pfad/,
      address: /^„10.0.0“ ist weder/,
      all: /^„::\/0“ enthält alle Adressen/,
    },
    saved: 'Ausschlüsse gespeichert.',
  },
};

/** The form for exclusions names each wrong entry in the language of the page. */
export function describeExclusions(system: () => System, browser: () => Browser): void {
  test.each(['en-US', 'de-DE'] as const)('the exclusions of a site are checked in %s', async (locale) => {
    const domain = `excluded-${locale.toLowerCase()}.example`;
    const { body: site } = await callApi(system(), 'POST', '/api/v1/sites', { body: { domain } });
    const tab = await signedInTab(browser(), system(), { locale });
    const { page } = tab;
    const texts = TEXTS[locale];
    let writes = 0;
    page.on('request', (request) => {
      if (request.method() === 'PATCH') writes += 1;
    });
    await tab.open(`/sites/${site.id}/settings`);
    await page.getByLabel(texts.paths).fill('/preview\nadmin');
    await page.getByLabel(texts.addresses).fill('10.0.0');
    await page.getByRole('button', { name: texts.save }).click();
    await page.getByRole('alert').filter({ hasText: texts.path }).waitFor();
    await page.getByRole('alert').filter({ hasText: texts.address }).waitFor();
    await page.getByLabel(texts.paths).fill('/preview');
    await page.getByLabel(texts.addresses).fill('10.0.0.1\n::/0');
    await page.getByRole('button', { name: texts.save }).click();
    await page.getByRole('alert').filter({ hasText: texts.all }).waitFor();
    expect([await page.getByRole('alert').count(), writes]).toEqual([1, 0]);
    await page.getByLabel(texts.addresses).fill('10.0.0.1\n2001:db8::/48');
    await page.getByRole('button', { name: texts.save }).click();
    await page.getByText(texts.saved).waitFor();
    expect((await callApi(system(), 'GET', `/api/v1/sites/${site.id}`)).body).toMatchObject({
      excludedPaths: ['/preview'],
      excludedAddresses: ['10.0.0.1', '2001:db8::/48'],
    });
    const refused = await callApi(system(), 'PATCH', `/api/v1/sites/${site.id}`, {
      body: { excludedAddresses: ['::/0'] },
    });
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [{ field: 'excludedAddresses[0]', message: expect.stringMatching(/every address/) }],
    ]);
    expect(tab.trouble).toEqual([]);
    await tab.context.close();
    await callApi(system(), 'DELETE', `/api/v1/sites/${site.id}`);
  });
}
