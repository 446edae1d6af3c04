import { harmless } from './harmless';
import { on } from './on';

/**
 * Calls back after everything that may have changed the page's address without a load: the history API, back
 * and forward, the fragment. Whether it did change is for the caller to see.
 */
export function onNavigation(run: () => void): void {
  const changed = harmless(run);
  for (const method of ['pushState', 'replaceState'] as const) {
    const original = history[method].bind(history);
    history[method] = (...args) => {
      // What the original throws (a foreign URL) is the page's own mistake and stays visible.
      original(...args);
      changed();
    };
  }
  on(['popstate', 'hashchange'], changed);
}
