import { AppError } from '@headwater/kit/errors';
import { failure } from '@headwater/protos/error-codes';
import { IMPORT_SOURCES } from '@headwater/protos/vocabulary';
import { z } from 'zod';
import { cutBatches } from '../domain/cut-batches';
import { defineEndpoint } from '../http/endpoint';
import { readCsv, type CsvRow } from '../http/read-csv';
import { importReport, importReportSchema } from './shapes/import-report';
import { siteParams } from './shapes/site-params';

/** What one call to the collector carries; far below what a message may hold. */
const BATCH = { maxItems: 5_000, maxSize: 2 * 1_048_576 };
/** How long a batch may take to be stored. */
const BATCH_DEADLINE_MS = 60_000;
const MAX_BYTES = 1_073_741_824;

const query = z.strictObject({
  source: z.enum(IMPORT_SOURCES).meta({ description: 'The product that the file was exported from' }),
  afterLine: z.coerce.number<string>().int().min(1).max(2_147_483_647).exactOptional().meta({
    description: 'Passes over the rows up to this line: where an import that broke off told that it had come',
  }),
});

/** `POST /api/v1/sites/{id}/import`: a CSV file of another product's export, of any length within its limit. */
export const importSite = defineEndpoint({
  operationId: 'importSite',
  summary: "Import a CSV file of another product's export. The same file again counts once",
  tag: 'Export',
  method: 'post',
  path: '/api/v1/sites/{id}/import',
  params: siteParams,
  query,
  file: {
    contentType: 'text/csv',
    maxBytes: MAX_BYTES,
    description:
      '`umami`: of its export, unpacked, first `event_data.csv`, then `website_event.csv`, told apart by their columns. The ' +
      'properties of the one become those of the events of the other, by `event_id`, at most 30 of an event; a file of events ' +
      'that came too early is sent once more. Pageviews and custom events become events, up to five years old, each once ' +
      'however often it is imported. Times without a zone (`2026-03-01 10:00:00`) are UTC. Channels follow from our own ' +
      'rules, a session has that of its first event: where rows are not in the order of `created_at`, send the file twice, ' +
      'for only then the first event is known to all. Kept: time, page, referrer, campaign tags, visit, country, region, ' +
      'device, browser, system. Not kept: `distinct_id`, `page_title`, `screen`, `language`, `city`, `tag`, `session_data.csv`. ' +
      'Visitors are new ones: nothing ties them to those that you identify.\n\n' +
      '`plausible`: each of the `imported_*.csv` of its export, one at a time, known by its columns. They hold what was ' +
      'counted a day, no events: shown by the stats with `include=imported`, beside the exact numbers and never among ' +
      'them. The same file again replaces its days.\n\n' +
      'An `Idempotency-Key` is not needed, and not looked at.',
  },
  responses: { 200: { description: 'The file was read to its end', schema: importReportSchema } },
  failures: ['site_not_found'],
  run: async ({ params: { id: siteId }, query: { source, afterLine = 1 }, file, call }, deps) => {
    if (!file) throw new Error('The endpoint takes a file.');
    const { domain } = await deps.sites.GetSite({ id: siteId }, call);
    const rows = readCsv(file)[Symbol.asyncIterator]();
    const header = await rows.next();
    if (header.done) throw failure('invalid_request', 'The file is empty. Its first line names its columns.');
    const columns = header.value.cells.map((name) => name.trim());
    const report = importReport();
    const asked = { siteId, domain, source, columns };
    const wanted = after(afterLine, { [Symbol.asyncIterator]: () => rows });
    try {
      for await (const batch of cutBatches(wanted, BATCH, sizeOf)) {
        const timed = { ...call, deadlineMs: BATCH_DEADLINE_MS };
        const answer = await deps.collector.ImportRows({ ...asked, rows: batch }, timed);
        report.add(answer, batch.at(-1)?.line ?? report.line());
      }
    } catch (error) {
      throw tellingPlace(error, report.line());
    }
    return { status: 200, body: report.json() };
  },
});

async function* after(line: number, rows: AsyncIterable<CsvRow>): AsyncGenerator<CsvRow> {
  for await (const row of rows) if (row.line > line) yield row;
}

/** About its bytes in memory. */
function sizeOf({ cells }: CsvRow): number {
  return cells.reduce((sum, cell) => sum + cell.length + 8, 0);
}

/** A failure with the place from which the import can go on; in the parts of a file that is too long the lines are others. */
function tellingPlace(thrown: unknown, line: number): unknown {
  if (!(thrown instanceof AppError) || line === 0 || thrown.kind === 'too_large') return thrown;
  const { kind, code, message, retryAfterSeconds } = thrown;
  const again = kind === 'invalid' ? 'mend the file and send it again' : 'send the same file again';
  return new AppError({
    kind,
    code,
    message: `${message} Rows up to line ${line} are stored: ${again}, or with afterLine=${line}.`,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    cause: thrown,
  });
}
