import assert from 'node:assert';
import { SITE_CATEGORIES } from '@headwater/protos/vocabulary';
import { PLATFORMS } from '../../src/domain/detection/markers';
import { readPage } from '../../src/domain/detection/read-page';

const SITE = { domain: 'shop.example', siteKey: '0123456789abcdef0123456789abcdef' };

/** The content security policy on the first line, then the HTML. `KEY` stands for the key of the site. */
export function fuzz(data: Buffer): void {
  const [policy = '', ...lines] = data.toString().replaceAll('KEY', SITE.siteKey).split('\n');
  const page = { url: new URL('https://www.shop.example/'), html: lines.join('\n'), policy };
  const facts = readPage(page, SITE);
  const { title, language, platform, suggestedCategories, findings } = facts;
  if (title !== undefined) {
    assert(title.isWellFormed() && !/\p{Cc}/u.test(title));
    assert(Array.from(title).length <= 200);
  }
  if (language !== undefined) assert.match(language, /^[a-z]{2,3}(-[a-z0-9]{1,8}){0,3}$/i);
  if (platform !== undefined)
    assert(
      PLATFORMS.some(({ name }) => name === platform),
      platform,
    );
  assert(suggestedCategories.length <= 3);
  for (const category of suggestedCategories) assert(SITE_CATEGORIES.includes(category), category);
  for (const { message, fix } of findings) assert(message !== '' && fix !== '');
  assert.equal(facts.snippetFound, page.html.includes(SITE.siteKey));
}
