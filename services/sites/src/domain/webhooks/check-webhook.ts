import { NOTICE_TYPES } from '@headwater/protos/notices';
import { isIP } from 'node:net';
import { accepted, refused, type Checked } from '../checked';
import { codePointCount } from '../code-point-count';
import { isPublicAddress } from '../detection/public-address';
import { hasControlCharacters } from '../has-control-characters';

/** Where notices may be sent: `public` servers over https, or `any` that the operator vouches for. */
export type WebhookTargets = 'public' | 'any';

const MOST_URL_LENGTH = 2_000;
const MOST_DESCRIPTION_LENGTH = 200;

/** Where a webhook is, spelt as it will be asked. What its name leads to is checked at every delivery, not here. */
export function checkWebhookUrl(text: string, targets: WebhookTargets): Checked<string> {
  if (text.length > MOST_URL_LENGTH) return refused(`A URL has at most ${MOST_URL_LENGTH} characters.`);
  if (!URL.canParse(text)) return refused('must be a URL such as https://example.com/headwater');
  const url = new URL(text);
  if (url.username !== '' || url.password !== '')
    return refused('A URL may hold no user name or password. Deliveries are signed: check the signature.');
  if (url.hash !== '') return refused('A URL may have no fragment: it would not be sent.');
  if (targets === 'any')
    return /^https?:$/.test(url.protocol)
      ? accepted(url.href)
      : refused('must begin with https:// or http://');
  if (url.protocol !== 'https:') return refused('must begin with https://');
  if (url.port !== '') return refused('must be on port 443');
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) === 0 ? !host.includes('.') : !isPublicAddress(host))
    return refused('must lead to a public server');
  return accepted(url.href);
}

/** What its owner notes about a webhook. */
export function checkDescription(text: string): Checked<string> {
  if (codePointCount(text) > MOST_DESCRIPTION_LENGTH)
    return refused(`A description has at most ${MOST_DESCRIPTION_LENGTH} characters.`);
  return hasControlCharacters(text)
    ? refused('A description may hold no line breaks or other control characters.')
    : accepted(text);
}

/** Types of notices, each once, in the order of the closed list. */
export function checkNoticeTypes(types: readonly string[]): Checked<readonly string[]> {
  if (types.length === 0) return refused(`must name at least one of ${NOTICE_TYPES.join(', ')}`);
  const index = types.findIndex((type) => !(NOTICE_TYPES as readonly string[]).includes(type));
  if (index >= 0) return refused(`must be one of ${NOTICE_TYPES.join(', ')}`, index);
  return accepted(NOTICE_TYPES.filter((type) => types.includes(type)));
}
