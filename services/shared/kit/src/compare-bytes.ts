/** Orders texts by their bytes in UTF-8, as ClickHouse and `COLLATE "C"` do: surrogate pairs follow all other characters. */
export function compareBytes(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const [left, right] = [a.charCodeAt(index), b.charCodeAt(index)];
    if (left !== right) return rankOf(left) - rankOf(right);
  }
  return a.length - b.length;
}

const rankOf = (unit: number): number => (unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit);
