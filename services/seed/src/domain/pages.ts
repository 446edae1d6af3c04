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
export type PageKind = keyof typeof PAGES;

/** Where people go from each kind of page. */
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

/** One page that was opened. */
export interface Page {
  readonly kind: PageKind;
  readonly pathname: string;
}

const MOST_PAGES = 14;

/** The pages of a visit, in order: where it lands, then link by link as long as the visitor stays. */
export function walkPages(entries: readonly Entry[], stay: number, random: Random): Page[] {
  let kind = ENTRY_KINDS[random.draw(entries.map((entry) => [entry, 1]))];
  const pages = [openPage(kind, random)];
  while (pages.length < MOST_PAGES && random.chance(stay)) {
    kind = random.draw(LINKS[kind]);
    const page = openPage(kind, random);
    // A link to the page itself is no visit to it.
    if (page.pathname !== pages.at(-1)?.pathname) pages.push(page);
  }
  return pages;
}

function openPage(kind: PageKind, random: Random): Page {
  return { kind, pathname: random.draw<string>(PAGES[kind]) };
}
