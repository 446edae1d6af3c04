import { cpuClock } from '@headwater/kit/testing/cpu-clock';
import { readPage, type Page } from './read-page';

const SITE = { domain: 'shop.example', siteKey: 'k'.repeat(24) };
const read = (html: string, page: Partial<Page> = {}) =>
  readPage({ url: new URL('https://shop.example/'), html, policy: '', ...page }, SITE);
const codes = (html: string, page?: Partial<Page>): string[] =>
  read(html, page).findings.map(({ code }) => code);
const SNIPPET = `<script async defer data-site="1" data-key="${SITE.siteKey}" src="https://c.example/hw.js"></script>`;

describe('reading a home page', () => {
  it.each([
    ['<title>Plain</title>', 'Plain'],
    ['<TITLE lang="en">\n  Two\n lines </TITLE>', 'Two lines'],
    ['<title>A &amp; B &#8211; &#x43;&nbsp;&bogus;</title>', 'A & B – C &bogus;'],
    ['<title>x&#0;&#xD800;&#9999999;y</title>', 'x y'],
    [`<title>${'😀'.repeat(300)}</title>`, '😀'.repeat(200)],
    ['<title></title>', undefined],
    ['no page', undefined],
  ])('finds the title of %j', (html, title) => expect(read(html).title).toBe(title));

  it.each([
    ['<html lang="de">', 'de'],
    ["<html class='x' lang='pt-BR'>", 'pt-BR'],
    ['<HTML LANG=en-US>', 'en-US'],
    ['<html data-lang="fr">', undefined],
    ['<html lang="nonsense words">', undefined],
    ['<html><p lang="de">', undefined],
  ])('finds the language of %j', (html, language) => expect(read(html).language).toBe(language));

  it.each([
    ['<link href="/wp-content/themes/x.css">', 'WordPress', []],
    ['<link href="/wp-content/plugins/woocommerce/x.css">', 'WooCommerce', ['ecommerce']],
    ['<script src="https://cdn.shopify.com/x.js">', 'Shopify', ['ecommerce']],
    ['<script src="/_next/static/x.js">', 'Next.js', []],
    ['<meta name="generator" content="Wix.com Website Builder">', 'Wix', []],
    ['<script src="https://static1.squarespace.com/x.js">', 'Squarespace', []],
    ['<html data-wf-site="1">', 'Webflow', []],
    ['<meta name="generator" content="Ghost 5.8">', 'Ghost', ['blog']],
    ['<script data-drupal-selector="x">', 'Drupal', []],
    ['<meta name="generator" content="Joomla! - Open Source">', 'Joomla', []],
    ['<title>Docs and developers’ blog, a forum</title>', undefined, ['blog', 'documentation', 'community']],
    ['<title>Workshop</title>', undefined, []],
  ])('finds the platform and categories of %j', (html, platform, suggestedCategories) => {
    expect(read(html).platform).toBe(platform);
    expect(read(html).suggestedCategories).toEqual(suggestedCategories);
  });

  it.each<[string, string, Partial<Page>, string[]]>([
    ['nothing in a page with the snippet', SNIPPET, {}, []],
    ['nothing on a subdomain', SNIPPET, { url: new URL('https://www.shop.example/de') }, []],
    ['a missing snippet', '<html>', {}, ['snippet_missing']],
    ['a foreign snippet', SNIPPET.replace(SITE.siteKey, 'other'), {}, ['snippet_of_other_site']],
    ['plain http', SNIPPET, { url: new URL('http://shop.example/') }, ['no_https']],
    ['another host', SNIPPET, { url: new URL('https://notshop.example/') }, ['other_host']],
    ['a consent banner', `${SNIPPET}<script src="//Consent.cookiebot.com/uc.js">`, {}, ['consent_banner']],
    ['a policy without a snippet', '', { policy: "script-src 'self'" }, ['snippet_missing', 'csp_may_block']],
    ['a strict policy', SNIPPET, { policy: "img-src *; script-src 'self'" }, ['csp_blocks_script']],
    [
      'a default policy',
      SNIPPET,
      { policy: "default-src 'self'" },
      ['csp_blocks_script', 'csp_blocks_events'],
    ],
    [
      'a policy that allows the script only',
      SNIPPET,
      { policy: "default-src 'self'; script-src c.example" },
      ['csp_blocks_events'],
    ],
    ['no policy that allows its origin', SNIPPET, { policy: "default-src 'self' https://c.example" }, []],
    [
      'a second policy that is stricter',
      SNIPPET,
      { policy: "script-src *, script-src 'none'" },
      ['csp_blocks_script'],
    ],
    [
      'a policy in the page',
      `<meta http-equiv="Content-Security-Policy" content="script-src 'self'">${SNIPPET}`,
      {},
      ['csp_blocks_script'],
    ],
    ['a duplicate snippet', `${SNIPPET}\n${SNIPPET}`, {}, ['snippet_twice']],
    ['no duplicate for a key in a text', `${SNIPPET}<p>${SITE.siteKey}</p>`, {}, []],
    ['a snippet without a key', SNIPPET.replace(/data-key="\w+"/, ''), {}, ['snippet_incomplete']],
    ['a snippet without a site', SNIPPET.replace('data-site="1"', ''), {}, ['snippet_incomplete']],
    [
      'a snippet with an empty key',
      SNIPPET.replace(/data-key="\w+"/, 'data-key=""'),
      {},
      ['snippet_incomplete'],
    ],
    ['nothing about another script', `${SNIPPET}<script src="/js/xhw.js" data-site="x"></script>`, {}, []],
    ['required consent', SNIPPET.replace('defer', 'defer data-consent="required"'), {}, ['consent_required']],
    ['respected opt-outs', SNIPPET.replace('defer', "data-respect='gpc,dnt'"), {}, ['respects_opt_out']],
    ['disabled storage', SNIPPET.replace('defer', 'data-storage=none'), {}, ['storage_off']],
    ['no policy that allows any https', SNIPPET, { policy: "script-src https: 'unsafe-inline'" }, []],
    ['no policy about frames', SNIPPET, { policy: "frame-ancestors 'none'" }, []],
  ])('reports %s', (_, html, page, expected) => expect(codes(html, page)).toEqual(expected));

  it('reads eight hostile MiB in time linear in their length', () => {
    const usedMs = cpuClock();
    for (const part of [
      '<title',
      '<html ',
      '<title>',
      'data-site="1',
      '&#x',
      '<html lang=',
      '<meta ',
      '<script src=/hw.js ',
      '<script src=/hw.js>',
      SITE.siteKey,
    ])
      read(part.repeat(Math.floor(1_048_576 / part.length)));
    expect(usedMs()).toBeLessThan(3_000);
  });
});
