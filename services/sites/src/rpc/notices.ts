import type { RecordedNotice__Output } from '@headwater/protos/gen/headwater/sites/v1/RecordedNotice';
import type { Handlers } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import { NOTICE_TYPES } from '@headwater/protos/notices';
import type { SitesDefinition } from '@headwater/protos/services';
import type { Notice } from '../domain/notice';
import type { SitesParts } from './sites-parts';
import { noticeMessage } from './webhook-message';

const MOST_RECORDED = 1_000;
const MOST_LISTED = 500;

/** The workspace's feed of notices, and the way in for what another service saw. */
export function noticeHandlers({
  webhooks,
}: SitesParts): Pick<Handlers<SitesDefinition>, 'RecordNotices' | 'ListNotices'> {
  return {
    RecordNotices: async ({ notices }) => {
      if (notices.length > MOST_RECORDED)
        throw failure('invalid_request', `A call takes at most ${MOST_RECORDED} notices.`);
      await webhooks.recordNotices(notices.map(read));
      return {};
    },
    ListNotices: async ({ after, types, limit }, call) => {
      const page = { after, types, limit: Math.min(Math.max(limit, 1), MOST_LISTED) };
      return { notices: (await webhooks.listNotices(call.workspaceId(), page)).map(noticeMessage) };
    },
  };
}

/** @throws `invalid_request` for what is no notice of ours: the mistake of another service. */
function read({ workspaceId, notice }: RecordedNotice__Output): Notice & { readonly workspaceId: number } {
  if (!notice || notice.id === '' || !(NOTICE_TYPES as readonly string[]).includes(notice.type))
    throw failure('invalid_request', `A notice needs an id and a type of ${NOTICE_TYPES.join(', ')}.`);
  const { id, type, atMs: at, dataJson } = notice;
  return { workspaceId, id, type, at, data: JSON.parse(dataJson) as Notice['data'] };
}
