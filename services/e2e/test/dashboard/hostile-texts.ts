import { waitFor } from '@headwater/kit/testing/wait-for';
import type { Browser } from 'playwright-core';
import { callApi, type System } from '../../src/api';
import { pagesOf, waitUntilLoaded, signedInTab, type DashboardTab } from '../../src/dashboard-tab';

/** Calls the function that the test exposes, if the page executes the payload. */
const RUN = 'window.hwRan&&hwRan()';

/** XSS payloads; `@` is replaced by the script. */
const TEMPLATES = [
  '<script>@</script>',
  '"><script>@</script>',
  "'><script>@</script>",
  '</title><script>@</script>',
  '</textarea><script>@</script>',
  '<img src=x onerror=@>',
  '"><img src=x onerror=@>',
  "'><img src=x onerror=@>",
  '<svg onload=@>',
  '"><svg/onload=@>',
  '<svg><script>@</script></svg>',
  '<svg><animate onbegin=@ attributeName=x dur=1s>',
  '<body onload=@>',
  '<iframe src="javascript:@">',
  '<iframe srcdoc="<script>@</script>">',
  '<a href="javascript:@">x</a>',
  'javascript:@',
  'JaVaScRiPt:@',
  ' javascript:@',
  'java\\tscript:@',
  'data:text/html,<script>@</script>',
  'vbscript:@',
  '<details open ontoggle=@>',
  '<video><source onerror=@></video>',
  '<audio src=x onerror=@>',
  '<input autofocus onfocus=@>',
  '<select autofocus onfocus=@>',
  '<textarea autofocus onfocus=@>',
  '<marquee onstart=@>',
  '<object data="javascript:@">',
  '<embed src="javascript:@">',
  '<form action="javascript:@"><button>x</button></form>',
  '<math><mtext><script>@</script></mtext></math>',
  '<style>@import "javascript:@";</style>',
  '<link rel=stylesheet href="javascript:@">',
  '<base href="javascript:@//">',
  '<meta http-equiv=refresh content="0;javascript:@">',
  '" onmouseover="@" x="',
  "' onmouseover='@' x='",
  '" autofocus onfocus="@" x="',
  '${@}',
  '#{@}',
  '{{@}}',
  '{{constructor.constructor("@")()}}',
  '<%= @ %>',
  '`;@;`',
  '";@;//',
  "';@;//",
  '</script><script>@</script>',
  '--><script>@</script>',
  ']]><script>@</script>',
  '<scr<script>ipt>@</scr</script>ipt>',
  '&lt;script&gt;@&lt;/script&gt;',
  '\\u003cscript\\u003e@\\u003c/script\\u003e',
  '%3Cscript%3E@%3C/script%3E',
  '<IMG SRC=x ONERROR=@>',
  '<img/src=x/onerror=@>',
  '<img src=x onerror="@"//',
  '<x onclick=@ tabindex=1 id=x>x</x>',
  '<template><script>@</script></template>',
] as const;

/** A hundred distinct texts: all templates, then templates after a harmless prefix. */
const PAYLOADS: readonly string[] = Array.from({ length: 100 }, (_, index) => {
  const template = TEMPLATES[index % TEMPLATES.length] ?? '';
  return `${index >= TEMPLATES.length ? `name ${index} ` : ''}${template.replaceAll('@', RUN)}`;
});

const GOALS = 10;

