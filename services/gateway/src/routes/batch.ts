import { MAX_BATCH_READS } from '@headwater/protos/limits';
import { z } from 'zod';
import { TextStream } from '../http/answer';
import { defineEndpoint, type PartialRead } from '../http/endpoint';
import { FILE_CONTENT_TYPES } from './export';

const NDJSON = 'application/x-ndjson';

/** Visible ASCII characters without a fragment and without backslashes, which some parsers read as slashes. */
const API_PATH = /^\/api\/v1\/[!"$-[\]-~]+$/;
/** A segment that other parsers resolve: `.` or `..`, also encoded. */
const DOT_SEGMENT = /^[^?]*\/(?:\.|%2e){1,2}(?:[/?]|$)/i;

const path = z
  .string()
  .max(8_192)
  .refine(
    (text) => API_PATH.test(text) && !DOT_SEGMENT.test(text),
    'must be a path below /api/v1/ with its query, percent-encoded, without host, fragment and dot segments',
  )
  .meta({
    description: 'A path of this API with its query, percent-encoded',
    examples: ['/api/v1/sites/1/stats?range=7d'],
  });

const batchSchema = z
  .strictObject({
    responses: z
      .array(
        z.strictObject({
          status: z.int().meta({ description: 'The status of a request that is sent alone' }),
          retryAfter: z
            .int()
            .exactOptional()
            .meta({ description: 'Seconds of the header `Retry-After`, if the response has it' }),
          body: z.looseObject({}).meta({ description: 'The body: the data, or a problem document' }),
        }),
      )
      .meta({ description: 'In the order of the requests' }),
  })
  .meta({ id: 'BatchResponses' });

/** `POST /api/v1/batch` */
export const readBatch = defineEndpoint({
  operationId: 'readBatch',
  summary: 'Send several reads in one request',
  description:
    `Sends up to ${MAX_BATCH_READS} GET requests of this API concurrently, with the credential of the call. Each is authorised, validated, ` +
    'limited and logged as if it were sent alone. The rate limit counts the call as one more request. A failed request does not fail the ' +
    'others. Files, streams and batches are not allowed.\n\nWith `Accept: application/x-ndjson`, each response is one line, sent as soon as ' +
    'it is ready: `{"index", "status", "retryAfter", "body"}`. `index` is the position of its request, from 0. These lines are compressed.',
  tag: 'Operation',
  method: 'post',
  readOnly: true,
  path: '/api/v1/batch',
  example: {
    body: {
      requests: [{ path: '/api/v1/sites/1/stats?range=7d' }, { path: '/api/v1/sites/1/realtime' }],
    },
  },
  scope: 'any',
  budget: 'read',
  body: z.strictObject({ requests: z.array(z.strictObject({ path })).min(1).max(MAX_BATCH_READS) }),
  responses: {
    200: { description: 'The responses', schema: batchSchema, fileTypes: [NDJSON] },
  },
  failures: [],
  run: async ({ body: { requests }, accepts, readApi }) => {
    const reads = requests.map((request) => readApi(request.path));
    // Nobody reads them if the client disconnects first.
    for (const read of reads) read.catch(() => undefined);
    if (accepts(['application/json', NDJSON]) === NDJSON)
      return { status: 200, body: new TextStream(FILE_CONTENT_TYPES.ndjson, linesOf(reads)) };
    const responses = (await Promise.all(reads)).map((read) => `{${fieldsOf(read)}}`);
    return { status: 200, body: Buffer.from(`{"responses":[${responses.join()}]}`) };
  },
});

/** The responses as lines, in the order in which they arrive. */
async function* linesOf(reads: readonly Promise<PartialRead>[]): AsyncGenerator<string> {
  const waiting = new Map(
    reads.map((read, index) => [index, read.then((answer) => ({ index, answer }))] as const),
  );
  while (waiting.size > 0) {
    const { index, answer } = await Promise.race(waiting.values());
    waiting.delete(index);
    yield `{"index":${index},${fieldsOf(answer)}}\n`;
  }
}

const fieldsOf = ({ status, retryAfter, json }: PartialRead): string =>
  `"status":${status},${retryAfter === undefined ? '' : `"retryAfter":${retryAfter},`}"body":${json}`;
