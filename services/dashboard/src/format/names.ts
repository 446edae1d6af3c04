import type { Schemas } from '@headwater/client/client';
import { CHANNELS, NONE, type Device, type Grain } from '@headwater/protos/vocabulary';
import { t } from '../strings/text';
import { LOCALES } from './locale';

const countries = new Intl.DisplayNames(LOCALES, { type: 'region', fallback: 'code' });

const NONE_LABELS: Readonly<Record<string, string>> = {
  referrer: t('No referrer'),
  source: t('Direct or unknown'),
  utm_campaign: t('No campaign'),
  campaign: t('No campaign'),
  utm_source: t('No tag'),
  utm_medium: t('No tag'),
};

/** The label of a breakdown key: `DE` → `Germany`, `DE-BE` → `BE, Germany`. */
export function formatKey(dimension: string, key: string): string {
  if (key === NONE) return NONE_LABELS[dimension] ?? t('Unknown');
  if (dimension === 'country') return formatCountry(key);
  if (dimension === 'region') return formatRegion(key);
  if (dimension === 'site') return t('Site {id}', { id: key });
  if (dimension === 'device') return DEVICE_LABELS[key] ?? key;
  if (dimension === 'channel') return formatChannel(key);
  return key;
}

const DEVICE_LABELS: Readonly<Record<string, string>> = {
  desktop: t('Desktop'),
  mobile: t('Mobile'),
  tablet: t('Tablet'),
  tv: t('Tv'),
  other: t('Other'),
} satisfies Readonly<Record<Device, string>>;

/** The label of a channel. Channels of a newer server keep their English name. */
export function formatChannel(name: string): string {
  const channel = CHANNELS.find((each) => each === name);
  return channel ? t(channel) : name;
}

const GRAIN_LABELS: Readonly<Record<Grain, string>> = {
  hour: t('hour'),
  day: t('day'),
  week: t('week'),
  month: t('month'),
};

/** The label of a grain within a text, such as `Visitors by day`. */
export const formatGrain = (grain: Grain): string => GRAIN_LABELS[grain];

/** The month after the acquisition in which revenue reaches the cost. @param months null: not yet; undefined: there is no cost */
export function formatPayback(months: number | null | undefined): string {
  if (months === undefined) return '–';
  return months === null ? t('Not yet') : t('Month {number}', { number: months });
}

const formatCountry = (code: string): string =>
  /^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : code;

/** Browsers have no names of regions. */
function formatRegion(code: string): string {
  const [, country, part] = /^([A-Z]{2})-([A-Z0-9]{1,3})$/.exec(code) ?? [];
  return country !== undefined && part !== undefined ? `${part}, ${formatCountry(country)}` : code;
}

const DIMENSIONS: Readonly<Record<string, string>> = {
  event: t('Event'),
  reason: t('Reason'),
  plan: t('Plan'),
  company: t('Company'),
  site: t('Site'),
  pathname: t('Page'),
  entry_page: t('Entry page'),
  exit_page: t('Exit page'),
  source: t('Source'),
  channel: t('Channel'),
  referrer: t('Referrer'),
  utm_source: t('UTM source'),
  utm_medium: t('UTM medium'),
  utm_campaign: t('Campaign'),
  campaign: t('Campaign'),
  landing: t('Landing page'),
  country: t('Country'),
  region: t('Region'),
  device: t('Device'),
  browser: t('Browser'),
  os: t('Operating system'),
};

/** `props.plan` → `plan`. */
export const formatDimension = (dimension: string): string =>
  DIMENSIONS[dimension] ?? dimension.replace(/^props\./, '');

/** Shown in place of the channel of an account without one. */
export const ACCOUNT_STATUS_LABELS: Readonly<Record<Schemas['Account']['status'], string>> = {
  linked: t('Linked'),
  pending: t('Pending'),
  unattributed: t('Unattributed'),
};
