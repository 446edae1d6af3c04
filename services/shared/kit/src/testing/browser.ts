import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, firefox, type Browser } from 'playwright-core';
import { chromiumFlags, findChromium } from './chromium';

/** Makes `navigator.webdriver` false, as in a person's browser. */
const UNDRIVEN = '--disable-blink-features=AutomationControlled';

/** Whether `TEST_BROWSER` chooses Firefox for the tests. The default is Chromium. */
export const IS_FIREFOX = isFirefox(process.env['TEST_BROWSER']);

/**
 * Starts a headless Chromium, or Firefox with `TEST_BROWSER=firefox`.
 *
 * @param hosts host name (or `*.` pattern) → address, such as `{'shop.test': '127.0.0.1'}`. No other name resolves
 *   but localhost, so that a test never reaches the network. Firefox supports no patterns, and only the address 127.0.0.1.
 * @param userAgent the user agent of the whole browser; it then also hides that it is automated. A context's user agent does not
 *   apply to the beacons of a closing page, which would still send HeadlessChrome. Firefox keeps its own one, which names no automation.
 * @returns the browser; the caller closes it
 */
export async function launchBrowser({
  hosts = {},
  userAgent,
}: { hosts?: Record<string, string>; userAgent?: string } = {}): Promise<Browser> {
  if (IS_FIREFOX) return launchFirefox(Object.keys(hosts));
  const { path, env } = await findChromium();
  return chromium.launch({
    executablePath: path,
    headless: true,
    args: [...chromiumFlags(hosts), ...(userAgent ? [`--user-agent=${userAgent}`, UNDRIVEN] : [])],
    env,
  });
}

/** Starts an unpatched Firefox, which Playwright drives with WebDriver BiDi. */
async function launchFirefox(localHosts: readonly string[]): Promise<Browser> {
  return firefox.launch({
    channel: 'moz-firefox',
    executablePath: findFirefox(),
    headless: true,
    firefoxUserPrefs: {
      // Scrollbars that take no width, as in headless Chromium.
      'ui.useOverlayScrollbars': 1,
      // Light, whatever the desktop of the machine prefers.
      'layout.css.prefers-color-scheme.content-override': 1,
      // Playwright waits for a load event, which a page from this cache does not send.
      'fission.bfcacheInParent': false,
      'browser.sessionhistory.max_total_viewers': 0,
      'network.dns.localDomains': localHosts.join(','),
      // Requests to any other name fail at a proxy that does not exist.
      'network.proxy.type': 1,
      'network.proxy.http': '127.0.0.1',
      'network.proxy.http_port': 9,
      'network.proxy.ssl': '127.0.0.1',
      'network.proxy.ssl_port': 9,
      'network.proxy.no_proxies_on': ['localhost', '127.0.0.1', ...localHosts].join(','),
    },
  });
}

/** Returns `FIREFOX_PATH`, or `firefox-esr` or `firefox` on PATH. Throws if there is none. */
function findFirefox(): string {
  const named = process.env['FIREFOX_PATH'];
  if (named) return named;
  for (const name of ['firefox-esr', 'firefox']) {
    for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
      const path = join(folder, name);
      if (folder && existsSync(path)) return path;
    }
  }
  throw new Error('Firefox is not installed. Install firefox-esr or set FIREFOX_PATH.');
}

function isFirefox(name = 'chromium'): boolean {
  if (name !== 'chromium' && name !== 'firefox')
    throw new Error(`TEST_BROWSER must be chromium or firefox, not ${name}`);
  return name === 'firefox';
}
