import type { Notice__Output } from '@headwater/protos/gen/headwater/sites/v1/Notice';
import { z } from 'zod';
import { isoTime } from '../domain/iso-time';
import { placeCursor, placeOfCursor } from '../domain/place-cursor';
import { defineEndpoint } from '../http/endpoint';
import { noticeSchema } from './shapes/notice-shape';
import { pageQuery } from './shapes/page-query';

/** `GET /api/v1/notices`: the same as webhooks are sent, for whoever would rather ask. */
export const listNotices = defineEndpoint({
  operationId: 'listNotices',
  summary: 'What happened in the last 30 days, in order: what webhooks are sent, to be asked for',
  tag: 'Webhooks',
  method: 'get',
  path: '/api/v1/notices',
  scope: 'tokens:admin',
  query: z.object(pageQuery),
  responses: {
    200: {
      description: 'Notices, and where to go on: the same cursor when there is nothing new',
      schema: z
        .strictObject({ notices: z.array(noticeSchema), nextCursor: z.string(), more: z.boolean() })
        .meta({ id: 'NoticeList' }),
    },
  },
  failures: [],
  run: async ({ query: { limit = 50, cursor }, call }, { sites }) => {
    const after = cursor === undefined ? 0 : placeOfCursor(cursor);
    const { notices } = await sites.ListNotices({ after, types: [], limit: limit + 1 }, call);
    const shown = notices.slice(0, limit);
    const nextCursor = placeCursor(shown.at(-1)?.place ?? after);
    return {
      status: 200,
      body: { notices: shown.map(noticeJson), nextCursor, more: notices.length > limit },
    };
  },
});

function noticeJson({ id, type, atMs, dataJson }: Notice__Output): object {
  return { id, type, timestamp: isoTime(atMs), data: JSON.parse(dataJson) as object };
}
