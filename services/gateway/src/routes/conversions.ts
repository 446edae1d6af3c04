import type { ConversionPosition__Output } from '@headwater/protos/gen/headwater/identity/v1/ConversionPosition';
import type { ListConversionsRequest } from '@headwater/protos/gen/headwater/identity/v1/ListConversionsRequest';
import { CLICK_ID_LIMITS, LEDGER_LIMITS } from '@headwater/protos/limits';
import { AD_PLATFORMS, CLICK_ID_PLATFORMS, PAYMENT_TYPES } from '@headwater/protos/vocabulary';
import { z } from 'zod';
import type { Dependencies } from '../dependencies';
import {
  conversionJson,
  CONVERSION_FILES,
  type Conversion,
  type ConversionFormat,
} from '../domain/conversions';
import { decodeConversionCursor, encodeConversionCursor } from '../domain/cursors';
import { Download } from '../http/answer';
import { defineEndpoint, type EndpointRequest } from '../http/endpoint';
import { breakdownQuery, pageQuery } from './shapes/queries';
import { trackExport } from './track-export';

/** The events with their default name on ad platforms, and the call of identity that lists them. */
const EVENTS = {
  payment: { name: 'Purchase', method: 'ListConversions' },
  signup: { name: 'Signup', method: 'ListSignups' },
} as const;
type ConversionEvent = keyof typeof EVENTS;

/** Of each page of a file, which reads the clicks of up to 1,000 visitors. */
const PAGE_DEADLINE_MS = 60_000;

const { from, to, range } = breakdownQuery.shape;

const query = z.object({
  ...{ from, to, range },
  timezone: z.string().exactOptional().meta({ description: 'IANA time zone of days. Default: UTC' }),
  event: z
    .enum(Object.keys(EVENTS) as [ConversionEvent, ...ConversionEvent[]])
    .exactOptional()
    .meta({
      description:
        'Default: `payment`, sales and subscriptions. `signup`: accounts, at the time of the first call with them, if a visitor was identified within a day after it',
    }),
  format: z
    .enum(Object.keys(CONVERSION_FILES) as [ConversionFormat, ...ConversionFormat[]])
    .exactOptional()
    .meta({
      description:
        'Default: JSON, one page. The others are files of the whole window, without `limit`. `csv`: all platforms. `google_ads`: CSV for ' +
        'the import of offline conversions. `meta`: one server event of the Conversions API per line',
    }),
  name: z
    .string()
    .regex(/^[ -\uffff]{1,100}$/, 'must have 1 to 100 characters and no line breaks')
    .exactOptional()
    .meta({
      description:
        'Name of the conversion action in Google Ads, or of the event for Meta. Default: Purchase, or Signup for `event=signup`. ' +
        'Only for `google_ads` and `meta`',
    }),
  limit: pageQuery.limit,
  cursor: z.string().max(1_500).optional().meta({ description: '`nextCursor` of the previous page' }),
});

const conversionSchema = z
  .strictObject({
    conversionId: z.string().meta({
      description:
        'Your id of the payment. Of a signup: `signup-` and the id of the account. Ad platforms count it once',
    }),
    occurredAt: z.iso.datetime({ precision: 3 }),
    value: z
      .string()
      .nullable()
      .meta({ description: 'Major units. Null for a signup', examples: ['49.00'] }),
    currency: z.string().nullable().meta({ description: 'Null for a signup' }),
    type: z.enum([...PAYMENT_TYPES, 'signup']),
    platform: z.enum(AD_PLATFORMS),
    siteId: z.int().positive(),
    clickedAt: z.iso.datetime({ precision: 3 }).meta({ description: 'When the landing page was opened' }),
    parameter: z.enum(Object.keys(CLICK_ID_PLATFORMS)).meta({ description: 'Of the landing page' }),
    clickId: z.string(),
  })
  .meta({ id: 'Conversion' });

