import { csvCell } from '@headwater/kit/csv-cell';
import type { SealingKeys } from '@headwater/kit/seal';
import { createOpenBox } from '@headwater/kit/sealed-box';
import type { Conversion__Output } from '@headwater/protos/gen/headwater/identity/v1/Conversion';
import type { AdPlatform } from '@headwater/protos/vocabulary';
import { isoTime } from './format';

/** A payment or signup with the click of an ad platform. Contains neither an address nor an id of the visitor. */
export interface Conversion {
  /** Your id of the payment, or `signup-` and the id of the account: ad platforms count it once. */
  readonly conversionId: string;
  readonly occurredAt: string;
  /** Major units; null for a signup, like `currency`. */
  readonly value: string | null;
  readonly currency: string | null;
  readonly type: string;
  readonly platform: string;
  readonly siteId: number;
  readonly clickedAt: string;
  /** The parameter of the landing page. */
  readonly parameter: string;
  readonly clickId: string;
}

/** Opens the click id of a conversion; undefined if it was sealed with a key that SECRETS_KEY does not list any more. */
export type OpenClickId = (workspaceId: number, conversion: Conversion__Output) => string | undefined;

export function createOpenClickId(keys: SealingKeys): OpenClickId {
  const open = createOpenBox(keys);
  return (workspaceId, { siteId, parameter, sealed }) =>
    open(Buffer.from(sealed, 'base64'), `${workspaceId} ${siteId} ${parameter}`);
}

/** Maps a conversion to JSON. */
export function conversionJson(conversion: Conversion__Output, clickId: string): Conversion {
  const { conversionId, occurredAtMs, amount, currency, type, platform, siteId, clickedAtMs, parameter } =
    conversion;
  return {
    ...{ conversionId, occurredAt: isoTime(occurredAtMs), value: amount || null, currency: currency || null },
    ...{ type, platform, siteId, clickedAt: isoTime(clickedAtMs), parameter, clickId },
  };
}

interface FileFormat {
  readonly contentType: string;
  readonly fileName: string;
  /** The only platform of the file; undefined: all. */
  readonly platform: AdPlatform | undefined;
  /** The first line. */
  readonly header: string;
  /** @param name of the conversion on the ad platform */
  line(conversion: Conversion, name: string): string;
}

const CSV = 'text/csv; charset=utf-8; header=present';
const COLUMNS = [
  ...(['conversionId', 'occurredAt', 'value', 'currency', 'type'] as const),
  ...(['platform', 'siteId', 'clickedAt', 'parameter', 'clickId'] as const),
];
const GOOGLE_CLICK_IDS = ['gclid', 'gbraid', 'wbraid'];

/** The files of conversions by format. */
export const CONVERSION_FILES = {
  csv: {
    contentType: CSV,
    fileName: 'conversions.csv',
    platform: undefined,
    header: `${COLUMNS.join(',')}\r\n`,
    line: (conversion) =>
      `${COLUMNS.map((column) => csvCell(String(conversion[column] ?? ''))).join(',')}\r\n`,
  },
  // The template of offline conversion imports: https://support.google.com/google-ads/answer/7014069
  google_ads: {
    contentType: CSV,
    fileName: 'conversions-google-ads.csv',
    platform: 'google',
    header:
      'Google Click ID,GBRAID,WBRAID,Conversion Name,Conversion Time,Conversion Value,Conversion Currency,Order ID\r\n',
    line: ({ parameter, clickId, occurredAt, value, currency, conversionId }, name) => {
      const clickIds = GOOGLE_CLICK_IDS.map((one) => (one === parameter ? clickId : ''));
      // Read by a program: a `'` before a formula would become part of the value.
      const time = `${occurredAt.slice(0, 19).replace('T', ' ')}+0000`;
      return `${[...clickIds, quoted(name), time, value ?? '', currency ?? '', quoted(conversionId)].join(',')}\r\n`;
    },
  },
  // Server events: https://developers.facebook.com/docs/marketing-api/conversions-api/parameters
  meta: {
    contentType: 'application/x-ndjson; charset=utf-8',
    fileName: 'conversions-meta.ndjson',
    platform: 'meta',
    header: '',
    line: ({ clickId, clickedAt, occurredAt, value, currency, conversionId }, name) =>
      `${JSON.stringify({
        event_name: name,
        event_time: Math.floor(Date.parse(occurredAt) / 1_000),
        event_id: conversionId,
        action_source: 'system_generated',
        user_data: { fbc: `fb.1.${Date.parse(clickedAt)}.${clickId}` },
        ...(value === null ? {} : { custom_data: { currency, value: Number(value) } }),
      })}\n`,
  },
} as const satisfies Readonly<Record<string, FileFormat>>;

export type ConversionFormat = keyof typeof CONVERSION_FILES;

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
