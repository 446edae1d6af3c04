import type { Page, PageKind } from './pages';
import type { Random, Weighted } from './random';

/** A custom event that a page may give rise to. */
export interface PageEvent {
  readonly name: string;
  readonly props: Readonly<Record<string, string>>;
}

interface Row {
  readonly on: PageKind;
  readonly name: string;
  readonly probability: number;
  props(random: Random, os: string): Record<string, string>;
}

const TERMS: readonly Weighted<string>[] = [
  ['import csv', 12],
  ['api token', 11],
  ['webhooks', 9],
  ['slack', 8],
  ['sso', 7],
  ['export', 6],
  ['docker', 6],
  ['pricing', 4],
  ['gantt', 3],
  ['delete account', 2],
];

const FILES: Readonly<Record<string, string>> = {
  Windows: 'demo-4.2-setup.exe',
  macOS: 'demo-4.2.dmg',
  Linux: 'demo-4.2.tar.gz',
};

const ROWS: readonly Row[] = [
  { on: 'docs', name: 'search', probability: 0.13, props: (random) => ({ term: random.draw(TERMS) }) },
  { on: 'blog', name: 'search', probability: 0.06, props: (random) => ({ term: random.draw(TERMS) }) },
  {
    on: 'download',
    name: 'download',
    probability: 0.52,
    props: (_, os) => ({ file: FILES[os] ?? 'demo-handbook.pdf' }),
  },
  { on: 'article', name: 'newsletter', probability: 0.021, props: () => ({ place: 'article end' }) },
  {
    on: 'feature',
    name: 'video-play',
    probability: 0.11,
    props: (random) => ({
      video: random.draw([
        ['tour', 3],
        ['boards', 2],
      ]),
      seconds: String(random.whole(8, 94)),
    }),
  },
];

/** What somebody does on a page beside reading it. */
export function eventsOnPage(page: Page, os: string, random: Random): PageEvent[] {
  return ROWS.filter((row) => row.on === page.kind && random.chance(row.probability)).map((row) => ({
    name: row.name,
    props: row.props(random, os),
  }));
}
