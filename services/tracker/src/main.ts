import { harmless } from './harmless';
import type { Headwater, Stub } from './headwater';
import { readSettings } from './settings';
import { startTracker } from './tracker';

declare global {
  interface Window {
    headwater?: Partial<Headwater> & Stub;
  }
}

harmless(() => {
  const settings = readSettings(document.currentScript as HTMLScriptElement | null);
  const headwater = (window.headwater = window.headwater || {});
  // `ref` is ours and no stub's: where it stands, the script is in the page a second time.
  if (!settings || 'ref' in headwater || !/^http/.test(location.protocol)) return;
  const calls = headwater.q || [];
  delete headwater.q;
  startTracker(settings, headwater);
  // A queued page() meant the view that the start has counted.
  for (const [method, ...args] of calls) {
    if (method != 'page') (headwater[method] as (...args: unknown[]) => void)(...args);
  }
})();
