import { waitFor } from '@headwater/kit/testing/wait-for';
import type { Page } from 'playwright-core';
import { settled } from './signed-in';

/**
 * Notes in each page that is loaded from now on when it was first useful: its figures stand there and nothing on it waits
 * any more, painted. As text: what runs in the page is no business of the compiler's.
 */
export async function watchUseful(page: Page): Promise<void> {
  await page.addInitScript(`(() => {
    const isUseful = () =>
      document.querySelector('h1, .state-title') &&
      !document.querySelector('.spinner, [aria-busy=true]') &&
      [...document.querySelectorAll('.tile-value, .site-row-figure strong')].every(
        ({ textContent }) => !/^(…|\\s*)$/.test(textContent),
      );
    const observer = new MutationObserver(() => {
      if (!isUseful()) return;
      observer.disconnect();
      requestAnimationFrame(() => requestAnimationFrame(() => {
        if (isUseful()) window.usefulAfter = performance.now();
        else observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
      }));
    });
    observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  })()`);
}

/** Milliseconds from the start of the navigation until the page was useful. */
export async function usefulAfter(page: Page, url: string): Promise<number> {
  await page.goto(url);
  await settled(page);
  await waitFor('it to be painted', () => page.evaluate<boolean>('window.usefulAfter > 0'), 60_000);
  return Math.round(await page.evaluate<number>('window.usefulAfter'));
}
