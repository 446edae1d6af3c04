import type { SiteCategory } from '@headwater/protos/vocabulary';

/** Platforms by lower-case markers in their pages. The first match wins, so specific platforms come first. */
export const PLATFORMS: readonly {
  readonly name: string;
  readonly markers: readonly string[];
  readonly suggests?: SiteCategory;
}[] = [
  { name: 'WooCommerce', markers: ['plugins/woocommerce'], suggests: 'ecommerce' },
  { name: 'WordPress', markers: ['/wp-content/', '/wp-includes/', 'content="wordpress'] },
  { name: 'Shopify', markers: ['cdn.shopify.com', 'shopify.theme'], suggests: 'ecommerce' },
  { name: 'Magento', markers: ['text/x-magento-init', '/static/version'], suggests: 'ecommerce' },
  { name: 'PrestaShop', markers: ['content="prestashop'], suggests: 'ecommerce' },
  { name: 'Wix', markers: ['static.wixstatic.com', 'content="wix.com'] },
  { name: 'Squarespace', markers: ['static1.squarespace.com', 'assets.squarespace.com'] },
  { name: 'Webflow', markers: ['data-wf-site', 'content="webflow'] },
  { name: 'Framer', markers: ['framerusercontent.com', 'content="framer'] },
  { name: 'Ghost', markers: ['content="ghost', 'ghost/portal'], suggests: 'blog' },
  { name: 'Drupal', markers: ['data-drupal-', 'content="drupal', '/sites/default/files/'] },
  { name: 'Joomla', markers: ['content="joomla', '/media/system/js/core'] },
  { name: 'TYPO3', markers: ['content="typo3', '/typo3temp/'] },
  { name: 'HubSpot', markers: ['content="hubspot', 'hs-scripts.com'] },
  { name: 'Docusaurus', markers: ['content="docusaurus', '__docusaurus'], suggests: 'documentation' },
  { name: 'Discourse', markers: ['content="discourse'], suggests: 'community' },
  { name: 'Next.js', markers: ['/_next/static/', 'id="__next_data__"'] },
  { name: 'Nuxt', markers: ['/_nuxt/', 'id="__nuxt"'] },
  { name: 'Gatsby', markers: ['id="___gatsby"'] },
  { name: 'Astro', markers: ['content="astro', '<astro-island'] },
  { name: 'Hugo', markers: ['content="hugo'] },
  { name: 'Jekyll', markers: ['content="jekyll'] },
];

/** Categories by whole, lower-case English words in the title. */
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

/** Lower-case markers of consent banners. */
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
