import type { Random, Weighted } from './random';
import type { Entry } from './source';

const ARTICLES: readonly Weighted<string>[] = [
  ['/blog/channel-attribution-without-cookies', 9],
  ['/blog/why-we-moved-off-spreadsheets', 6],
  ['/blog/remote-planning-guide', 5],
  ['/blog/release-4', 4],
  ['/blog/estimating-is-hard', 3],
  ['/blog/how-we-hire', 1],
];
const DOCS: readonly Weighted<string>[] = [
  ['/docs', 5],
  ['/docs/quick-start', 6],
  ['/docs/api', 5],
  ['/docs/import', 3],
  ['/docs/self-hosting', 3],
  ['/docs/webhooks', 2],
];
const FEATURES: readonly Weighted<string>[] = [
  ['/features', 5],
  ['/features/boards', 4],
  ['/features/reports', 3],
  ['/features/integrations', 3],
];

/** The pages of each kind on the site. */
const PAGES = {
  home: [['/', 1]],
  article: ARTICLES,
  blog: [['/blog', 1]],
  docs: DOCS,
  feature: FEATURES,
  pricing: [['/pricing', 1]],
  campaign: [
    ['/lp/compare', 3],
    ['/lp/teams', 2],
  ],
  about: [['/about', 1]],
  changelog: [['/changelog', 1]],
  download: [['/download', 1]],
} as const satisfies Record<string, readonly Weighted<string>[]>;

/** A kind of page. */
type PageKind = keyof typeof PAGES;

/** Links of each kind of page, with their weights. */
// prettier-ignore
const LINKS: Readonly<Record<PageKind, readonly Weighted<PageKind>[]>> = {
  home: [['feature', 36], ['pricing', 27], ['docs', 14], ['blog', 9], ['about', 7], ['download', 7]],
  article: [['article', 38], ['home', 30], ['feature', 14], ['pricing', 10], ['blog', 8]],
  blog: [['article', 80], ['home', 20]],
  docs: [['docs', 68], ['home', 12], ['pricing', 11], ['download', 9]],
  feature: [['feature', 42], ['pricing', 34], ['docs', 14], ['home', 10]],
  pricing: [['feature', 40], ['home', 28], ['docs', 22], ['about', 10]],
  campaign: [['pricing', 50], ['feature', 32], ['home', 18]],
  about: [['home', 60], ['blog', 40]],
  changelog: [['docs', 60], ['feature', 40]],
  download: [['docs', 80], ['home', 20]],
};

const ENTRY_KINDS: Readonly<Record<Entry, PageKind>> = {
  home: 'home',
  article: 'article',
  docs: 'docs',
  pricing: 'pricing',
  campaign: 'campaign',
  changelog: 'changelog',
};

/** A viewed page. */
interface Page {
  readonly kind: PageKind;
  readonly pathname: string;
}

const MAX_PAGES = 14;

/** The pages of a visit: a landing page, then links until the visitor leaves. */
export function walkPages(entries: readonly Entry[], stay: number, random: Random): Page[] {
  let kind = ENTRY_KINDS[random.draw(entries.map((entry) => [entry, 1]))];
  const pages = [openPage(kind, random)];
  while (pages.length < MAX_PAGES && random.chance(stay)) {
    kind = random.draw(LINKS[kind]);
    const page = openPage(kind, random);
    // A link to the current page adds no pageview.
    if (page.pathname !== pages.at(-1)?.pathname) pages.push(page);
  }
  return pages;
}

function openPage(kind: PageKind, random: Random): Page {
  return { kind, pathname: random.draw<string>(PAGES[kind]) };
}

/** A custom event on a page. */
interface PageEvent {
  readonly name: string;
  readonly props: Readonly<Record<string, string>>;
}

interface PageEventRow {
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

const PAGE_EVENTS: readonly PageEventRow[] = [
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

/** Draws the custom events of a page. */
export function eventsOnPage(page: Page, os: string, random: Random): PageEvent[] {
  return PAGE_EVENTS.filter((row) => row.on === page.kind && random.chance(row.probability)).map((row) => ({
    name: row.name,
    props: row.props(random, os),
  }));
}
