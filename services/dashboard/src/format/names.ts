import type { Schemas } from '@headwater/client/client';
import { NONE } from '@headwater/protos/vocabulary';
import { LOCALES } from './locale';

const countries = new Intl.DisplayNames(LOCALES, { type: 'region', fallback: 'code' });

const NONE_LABELS: Readonly<Record<string, string>> = {
  referrer: 'No referrer',
  source: 'Direct or unknown',
  utm_campaign: 'No campaign',
  campaign: 'No campaign',
  utm_source: 'No tag',
  utm_medium: 'No tag',
};

/** The label of a breakdown key: `DE` → `Germany`, `DE-BE` → `BE, Germany`. */
export function formatKey(dimension: string, key: string): string {
  if (key === NONE) return NONE_LABELS[dimension] ?? 'Unknown';
  if (dimension === 'country') return formatCountry(key);
  if (dimension === 'region') return formatRegion(key);
  if (dimension === 'site') return `Site ${key}`;
  if (dimension === 'device') return key.charAt(0).toUpperCase() + key.slice(1);
  return key;
}

const formatCountry = (code: string): string =>
  /^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : code;

/** Browsers have no names of regions. */
function formatRegion(code: string): string {
  const [, country, part] = /^([A-Z]{2})-([A-Z0-9]{1,3})$/.exec(code) ?? [];
  return country !== undefined && part !== undefined ? `${part}, ${formatCountry(country)}` : code;
}

const DIMENSIONS: Readonly<Record<string, string>> = {
  event: 'Event',
  reason: 'Reason',
  plan: 'Plan',
  company: 'Company',
  site: 'Site',
  pathname: 'Page',
  entry_page: 'Entry page',
  exit_page: 'Exit page',
  source: 'Source',
  channel: 'Channel',
  referrer: 'Referrer',
  utm_source: 'UTM source',
  utm_medium: 'UTM medium',
  utm_campaign: 'Campaign',
  campaign: 'Campaign',
  landing: 'Landing page',
  country: 'Country',
  region: 'Region',
  device: 'Device',
  browser: 'Browser',
  os: 'Operating system',
};

/** `props.plan` → `plan`. */
export const formatDimension = (dimension: string): string =>
  DIMENSIONS[dimension] ?? dimension.replace(/^props\./, '');

/** Shown in place of the channel of an account without one. */
export const ACCOUNT_STATUS_LABELS: Readonly<Record<Schemas['Account']['status'], string>> = {
  linked: 'Linked',
  pending: 'Pending',
  unattributed: 'Unattributed',
};
