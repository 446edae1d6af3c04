import assert from 'node:assert';
import { CHANNELS } from '@headwater/protos/vocabulary';
import { acquisitionOf } from '../../src/domain/acquisition';
import { parsePageUrl } from '../../src/domain/page-url';

/** The URL of a page and its referrer, one per line. */
export function fuzz(data: Buffer): void {
  const [url = '', referrer = ''] = data.toString().split('\n');
  const page = parsePageUrl(url);
  if (page) {
    assert(page.pathname.startsWith('/') && page.pathname.length <= 2_000);
    assert(!/[?#]/.test(page.pathname));
    const again = parsePageUrl(`https://${page.hostname}${page.pathname}`);
    assert.deepEqual([again?.hostname, again?.pathname], [page.hostname, page.pathname]);
  }
  const found = acquisitionOf(page, referrer, 'shop.example');
  assert(CHANNELS.includes(found.channel), found.channel);
  assert(!found.referrer.includes('?'));
  for (const text of [found.source, found.utm_source, found.utm_campaign, found.utm_term]) {
    assert(text.isWellFormed());
    assert(text.length <= 255);
  }
}
