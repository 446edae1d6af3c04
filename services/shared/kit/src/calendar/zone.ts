/**
 * True for a name of the IANA time zone database that this runtime knows. Offsets such as `+05:30`, which some runtimes
 * take for zones, are none: they have no daylight saving time and nobody lives in them.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
