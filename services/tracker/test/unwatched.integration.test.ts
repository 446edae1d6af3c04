import { openUndebugged } from '@headwater/kit/testing/undebugged-browser';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { snippet, startPageHost, type PageHost } from './page-host';

// A browser with a tool attached prerenders nothing: here the pages themselves walk through the site.

let host: PageHost;
let close: (() => Promise<void>) | undefined;

beforeEach(async () => {
  host = await startPageHost();
});
afterEach(async () => {
  await close?.();
  await host.close();
});

const visit = async () => {
  close = await openUndebugged(`http://shop.test:${host.port}/`, { 'shop.test': '127.0.0.1' });
};
const events = (count: number) =>
  waitFor(`${count} events`, () => host.events().length >= count && host.events(), 20_000);

test('counts a prerendered page, and what it called, only when it is activated', async () => {
  host.pages['/'] = `${snippet()}
    <script type="speculationrules">{"prerender": [{"source": "list", "urls": ["/next", "/never"], "eagerness": "immediate"}]}</script>
    <script>
      addEventListener('storage', () => {
        if (!localStorage['/next'] || !localStorage['/never']) return;
        headwater.track('leaving');
        location.href = '/next';
      });
    </script>`;
  // Longer than the batch delay of the tracker: if it had started, its events would be the first.
  const prerendered = `${snippet()}<script>
      addEventListener('load', () => {
        if (!document.prerendering) return;
        headwater.track('prerendered');
        setTimeout(() => (localStorage[location.pathname] = 1), 300);
      });
    </script>`;
  host.pages['/next'] = host.pages['/never'] = prerendered;
  await visit();
  // As they happened: what a page sends while it is left may arrive after what the next one sends.
  const inTime = (await events(4)).toSorted((a, b) => a.time.localeCompare(b.time));
  expect(inTime.map(({ name, url }) => `${name} ${new URL(url).pathname}`)).toEqual([
    'pageview /',
    'leaving /',
    'pageview /next',
    'prerendered /next',
  ]);
});
