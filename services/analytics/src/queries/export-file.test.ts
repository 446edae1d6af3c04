import { csvCell } from '@headwater/kit/csv-cell';
import { EXPORT_COLUMNS, FILE_FORMATS, type ExportRow } from './export-file';

/** Texts that a spreadsheet, in some locale, may interpret as the start of a formula. */
const PREFIXES = [
  ...['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r', '\n', '\r\n'],
  ...[' =', '  +', '\t=', '\r=', '\n=', '\u00a0=', '\u200b=', '\ufeff=', '"=', "'=", '""=', '`='],
  ...['a;=', 'a;+', 'a;"=', 'a\t-', 'a\n@', 'a|=', 'a; =', 'a\r\n=', 'a;\u200b"＝', 'a",="'],
];

const COLUMNS = EXPORT_COLUMNS.map(({ name }) => name);
const PLAIN = Object.fromEntries(COLUMNS.map((column) => [column, 'x'])) as unknown as ExportRow;

/** The cells of a CSV for a program with that separator, which interprets quotes only at the start of a cell. */
function cellsOf(csv: string, separator: string): string[] {
  const cells: string[] = [];
  const rest = new RegExp(`^(?:"((?:[^"]|"")*)")?([^${separator}\r\n]*)(?:[${separator}\n\r]|$)`);
  for (let left = csv; left !== '';) {
    const [all = left, quoted = '', plain = ''] = rest.exec(left) ?? [];
    cells.push(quoted.replaceAll('""', '"') + plain);
    left = left.slice(Math.max(1, all.length));
  }
  return cells;
}

/** Whether a program that trims might evaluate the cell. A leading `'` makes any cell a text. */
const isFormula = (cell: string): boolean => /^[\s\p{Cf}"`]*[=+\-@＝＋－＠]|^[\t\r\n]./u.test(cell);

describe('a CSV cell', () => {
  it.each([
    ['', '""'],
    ['plain', '"plain"'],
    ['say "hi", twice', '"say ""hi"", twice"'],
    ['a-b=c+d@e', '"a-b=c+d@e"'],
    ['two\nlines\n\nmore', '"two\nlines\n\nmore"'],
    ['=1+1', `"'=1+1"`],
    ['-12.50', '"-12.50"'],
    ['-12.50-1', `"'-12.50-1"`],
    ['-12\n', `"'-12\n"`],
    ['-A1', `"'-A1"`],
    ['a;b; =1', `"a;b;' =1"`],
    ['\u200b@x', `"'\u200b@x"`],
  ])('writes %j as %s', (text, cell) => {
    expect(csvCell(text)).toBe(cell);
  });

  it('contains no formula, whatever the column and the separator', () => {
    expect(PREFIXES.length).toBeGreaterThanOrEqual(30);
    let lines = 0;
    for (const column of COLUMNS)
      for (const prefix of PREFIXES) {
        const text = `${prefix}HYPERLINK("http://evil.example";1)`;
        const value = column === 'props' ? { [`k${prefix}`]: text } : text;
        const line = FILE_FORMATS.csv.line({ ...PLAIN, [column]: value });
        for (const separator of [',', ';', '\t', '|'])
          expect(cellsOf(line, separator).filter(isFormula)).toEqual([]);
        expect(cellsOf(line.trimEnd(), ',')).toHaveLength(COLUMNS.length);
        lines += 1;
      }
    expect(lines).toBe(COLUMNS.length * PREFIXES.length);
  });

  it('is written in time proportional to its length', () => {
    for (const blank of ['\t', '\n', ' ', ';', '"']) expect(csvCell(blank.repeat(200_000))).toContain(blank);
  });
});
