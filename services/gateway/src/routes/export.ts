import { EXPORT_FORMATS, EXPORT_TYPES, type ExportFormat } from '@headwater/protos/vocabulary';
import { z } from 'zod';
import { Download } from '../http/answer';
import { defineEndpoint } from '../http/endpoint';
import { findVisitorKey } from '../store/workspaces';
import { VISIT_FILTERS, windowQuery } from './shapes/queries';
import { siteParams } from './shapes/site';
import { trackExport } from './track-export';

/** The content type of each format. */
export const FILE_CONTENT_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  ndjson: 'application/x-ndjson; charset=utf-8',
};

const query = windowQuery.extend({
  type: z.enum(EXPORT_TYPES).exactOptional().meta({
    description: '`events` (default): all events, including pageviews. `pageviews`: only pageviews',
  }),
  format: z.enum(EXPORT_FORMATS).exactOptional().meta({ description: 'Default: csv' }),
});

const file = z.string().meta({
  description:
    'Sorted by time. Unknown values are empty. `visitorId` and `sessionId` are pseudonyms that stay the same in all ' +
    'exports of the workspace; look one up at `/visitors/{visitorId}`. In CSV, every cell is quoted, `props` is JSON, and ' +
    "a `'` precedes text that a spreadsheet would read as a formula. Use NDJSON for unmodified text. If the export fails, " +
    'or the client reads nothing for 30 seconds, the connection is closed without the final chunk. HTTP clients report ' +
    'that as an error. An erasure of a visitor closes the running exports of the workspace: repeat them, and delete the incomplete files.',
});

/** `GET /api/v1/sites/{id}/export` */
export const exportEvents = defineEndpoint({
  operationId: 'exportEvents',
  summary: 'Export events as CSV or NDJSON',
  description: 'Exports the events in the window. Visitors appear under pseudonyms.',
  tag: 'Export',
  method: 'get',
  path: '/api/v1/sites/{id}/export',
  example: { query: 'range=7d&type=events&format=ndjson' },
  scope: 'export',
  // Exports copy visitor data out of the system, so each one is recorded.
  audited: true,
  params: siteParams,
  query,
  filters: VISIT_FILTERS,
  responses: {
    200: { description: 'The file', schema: file, contentTypes: ['text/csv', 'application/x-ndjson'] },
  },
  failures: ['site_not_found', 'unknown_filter', 'query_too_heavy'],
  run: async (request, { db, sites, analytics, identity, exportDeadlineMs }) => {
    const { principal, params, filters, call } = request;
    const { type = 'events', format = 'csv', ...window } = request.query;
    const [{ timezone }, visitorKey] = await Promise.all([
      sites.GetSite({ id: params.id }, call),
      findVisitorKey(db, principal.workspaceId),
    ]);
    const question = { siteId: params.id, timezone, filters: [...filters], ...window };
    const chunks = analytics.ExportEvents(
      { question, type, format, visitorKey },
      { ...call, deadlineMs: exportDeadlineMs },
    );
    const name = `site-${params.id}-${type}.${format}`;
    const begin = (cut: () => void): Promise<() => Promise<void>> => trackExport(identity, request, cut);
    return { status: 200, body: new Download(FILE_CONTENT_TYPES[format], name, dataOf(chunks), begin) };
  },
});

async function* dataOf(chunks: AsyncIterable<{ readonly data: Uint8Array }>): AsyncGenerator<Uint8Array> {
  for await (const { data } of chunks) yield data;
}
