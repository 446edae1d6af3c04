import { parseUrl } from '@headwater/kit/parse-url';
import { WEBHOOK_LIMITS } from '@headwater/protos/limits';
import { WEBHOOK_EVENT_TYPES } from '@headwater/protos/webhook-events';
import { isIP } from 'node:net';
import { accepted, codePointCount, hasControlCharacters, refused, type Checked } from './checked';
import { isPublicAddress } from './public-address';

/** An endpoint of a customer that receives a workspace's events. Times are Unix milliseconds. Its secret stays in the store. */
export interface Webhook {
  readonly id: number;
  readonly url: string;
  readonly description: string;
  /** Enumerated event types. */
  readonly events: readonly string[];
  /** Undefined while it is active. */
  readonly disabled?: { readonly reason: DisabledReason; readonly at: number };
  /** Time of the first failed attempt since the last success. */
  readonly failingSince?: number;
  readonly createdAt: number;
  /** The token that created it. */
  readonly createdBy?: number;
}

/** Paused by its owner, failing for three days, or gone: its endpoint returned 410. */
export type DisabledReason = 'paused' | 'failing' | 'gone';

/** Fields to change; absent fields stay. */
export interface WebhookChanges {
  readonly url?: string;
  readonly description?: string;
  readonly events?: readonly string[];
  readonly status?: 'active' | 'disabled';
}

/** Allowed targets: `public` servers over https, or `any`, which the operator is responsible for. */
export type WebhookTargets = 'public' | 'any';

const { maxUrlLength: MAX_URL_LENGTH, maxDescriptionLength: MAX_DESCRIPTION_LENGTH } = WEBHOOK_LIMITS;

/** A webhook's URL in its normal form. Its addresses are checked at every delivery, not here. */
export function checkWebhookUrl(text: string, targets: WebhookTargets): Checked<string> {
  if (text.length > MAX_URL_LENGTH) return refused(`A URL has at most ${MAX_URL_LENGTH} characters.`);
  const url = parseUrl(text);
  if (!url) return refused('must be a URL such as https://example.com/headwater');
  if (url.username !== '' || url.password !== '')
    return refused(
      'A URL must not contain a user name or password. Deliveries are signed: check the signature.',
    );
  if (url.hash !== '') return refused('A URL must not have a fragment: HTTP does not send it.');
  if (targets === 'any')
    return /^https?:$/.test(url.protocol)
      ? accepted(url.href)
      : refused('must begin with https:// or http://');
  if (url.protocol !== 'https:') return refused('must begin with https://');
  if (url.port !== '') return refused('must use port 443');
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  // A dot at the end is that of the root: `localhost.` is one label.
  if (isIP(host) === 0 ? !/[^.]\.[^.]/.test(host) : !isPublicAddress(host))
    return refused('must name a public server');
  return accepted(url.href);
}

/** The owner's description of a webhook. */
export function checkDescription(text: string): Checked<string> {
  if (codePointCount(text) > MAX_DESCRIPTION_LENGTH)
    return refused(`A description has at most ${MAX_DESCRIPTION_LENGTH} characters.`);
  return hasControlCharacters(text)
    ? refused('A description must not contain line breaks or other control characters.')
    : accepted(text);
}

/** Event types without duplicates, in the order of the enumeration. */
export function checkEventTypes(types: readonly string[]): Checked<readonly string[]> {
  if (types.length === 0) return refused(`must name at least one of ${WEBHOOK_EVENT_TYPES.join(', ')}`);
  const index = types.findIndex((type) => !(WEBHOOK_EVENT_TYPES as readonly string[]).includes(type));
  if (index >= 0) return refused(`must be one of ${WEBHOOK_EVENT_TYPES.join(', ')}`, index);
  return accepted(WEBHOOK_EVENT_TYPES.filter((type) => types.includes(type)));
}

export function checkStatus(status: string): Checked<'active' | 'disabled'> {
  return status === 'active' || status === 'disabled'
    ? accepted(status)
    : refused('must be active or disabled');
}
