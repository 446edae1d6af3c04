const DAY_MS = 86_400_000;

/** The day of the time before, and its text: those that follow one another are nearly all of one day. */
const last = { day: Number.NaN, text: '' };

/** What `Date.toISOString` writes, in a third of its time. @param ms whole Unix ms, from the year 0 to 9999 */
export function isoTime(ms: number): string {
  const day = Math.floor(ms / DAY_MS);
  if (day !== last.day) {
    last.text = new Date(day * DAY_MS).toISOString().slice(0, 11);
    last.day = day;
  }
  const rest = ms - day * DAY_MS;
  const seconds = Math.floor(rest / 1_000);
  const minutes = Math.floor(seconds / 60);
  const fraction = String(1_000 + (rest % 1_000)).slice(1);
  return `${last.text}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:${two(seconds % 60)}.${fraction}Z`;
}

function two(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}
