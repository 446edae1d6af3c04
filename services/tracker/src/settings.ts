/** What the site's owner wrote into the script element's `data-*` attributes. */
export interface Settings {
  site: string;
  key: string;
  /** Absolute URL that takes the events. */
  collect: string;
  /** Where ids live: `cookie` (default, shared by the site's subdomains), `local` (localStorage), `none` (memory). */
  storage: string;
  /** Signals to obey: any of `gpc`, `dnt`. */
  respect: string;
  /** What to report by itself: any of `outbound`, `downloads`, `forms`. */
  auto: string;
  /** `required` when nothing may be stored or sent before `headwater.consent(true)`. */
  consent?: string;
}

/** Reads the tracker's own script element; undefined when it is no Headwater snippet. */
export function readSettings(script: HTMLScriptElement | null): Settings | undefined {
  const given = script?.dataset as Partial<Settings> | undefined;
  if (!script || !given?.site || !given.key) return undefined;
  // `data-collect` is relative to the script as well, so a renamed path needs no host.
  const collect = new URL(given.collect || 'collect', script.src).href;
  return { storage: 'cookie', respect: '', auto: '', ...given, collect } as Settings;
}
