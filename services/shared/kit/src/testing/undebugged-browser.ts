import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumFlags, findChromium } from './chromium';

/**
 * Opens a page in a headless Chromium without an attached debugger, because Chromium does not prerender under a debugger. The test
 * observes the page through its server.
 *
 * @param hosts as for `launchBrowser`
 * @returns closes the browser
 */
export async function openUndebugged(
  url: string,
  hosts: Record<string, string>,
): Promise<() => Promise<void>> {
  const { path, env } = await findChromium();
  const profile = mkdtempSync(join(tmpdir(), 'headwater-profile-'));
  // The unused debugging port keeps headless Chromium running after the page has loaded.
  const flags = [
    ...chromiumFlags(hosts),
    '--headless',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
  ];
  const browser = spawn(path, [...flags, url], { env, stdio: 'ignore', detached: true });
  const ended = once(browser, 'exit');
  return async () => {
    // Kills the process group: several browser processes write to the profile.
    if (browser.pid !== undefined && browser.exitCode === null) process.kill(-browser.pid, 'SIGKILL');
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  };
}