/** Creates a site with every payload in all texts that visitors or customers choose. @returns its id */
async function createHostileSite(system: System): Promise<number> {
  const post = async (path: string, body: unknown): Promise<{ id: number }> => {
    const { status, body: answer } = await callApi(system, 'POST', path, { body });
    if (status >= 300) throw new Error(`${path} answered ${status}: ${JSON.stringify(answer)}`);
    return answer;
  };
  const tags = PAYLOADS.map((payload) => payload.slice(0, 64).trim());
  const { id } = await post('/api/v1/sites', {
    domain: 'hostile.example',
    name: PAYLOADS[0],
    tags: [...new Set(tags.map((tag) => tag.toLowerCase()))].slice(0, 40),
  });
  const events = PAYLOADS.flatMap((payload, index) => [
    {
      anonymous_id: `stranger-${index}`,
      name: 'pageview',
      url: `https://hostile.example/${encodeURIComponent(payload)}?utm_source=${encodeURIComponent(payload)}&utm_medium=email&utm_campaign=${encodeURIComponent(payload)}`,
      referrer: `https://referrer.example/${encodeURIComponent(payload)}`,
    },
    {
      anonymous_id: `stranger-${index}`,
      name: payload.slice(0, 120),
      url: `https://hostile.example/${payload}`,
      props: { text: payload, [`key${index % 20}`]: payload },
    },
  ]);
  await post(`/api/v1/sites/${id}/events`, { events });
  for (const payload of PAYLOADS.slice(0, GOALS)) {
    const event = payload.slice(0, 120);
    await post(`/api/v1/sites/${id}/goals`, { name: event, type: 'event', event });
    const step = { name: event, type: 'event', event };
    await post(`/api/v1/sites/${id}/funnels`, { name: event, steps: [step, step] });
  }
  return id;
}

/** Tests that the dashboard shows a hundred stored scripts as text and never runs them. */
export function describeHostileTexts(system: () => System, browser: () => Browser): void {
  describe('stored XSS payloads', () => {
    let tab: DashboardTab;
    let site: number;
    const ran: string[] = [];

    beforeAll(async () => {
      site = await createHostileSite(system());
      await waitFor('the events to be counted', async () => {
        const { body } = await callApi(system(), 'GET', `/api/v1/sites/${site}/stats?range=1d`);
        return body.data.pageviews >= PAYLOADS.length;
      });
      tab = await signedInTab(browser(), system());
      await tab.context.exposeFunction('hwRan', () => ran.push(tab.page.url()));
      tab.page.on('dialog', (dialog) => {
        ran.push(dialog.message());
        void dialog.dismiss();
      });
    }, 60_000);
    afterAll(() => tab.context.close());

    test('are shown as text on every page and in every table', async () => {
      const dimensions = ['pathname', 'entry_page', 'exit_page'].map((key) => `?pages=${key}&all=pages`);
      const sources = ['source', 'utm_campaign', 'referrer', 'utm_source'].map(
        (key) => `?sources=${key}&all=sources`,
      );
      const lists = [...dimensions, ...sources, '/events?all=event'].map((query) => `/sites/${site}${query}`);
      const [first = ''] = PAYLOADS;
      const events = PAYLOADS.slice(0, 5).map(
        (name) =>
          `/sites/${site}/events?${new URLSearchParams({ event: name.slice(0, 120), by: 'props.text', all: 'by' }).toString()}`,
      );
      const filtered = `/sites/${site}?${new URLSearchParams({ 'filter[pathname]': first, q: first, metric: first, timezone: 'UTC' }).toString()}`;
      let seen = '';
      for (const path of [...pagesOf(site), ...lists, ...events, filtered]) {
        await tab.open(path);
        seen += await tab.page.locator('body').innerText();
        seen += await tab.page.title();
      }
      await tab.page.goto(`${system().apiUrl}/?q=${encodeURIComponent('<script>')}`);
      await waitUntilLoaded(tab.page);
      // The pages contain the payloads unchanged.
      expect(PAYLOADS.filter((payload) => seen.includes(payload)).length).toBeGreaterThan(60);
      expect(ran).toEqual([]);
      // The content security policy blocked nothing, so no page tried to run a script.
      expect(tab.trouble).toEqual([]);
      expect(await tab.page.locator('main a[href^="javascript" i], main a[href^="data:" i]').count()).toBe(0);
    }, 120_000);

    test('the test detects a script that runs', async () => {
      await tab.page.evaluate('hwRan()');
      expect(ran).toHaveLength(1);
    });
  });
}