/** `GET /api/v1/conversions` */
export const listConversions = defineEndpoint({
  operationId: 'listConversions',
  summary: 'Export conversions with click ids',
  description:
    'Lists sales and subscriptions of accounts whose visitors clicked an ad before, by time, or their signups with `event=signup`. ' +
    'There is one row per payment or signup and ad platform. ' +
    `It has the latest click of the ${CLICK_ID_LIMITS.days} days before. Only clicks on sites with \`clickIds: true\` are stored and listed. ` +
    'Ad platforms learn from the click id, without an address. Refunds are left out and change no value. A page can have fewer rows than `limit`, or none: ' +
    'continue until `nextCursor` is null.',
  tag: 'Payments',
  method: 'get',
  path: '/api/v1/conversions',
  example: { query: 'from=2026-10-01&to=2026-10-31&format=google_ads&name=Purchase' },
  scope: 'export',
  allSites: true,
  audited: true,
  query,
  responses: {
    200: {
      description: 'The conversions, and the cursor of the next page',
      schema: z
        .strictObject({
          conversions: z.array(conversionSchema),
          nextCursor: z.string().nullable().meta({ description: 'Null on the last page' }),
        })
        .meta({ id: 'ConversionList' }),
      fileTypes: ['text/csv', 'application/x-ndjson'],
    },
  },
  failures: [],
  run: async (request, dependencies) => {
    const { event = 'payment', format, name, limit = 50, cursor, ...window } = request.query;
    const { sites } = await dependencies.sites.ListSites({}, request.call);
    const siteIds = sites.filter(({ clickIds }) => clickIds).map(({ id }) => id);
    const after = cursor === undefined ? {} : { after: decodeConversionCursor(cursor) };
    const first = { ...window, ...after, siteIds };
    if (format !== undefined) {
      const file = { event, format, name: name ?? EVENTS[event].name, first };
      return { status: 200, body: conversionsFile(request, dependencies, file) };
    }
    const { conversions, next } = await readPage(request, dependencies, { event, page: { ...first, limit } });
    return {
      status: 200,
      body: { conversions, nextCursor: next ? encodeConversionCursor(next) : null },
    };
  },
});

type Request = Pick<
  EndpointRequest<unknown, unknown, unknown>,
  'principal' | 'call' | 'checkCredential' | 'log'
>;
type Services = Pick<Dependencies, 'identity' | 'openClickId'>;

interface Page {
  readonly conversions: readonly Conversion[];
  readonly next: ConversionPosition__Output | null | undefined;
}

/** Reads a page and opens its click ids. */
async function readPage(
  { principal: { workspaceId }, call, log }: Request,
  { identity, openClickId }: Services,
  { event, page }: { readonly event: ConversionEvent; readonly page: ListConversionsRequest },
): Promise<Page> {
  const { conversions, next } = await identity[EVENTS[event].method](page, call);
  const opened = conversions.flatMap((conversion) => {
    const clickId = openClickId(workspaceId, conversion);
    return clickId === undefined ? [] : [conversionJson(conversion, clickId)];
  });
  const closed = conversions.length - opened.length;
  if (closed > 0)
    log().warn({ clickIds: closed }, 'conversions left out: SECRETS_KEY opens no click id of them');
  return { conversions: opened, next };
}

interface ConversionsFile {
  readonly event: ConversionEvent;
  readonly format: ConversionFormat;
  readonly name: string;
  readonly first: ListConversionsRequest;
}

/** All conversions of a window, read in pages. The same events cut the file as exports of events. */
function conversionsFile(request: Request, services: Services, file: ConversionsFile): Download {
  const { contentType, fileName } = CONVERSION_FILES[file.format];
  const begin = (cut: () => void): Promise<() => Promise<void>> =>
    trackExport(services.identity, request, cut);
  return new Download(contentType, fileName, conversionLines(request, services, file), begin);
}

async function* conversionLines(
  request: Request,
  services: Services,
  { event, format, name, first }: ConversionsFile,
): AsyncGenerator<Buffer> {
  const { header, line, platform } = CONVERSION_FILES[format];
  if (header !== '') yield Buffer.from(header);
  const page = {
    ...{ ...first, limit: LEDGER_LIMITS.maxConversions },
    ...(platform === undefined ? {} : { platform }),
  };
  const patient = { ...request, call: { ...request.call, deadlineMs: PAGE_DEADLINE_MS } };
  let after = first.after;
  do {
    const found = await readPage(patient, services, {
      event,
      page: { ...page, ...(after ? { after } : {}) },
    });
    const lines = found.conversions.map((conversion) => line(conversion, name));
    if (lines.length > 0) yield Buffer.from(lines.join(''));
    after = found.next ?? undefined;
  } while (after);
}
