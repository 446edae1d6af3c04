import { useBrowserSession } from './browser-session';
import { snippet } from './page-host';

const session = useBrowserSession();

/** Beyond it a page answers late to its visitor: a "long task". @see https://www.w3.org/TR/longtasks-1/ */
const LONG_TASK_MS = 50;

test('holds a page up for less than a long task in all, and moves nothing on it', async () => {
  const { page, url, host, context } = session;
  host.pages['/'] =
    `${snippet('data-auto="outbound,downloads,forms"')}<h1>Shop</h1><img width="40" height="40">` +
    '<a id="out" href="https://partner.test/" target="_blank">Partner</a>'.repeat(200);
  await page.addInitScript(`
    window.shifts = [];
    new PerformanceObserver((list) => shifts.push(...list.getEntries())).observe({type: 'layout-shift', buffered: true});
  `);
  const devtools = await context.newCDPSession(page);
  // The page's processor time, which stands still while a busy machine keeps it waiting.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const scriptMs = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    const seconds = metrics.find(({ name }) => name === 'ScriptDuration')?.value;
    return (seconds ?? Number.NaN) * 1_000;
  };

  await page.goto(url('/?utm_source=ads&utm_medium=cpc'));
  await session.events(1);
  const started = await scriptMs();
  expect(started).toBeGreaterThan(0);
  expect(started).toBeLessThan(LONG_TASK_MS);

  // By a timer of the page: what devtools evaluate is not counted.
  await page.evaluate(`setTimeout(() => {
    for (let n = 0; n < 20; n++) headwater.track('scrolled', {depth: n});
    history.pushState({}, '', '/cart');
  })`);
  await session.events(22);
  await page.click('#out');
  await session.events(23);
  const used = (await scriptMs()) - started;
  expect(used).toBeGreaterThan(0);
  expect(used).toBeLessThan(LONG_TASK_MS);
  expect(await page.evaluate('shifts.length')).toBe(0);
});
