import { readSettings } from './settings';
import { startTracker, type Call, type Headwater, type Stub } from './tracker';
import { harmless } from './page-events';

declare global {
  interface Window {
    headwater?: Partial<Headwater> & Stub;
  }
}

harmless(() => {
  const settings = readSettings(document.currentScript as HTMLScriptElement | null);
  const headwater: Partial<Headwater> & Stub = (window.headwater = window.headwater || { q: [] as Call[] });
  const calls = headwater.q;
  // Without a queue it is no stub: the script has already started on this page.
  if (!settings || !calls || !/^http/.test(location.protocol)) return;
  delete headwater.q;
  startTracker(settings, headwater);
  const run = ([method, ...args]: Call) => (headwater[method] as (...args: unknown[]) => void)(...args);
  // The start has sent the pageview of a queued page().
  calls.filter(([method]) => method != 'page').forEach(run);
  // The page may have stored a method of the stub.
  calls.push = run;
})();
