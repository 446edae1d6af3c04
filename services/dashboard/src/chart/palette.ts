/** Colours of a chart, from the page's own variables: a canvas has no style sheet. */
export interface Palette {
  readonly text: string;
  readonly muted: string;
  readonly grid: string;
  readonly surface: string;
  readonly series: readonly string[];
  readonly font: string;
}

/** As the page looks now, in light or dark. */
export function readPalette(element: Element): Palette {
  const style = getComputedStyle(element);
  const of = (name: string) => style.getPropertyValue(name).trim();
  return {
    text: of('--text'),
    muted: of('--text-muted'),
    grid: of('--grid'),
    surface: of('--surface'),
    series: [1, 2, 3, 4, 5, 6].map((number) => of(`--series-${number}`)),
    font: style.fontFamily,
  };
}
