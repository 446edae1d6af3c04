/** The snippet as it stands in a page: its attributes by lower-case name. */
export type SnippetTag = ReadonlyMap<string, string>;

/** A script element is no longer: a stranger's page must not decide how far we look. */
const LONGEST_TAG = 2_000;
/** How many places of the key are looked at. */
const MOST_PLACES = 50;
const ATTRIBUTE =
  /([a-z][a-z0-9-]{0,40})(?:\s{0,5}=\s{0,5}(?:"([^"]{0,500})"|'([^']{0,500})'|([^\s"'>]{1,500})))?/gi;

/** Every script element of a page that bears the site's key. A key that stands elsewhere, as in a script's text, is none. */
export function snippetTags(html: string, siteKey: string): SnippetTag[] {
  const tags: SnippetTag[] = [];
  let at = -1;
  for (let place = 0; place < MOST_PLACES; place += 1) {
    at = html.indexOf(siteKey, at + 1);
    if (at < 0) break;
    const before = html.slice(Math.max(0, at - LONGEST_TAG), at);
    const start = before.toLowerCase().lastIndexOf('<script');
    const end = html.slice(at, at + LONGEST_TAG).indexOf('>');
    if (start < 0 || end < 0 || before.includes('>', start)) continue;
    const text = before.slice(start + '<script'.length) + html.slice(at, at + end);
    tags.push(
      new Map(
        [...text.matchAll(ATTRIBUTE)].map(([, name = '', ...values]) => [
          name.toLowerCase(),
          values.find(Boolean) ?? '',
        ]),
      ),
    );
  }
  return tags;
}
