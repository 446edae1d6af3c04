import { chromium, type Browser } from 'playwright-core';
import { chromiumFlags, findChromium } from './chromium';

/** Makes `navigator.webdriver` false, as in a person's browser. */
const UNDRIVEN = '--disable-blink-features=AutomationControlled';

/**
 * Starts a headless Chromium.
 *
 * @param hosts host name (or `*.` pattern) → address, such as `{'shop.test': '127.0.0.1'}`. No other name resolves
 *   but localhost, so that a test never reaches the network.
 * @param userAgent the user agent of the whole browser; it then also hides that it is automated. A context's user agent does not
 *   apply to the beacons of a closing page, which would still send HeadlessChrome.
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
