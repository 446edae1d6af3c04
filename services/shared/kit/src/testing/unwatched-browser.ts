import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumFlags, findChromium } from './chromium';

/**
 * Opens a page in a headless Chromium that no tool is attached to, as one that is watched prerenders nothing. What
 * happens is for the page to do and for its server to see.
 *
 * @param hosts as for `launchBrowser`
 * @returns closes the browser
 */
export async function openUnwatched(
  url: string,
  hosts: Record<string, string>,
): Promise<() => Promise<void>> {
  const { path, env } = await findChromium();
  const profile = mkdtempSync(join(tmpdir(), 'headwater-profile-'));
  // The debugging port, which nobody connects to, keeps the headless one from leaving when the page is loaded.
  const flags = [
    ...chromiumFlags(hosts),
    '--headless',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
  ];
  const browser = spawn(path, [...flags, url], { env, stdio: 'ignore', detached: true });
  const ended = once(browser, 'exit');
  return async () => {
    // Its whole group: the browser is a family of processes that write to the profile.
    if (browser.pid !== undefined && browser.exitCode === null) process.kill(-browser.pid, 'SIGKILL');
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  };
}
