/** Valid names that were checked: creating a format takes 0.1 ms of a processor. The limit is for spellings of one name in other cases. */
const known = new Set<string>();
const MAX_KNOWN = 1_000;

/**
 * True for a name of the IANA time zone database that this runtime knows. Offsets such as `+05:30`, which some runtimes
 * take for zones, are none: they have no daylight saving time and nobody lives in them.
 */
export function isTimeZone(name: string): boolean {
  if (known.has(name)) return true;
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    if (known.size < MAX_KNOWN) known.add(name);
    return true;
  } catch {
    return false;
  }
}
