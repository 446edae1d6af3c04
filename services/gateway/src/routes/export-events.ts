import { EXPORT_FORMATS, EXPORT_TYPES, type ExportFormat } from '@headwater/protos/vocabulary';
import { z } from 'zod';
import { Download } from '../http/download';
import { defineEndpoint } from '../http/endpoint';
import { siteParams } from './shapes/site-params';
import { windowQuery } from './shapes/window-query';

const CONTENT_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  ndjson: 'application/x-ndjson; charset=utf-8',
};

const query = windowQuery.extend({
  type: z.enum(EXPORT_TYPES).exactOptional().meta({
    description: '`events`, the default: all of them, pageviews included; or `pageviews` alone',
  }),
  format: z.enum(EXPORT_FORMATS).exactOptional().meta({ description: 'Default csv' }),
});

const file = z.string().meta({
  description:
    'By time. Unknown values are empty. `visitorId` and `sessionId` are pseudonyms, the same in each export of the ' +
    "workspace: follow one at `/visitors/{visitorId}`. In CSV every cell is quoted, `props` is JSON, and a `'` stands " +
    'before what a spreadsheet would take for a formula: read NDJSON for texts as they are. An export that fails on ' +
    'its way, or of which nothing is read for half a minute, is cut off without the end of its last chunk: HTTP ' +
    'clients report that.',
});

/** `GET /api/v1/sites/{id}/export`: events as a file. */
export const exportEvents = defineEndpoint({
  operationId: 'exportEvents',
  summary: 'Export the events of a window as CSV or NDJSON, visitors under pseudonyms',
  tag: 'Export',
  method: 'get',
  path: '/api/v1/sites/{id}/export',
  scope: 'export',
  // Whoever takes the events away leaves a trace.
  audited: true,
  params: siteParams,
  query,
  filters: true,
  responses: {
    200: { description: 'The file', schema: file, contentTypes: ['text/csv', 'application/x-ndjson'] },
  },
  failures: ['site_not_found', 'unknown_filter', 'query_too_heavy'],
  run: async (request, { sites, analytics, visitorKeyOf, exportDeadlineMs }) => {
    const { principal, params, filters, call } = request;
    const { type = 'events', format = 'csv', ...window } = request.query;
    const [{ timezone }, visitorKey] = await Promise.all([
      sites.GetSite({ id: params.id }, call),
      visitorKeyOf(principal.workspaceId),
    ]);
    const question = { siteId: params.id, timezone, filters: [...filters], ...window };
    const asked = { question, type, format, visitorKey };
    const pieces = analytics.ExportEvents(asked, { ...call, deadlineMs: exportDeadlineMs });
    const name = `site-${params.id}-${type}.${format}`;
    return { status: 200, body: new Download(CONTENT_TYPES[format], name, dataOf(pieces)) };
  },
});

async function* dataOf(pieces: AsyncIterable<{ readonly data: Uint8Array }>): AsyncGenerator<Uint8Array> {
  for await (const { data } of pieces) yield data;
}
