interface Signals {
  globalPrivacyControl?: boolean;
  doNotTrack?: string | null;
}

/**
 * Whether the visitor's browser sends a signal that this site promised to obey.
 *
 * @param respect the value of `data-respect`, such as `gpc,dnt`
 * @see https://www.w3.org/TR/gpc/
 */
export function optedOut(respect: string, signals: Signals): boolean | undefined {
  return (
    (respect.includes('gpc') && signals.globalPrivacyControl) ||
    (respect.includes('dnt') && signals.doNotTrack == '1')
  );
}
