/** `part` per hundred of `whole`, two decimals, half up; undefined when the whole is nothing. */
export function percent(part: number, whole: number): number | undefined {
  return whole === 0 ? undefined : Math.round((part * 10_000) / whole) / 100;
}
