import { AppError } from '@headwater/kit/errors';
import { failure } from '@headwater/protos/error-codes';
import type { ImportRowsResponse__Output } from '@headwater/protos/gen/headwater/collector/v1/ImportRowsResponse';
import { BATCH_LIMITS, EVENT_LIMITS } from '@headwater/protos/limits';
import { IMPORT_SOURCES } from '@headwater/protos/vocabulary';
import { z } from 'zod';
import { splitIntoBatches } from '../domain/rows';
import { defineEndpoint } from '../http/endpoint';
import { type CsvRow, readCsv } from '../http/file-body';
import { scrubs, siteParams } from './shapes/site';

const count = z.int().nonnegative();

/** The result of an import. */
const importReportSchema = z
  .strictObject({
    taken: count.meta({
      description: 'Rows that are now stored, including rows stored by an earlier import',
    }),
    refused: count,
    errors: z
      .array(
        z.strictObject({
          line: count,
          field: z.string().meta({
            description: 'The column with the problem; `row` for the row itself',
            examples: ['created_at'],
          }),
          message: z.string(),
        }),
      )
      .max(BATCH_LIMITS.listedErrors)
      .meta({
        description: `The first ${BATCH_LIMITS.listedErrors} refused rows, by the line of the file on which each row ends`,
      }),
  })
  .meta({ id: 'ImportReport' });

/** Sums up the results of the batches of a file. */
function importReport() {
  const sums: z.infer<typeof importReportSchema> = { taken: 0, refused: 0, errors: [] };
  let last = 0;
  return {
    /** @param line last line of the batch */
    add: ({ taken, refused, refusals }: ImportRowsResponse__Output, line: number): void => {
      sums.taken += taken;
      sums.refused += refused;
      const listed = refusals.slice(0, BATCH_LIMITS.listedErrors - sums.errors.length);
      // A collector of the previous release names no field.
      for (const refusal of listed) sums.errors.push({ ...refusal, field: refusal.field || 'row' });
      last = line;
    },
    /** The last line that was stored or refused; 0 before the first batch. */
    line: (): number => last,
    json: (): z.infer<typeof importReportSchema> => sums,
  };
}

/** Batch of one call to the collector. Its size stays far below the gRPC message limit. */
const BATCH = { maxItems: BATCH_LIMITS.importRows, maxSize: 2 * 1_048_576 };
/** Deadline for storing one batch. */
const BATCH_DEADLINE_MS = 60_000;
const MAX_BYTES = 1_073_741_824;

const query = z.strictObject({
  source: z.enum(IMPORT_SOURCES).meta({ description: 'Product that exported the file' }),
  afterLine: z.coerce.number<string>().int().min(1).max(2_147_483_647).exactOptional().meta({
    description: 'Skip rows up to this line. Use the line number from the error to resume',
  }),
});

