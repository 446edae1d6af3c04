/** `part` per hundred of `whole`, two decimals, half up; null when the whole is nothing. */
export function percent(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part * 10_000) / whole) / 100;
}
