import assert from 'node:assert';
import { withoutCutParts } from '@headwater/collector/domain/script-cuts';
import { scrubText } from '@headwater/collector/domain/scrub';
import { shortLanding } from '@headwater/tracker/event-fields';

const ADDRESSES = [
  'canary.person@mail.example',
  'canary.person%40mail.example',
  'canary.person%252540mail.example',
  'canary.person＠mail。example',
];
/** The name and its `@`. A cut before the `@` leaves a name that no rule recognises. */
const CUT_NAME = /canary\.person(?:@|%40|%252540|＠)/;

/** Landing pages with an address in two tags, as the browser script cuts them and the collector reads them. */
export function fuzz(data: Buffer): void {
  const [choice = 0, position = 0, path = 0] = data;
  const value = `${'n'.repeat(position % 90)}/${ADDRESSES[choice % ADDRESSES.length] ?? ''}`;
  const rest = encodeURIComponent(data.subarray(3).toString());
  const tags = `utm_id=${rest}&utm_term=${value}&utm_content=${value}`;
  const landing = `https://shop.example/${'p'.repeat(path * 2)}?${tags}&x=${'s'.repeat(800)}`;
  assert.doesNotMatch(scrubText(withoutCutParts(shortLanding(landing))), CUT_NAME);
}
