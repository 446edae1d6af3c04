import { IS_FIREFOX } from '@headwater/kit/testing/browser';

/** Firefox downloads the file, but Playwright 1.64 ignores the event of downloads without a navigation. */
export const DOWNLOAD_EVENTS = 'Playwright reports no download of Firefox';
/** The test knows a refused frame by the URL of Chromium's error page. */
export const REFUSED_FRAMES = 'the URL of the error page is that of Chromium';

/** A test that Firefox skips. @param reason what Firefox or its driver lacks */
export function testInChromium(
  name: string,
  reason: string,
  run: () => Promise<void>,
  timeoutMs?: number,
): void {
  if (IS_FIREFOX) test.skip(`${name} (Chromium only: ${reason})`, run);
  else test(name, run, timeoutMs);
}
