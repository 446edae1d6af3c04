import { chromium, type Browser } from 'playwright-core';
import { chromiumFlags, findChromium } from './chromium';

/** Then `navigator.webdriver` is false, as it is where a person sits. */
const UNDRIVEN = '--disable-blink-features=AutomationControlled';

/**
 * Starts a headless Chromium.
 *
 * @param hosts host name (or `*.` pattern) → address, such as `{'shop.test': '127.0.0.1'}`. No other name resolves
 *   but localhost, so that a test never reaches out.
 * @param userAgent what the whole browser says it is, as if a person sat there: it then hides that a program drives it. A
 *   context's own user agent does not reach the beacons of a page that is going away: those would still say HeadlessChrome.
 * @returns the browser; the caller closes it
 */
export async function launchBrowser({
  hosts = {},
  userAgent,
}: { hosts?: Record<string, string>; userAgent?: string } = {}): Promise<Browser> {
  const { path, env } = await findChromium();
  return chromium.launch({
    executablePath: path,
    headless: true,
    args: [...chromiumFlags(hosts), ...(userAgent ? [`--user-agent=${userAgent}`, UNDRIVEN] : [])],
    env,
  });
}