/** `POST /api/v1/sites/{id}/import`: streams the file to the collector in batches. */
export const importSite = defineEndpoint({
  operationId: 'importSite',
  summary: 'Import a CSV export of another product',
  description: 'Importing the same file again does not count it twice.',
  tag: 'Export',
  method: 'post',
  path: '/api/v1/sites/{id}/import',
  example: {
    query: 'source=umami',
    file: [
      'session_id,visit_id,event_id,url_path,referrer_domain,event_type,event_name,created_at',
      's1,v1,e1,/pricing,www.google.com,1,,2026-03-01 10:00:00',
      's1,v1,e2,/pricing,,2,signup,2026-03-01 10:02:00',
    ],
  },
  params: siteParams,
  query,
  file: {
    contentType: 'text/csv',
    maxBytes: MAX_BYTES,
    description:
      '`umami`: unpack the export and send `event_data.csv`, then `website_event.csv`. The columns identify each file. ' +
      `Properties are joined to events by \`event_id\`, up to ${EVENT_LIMITS.maxProps} per event. If you sent the events first, send them ` +
      'again after the properties. Pageviews and custom events become events, up to five years old. Each event counts once, ' +
      `however often you import it. For ${EVENT_LIMITS.idDays} days, a row is refused if an earlier row has its \`event_id\` and other ` +
      'values. Times without a zone (`2026-03-01 10:00:00`) are UTC. Channels follow the same rules as ' +
      'live events, and a session has the channel of its first event. If the rows are not sorted by `created_at`, send the ' +
      'file twice: the second import knows the first event of every session.\n\n' +
      'Imported: time, page, referrer, campaign tags, visit, country, region, device, browser, operating system. ' +
      'Not imported: `distinct_id`, `page_title`, `screen`, `language`, `city`, `tag`, `session_data.csv`. ' +
      'Imported visitors are new visitors. They are not linked to visitors that you identify.\n\n' +
      '`plausible`: send each `imported_*.csv` of the export in its own request. The columns identify each file. These files ' +
      'contain daily totals, not events. The stats show them with `include=imported`, separately from the exact numbers. ' +
      'Importing a file again replaces its days.\n\n' +
      'Rows of days that `retentionDays` of the site excludes are refused.\n\n' +
      'With an `Idempotency-Key`, a repeat with the same file returns the first report. An import that fails does not use its key: ' +
      'send the fixed file with the same key. Without a key, a repeat counts nothing twice either.',
  },
  responses: { 200: { description: 'The whole file was read', schema: importReportSchema } },
  failures: ['site_not_found'],
  run: async (
    { params: { id: siteId }, query: { source, afterLine = 1 }, file, call, checkCredential, countItems },
    { sites, collector },
  ) => {
    if (!file) throw new Error('The endpoint takes a file.');
    const site = await sites.GetSite({ id: siteId }, call);
    const rows = readCsv(file);
    const header = await rows.next();
    if (header.done) throw failure('invalid_request', `The file is empty. ${EXPECTED_FILE}`);
    const columns = header.value.cells.map((name) => name.trim());
    const report = importReport();
    const { fromDay, fromMs } = site.retention ?? {};
    const target = {
      ...{ siteId, domain: site.domain, scrub: scrubs(site), source, columns },
      ...(fromDay === undefined || fromMs === undefined
        ? {}
        : { retainedFromDay: fromDay, retainedFromMs: fromMs }),
    };
    const first = await rows.next();
    if (first.done) {
      // Without rows, the collector only checks the columns.
      await collector.ImportRows({ ...target, rows: [] }, call);
      throw failure('invalid_request', `The file has a header line but no rows. ${EXPECTED_FILE}`);
    }
    const remaining = rowsAfter(afterLine, prepend(first.value, rows));
    try {
      for await (const batch of splitIntoBatches(remaining, BATCH, sizeOf)) {
        // The file may take hours: meanwhile the token can be revoked, and the site deleted.
        await checkCredential();
        await sites.GetSite({ id: siteId }, call);
        countItems(batch.length);
        const timed = { ...call, deadlineMs: BATCH_DEADLINE_MS };
        const answer = await collector.ImportRows({ ...target, rows: batch }, timed);
        report.add(answer, batch.at(-1)?.line ?? report.line());
      }
    } catch (error) {
      throw withResumeLine(error, report.line());
    }
    return { status: 200, body: report.json() };
  },
});

const EXPECTED_FILE = 'Send a CSV file whose first line names the columns, followed by rows.';

async function* prepend(first: CsvRow, rows: AsyncIterable<CsvRow>): AsyncGenerator<CsvRow> {
  yield first;
  yield* rows;
}

async function* rowsAfter(line: number, rows: AsyncIterable<CsvRow>): AsyncGenerator<CsvRow> {
  for await (const row of rows) if (row.line > line) yield row;
}

/** Approximate bytes in memory. */
function sizeOf({ cells }: CsvRow): number {
  return cells.reduce((sum, cell) => sum + cell.length + 8, 0);
}

/** Adds the line to resume from. Not for a file that is too large: split into parts, its lines have other numbers. */
function withResumeLine(thrown: unknown, line: number): unknown {
  if (!(thrown instanceof AppError) || line === 0 || thrown.kind === 'too_large') return thrown;
  const { kind, code, message, retryAfterSeconds } = thrown;
  const retry = kind === 'invalid' ? 'Fix the file and send it again' : 'Send the same file again';
  return new AppError({
    kind,
    code,
    message: `${message} Rows up to line ${line} are stored. ${retry}, or resume with afterLine=${line}.`,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    cause: thrown,
  });
}
