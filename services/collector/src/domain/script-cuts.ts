import { EVENT_LIMITS } from '@headwater/protos/limits';
import { withoutCutWord } from './scrub';

/**
 * Lengths in UTF-16 units at which the browser script cuts texts (services/tracker/src/event-fields.ts): a long landing page, its
 * page and its tags, and other addresses.
 */
const CUTS = { landing: 800, page: 300, tag: 90, address: 300 };

/** A landing page without halves of addresses and tokens. */
export function withoutCutParts(landing: string): string {
  const [page = '', ...query] = landing.split('?');
  const whole = withoutCutWord(page, CUTS.page);
  if (query.length === 0) return whole;
  const tags = query.join('?').split('&');
  const last = tags.pop() ?? '';
  const rest = landing.length === CUTS.landing ? withoutCutWord(last, last.length) : last;
  return `${whole}?${[...tags, rest].map((tag) => withoutCutWord(tag, CUTS.tag)).join('&')}`;
}

/** A referrer without half of an address or token. */
export function withoutCutEnd(referrer: string): string {
  return withoutCutWord(referrer, CUTS.address);
}

/** Properties without halves of addresses and tokens. */
export function withoutCutValues(props: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  // Hardly any property is that long.
  if (!Object.values(props).some(({ length }) => length >= CUTS.address)) return props;
  return Object.fromEntries(
    Object.entries(props).map(([key, value]) => [
      key,
      // The script reports the address of a clicked link as `url`.
      withoutCutWord(key === 'url' ? withoutCutEnd(value) : value, EVENT_LIMITS.maxPropValueLength),
    ]),
  );
}
