/** The `data-*` attributes of the script element. */
export interface Settings {
  site: string;
  key: string;
  /** Absolute URL of the collect endpoint. */
  collect: string;
  /** Storage of ids: `cookie` (default, shared by the site's subdomains), `local` (localStorage), `none` (memory). */
  storage?: string;
  /** Signals to respect: any of `gpc`, `dnt`. */
  respect?: string;
  /** Automatic events: any of `outbound`, `downloads`, `forms`. */
  auto?: string;
  /** `required` if nothing may be stored or sent before `headwater.consent(true)`. */
  consent?: string;
}

/** Reads the tracker's own script element. Returns undefined, with a warning in the console, if it lacks the site or its key. */
export function readSettings(script: HTMLScriptElement | null): Settings | undefined {
  const given = script?.dataset as Partial<Settings> | undefined;
  if (!given?.site || !given.key) {
    console.warn('Headwater is off: data-site or data-key is missing. Copy the whole snippet.');
    return undefined;
  }
  // `data-collect` is relative to the script, so a renamed path needs no host.
  const collect = new URL(given.collect || 'collect', (script as HTMLScriptElement).src).href;
  return { ...given, collect } as Settings;
}

/** The signal of a visitor who does not want to be tracked. @see https://www.w3.org/TR/gpc/ */
interface Signals {
  globalPrivacyControl?: boolean;
}

/** Returns whether the browser sends a signal that the site respects. */
export function optedOut({ respect }: Settings): boolean | undefined {
  return (
    (respect?.includes('gpc') && (navigator as Signals).globalPrivacyControl) ||
    (respect?.includes('dnt') && navigator.doNotTrack == '1')
  );
}
