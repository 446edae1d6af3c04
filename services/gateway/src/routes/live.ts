import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '@headwater/kit/errors';
import { failure } from '@headwater/protos/error-codes';
import { MAX_LIVE_STREAMS } from '@headwater/protos/limits';
import { z } from 'zod';
import type { Dependencies } from '../dependencies';
import { costOf } from '../domain/budget';
import { TextStream } from '../http/answer';
import { defineEndpoint } from '../http/endpoint';
import { getRealtime, readRealtime, realtimeQuery, type RealtimeRequest } from './realtime';
import { VISIT_FILTERS } from './shapes/queries';
import { siteParams } from './shapes/site';

/** Longer than the cache of credentials, so that each poll sees a revocation. */
const POLL_MS = 5_000;

/** `GET /api/v1/sites/{id}/live` */
export const streamRealtime = defineEndpoint({
  operationId: 'streamRealtime',
  summary: 'Stream active visitors as server-sent events',
  description:
    `Sends the answer of \`/realtime\` as an event immediately, and whenever it changes, checked every ${POLL_MS / 1_000} seconds. A comment takes ` +
    'the place of an event without a change. The stream ends when the credential ends; its client then connects again. The rate limit ' +
    'counts each check as a request.',
  tag: 'Stats',
  method: 'get',
  path: '/api/v1/sites/{id}/live',
  example: { query: 'dimension=pathname' },
  params: siteParams,
  query: realtimeQuery,
  filters: VISIT_FILTERS,
  responses: {
    200: {
      description: 'The events',
      schema: z.string().meta({ description: 'Events whose data has the schema `Realtime`, and comments' }),
      contentTypes: ['text/event-stream'],
    },
  },
  failures: getRealtime.failures,
  run: async (request, dependencies) => {
    // The stream has no deadline, its queries have.
    await dependencies.sites.GetSite({ id: request.params.id }, request.call);
    return { status: 200, body: new TextStream('text/event-stream', eventsOf(request, dependencies)) };
  },
});

/** Open streams by workspace. */
const streams = new Map<number, number>();

/** The events and comments until the client disconnects, the credential or the site ends, or the process stops. */
async function* eventsOf(request: RealtimeRequest, dependencies: Dependencies): AsyncGenerator<string> {
  const { workspaceId } = request.principal;
  const open = streams.get(workspaceId) ?? 0;
  if (open >= MAX_LIVE_STREAMS)
    throw failure(
      'rate_limited',
      `Too many live streams (limit ${MAX_LIVE_STREAMS} per workspace). Close some, or poll /realtime.`,
      { retryAfterSeconds: 60 },
    );
  streams.set(workspaceId, open + 1);
  const left = new AbortController();
  request.call.signal?.addEventListener('abort', () => left.abort(), { once: true });
  const ended = AbortSignal.any([left.signal, dependencies.stopping]);
  try {
    let last = JSON.stringify(await readRealtime(request, dependencies));
    yield `data: ${last}\n\n`;
    for (;;) {
      if (await pause(POLL_MS, false, { signal: ended }).catch(() => true)) return;
      const next = await poll(request, dependencies);
      if (next === false) return;
      yield next === undefined || next === last ? ': unchanged\n\n' : `data: ${next}\n\n`;
      last = next ?? last;
    }
  } finally {
    const others = (streams.get(workspaceId) ?? 1) - 1;
    if (others === 0) streams.delete(workspaceId);
    else streams.set(workspaceId, others);
  }
}

/** The present answer; undefined while a service is unavailable or the rate limit is used up; false: the stream ends. */
async function poll(
  request: RealtimeRequest,
  dependencies: Dependencies,
): Promise<string | false | undefined> {
  const { rateLimit } = dependencies;
  const { caller } = request.principal;
  try {
    await request.checkCredential();
    if (!(await rateLimit.take(caller.id, 'read')).allowed) return undefined;
    const onCost = (rows: number): unknown => rateLimit.charge(caller.id, 'read', costOf(rows));
    const call = { ...request.call, onCost };
    return JSON.stringify(await readRealtime({ ...request, call }, dependencies));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return ['unavailable', 'deadline', 'rate_limited'].includes(error.kind) ? undefined : false;
  }
}
