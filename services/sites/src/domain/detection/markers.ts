import type { SiteCategory } from '@headwater/protos/vocabulary';

/** Platforms by what stands in their pages, lower-case; the first that matches counts, so the narrower come first. */
export const PLATFORMS: readonly {
  readonly name: string;
  readonly marks: readonly string[];
  readonly suggests?: SiteCategory;
}[] = [
  { name: 'WooCommerce', marks: ['plugins/woocommerce'], suggests: 'ecommerce' },
  { name: 'WordPress', marks: ['/wp-content/', '/wp-includes/', 'content="wordpress'] },
  { name: 'Shopify', marks: ['cdn.shopify.com', 'shopify.theme'], suggests: 'ecommerce' },
  { name: 'Magento', marks: ['text/x-magento-init', '/static/version'], suggests: 'ecommerce' },
  { name: 'PrestaShop', marks: ['content="prestashop'], suggests: 'ecommerce' },
  { name: 'Wix', marks: ['static.wixstatic.com', 'content="wix.com'] },
  { name: 'Squarespace', marks: ['static1.squarespace.com', 'assets.squarespace.com'] },
  { name: 'Webflow', marks: ['data-wf-site', 'content="webflow'] },
  { name: 'Framer', marks: ['framerusercontent.com', 'content="framer'] },
  { name: 'Ghost', marks: ['content="ghost', 'ghost/portal'], suggests: 'blog' },
  { name: 'Drupal', marks: ['data-drupal-', 'content="drupal', '/sites/default/files/'] },
  { name: 'Joomla', marks: ['content="joomla', '/media/system/js/core'] },
  { name: 'TYPO3', marks: ['content="typo3', '/typo3temp/'] },
  { name: 'HubSpot', marks: ['content="hubspot', 'hs-scripts.com'] },
  { name: 'Docusaurus', marks: ['content="docusaurus', '__docusaurus'], suggests: 'documentation' },
  { name: 'Discourse', marks: ['content="discourse'], suggests: 'community' },
  { name: 'Next.js', marks: ['/_next/static/', 'id="__next_data__"'] },
  { name: 'Nuxt', marks: ['/_nuxt/', 'id="__nuxt"'] },
  { name: 'Gatsby', marks: ['id="___gatsby"'] },
  { name: 'Astro', marks: ['content="astro', '<astro-island'] },
  { name: 'Hugo', marks: ['content="hugo'] },
  { name: 'Jekyll', marks: ['content="jekyll'] },
];

/** Categories by whole words of the title, lower-case English. */
export const TITLE_WORDS: readonly (readonly [SiteCategory, RegExp])[] = [
  ['ecommerce', /\b(shop|store|webshop|boutique)\b/],
  ['blog', /\bblog\b/],
  ['news', /\b(news|magazine|newspaper)\b/],
  ['documentation', /\b(docs|documentation|api reference)\b/],
  ['portfolio', /\bportfolio\b/],
  ['agency', /\b(agency|studio)\b/],
  ['education', /\b(university|school|courses?|academy)\b/],
  ['community', /\b(community|forum)\b/],
  ['nonprofit', /\b(charity|nonprofit|non-profit|foundation)\b/],
  ['healthcare', /\b(clinic|hospital|dentist|medical)\b/],
  ['finance', /\b(bank|insurance|invest(ing|ment)?)\b/],
  ['travel', /\b(travel|hotels?|flights?)\b/],
  ['real-estate', /\b(real estate|realty)\b/],
  ['restaurant', /\b(restaurant|pizzeria|bistro)\b/],
  ['gaming', /\b(games?|gaming)\b/],
  ['developer-tools', /\b(sdk|developers?)\b/],
  ['saas', /\b(saas|software|platform)\b/],
];

/** What consent banners leave in a page, lower-case. */
export const CONSENT_BANNERS: readonly string[] = [
  'consent.cookiebot.com',
  'cdn.cookielaw.org',
  'usercentrics.eu',
  'cdn-cookieyes.com',
  'iubenda_cs',
  'cookieconsent',
  'klaro.js',
  'osano.com',
  'complianz',
  'sdk.privacy-center.org',
];
