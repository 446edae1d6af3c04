import { sessionKey, visitorKey } from '@headwater/eventstore/visitor-key';
import { BoundedMemo } from '../bounded-memo';
import { KEEP, type Step } from '../step';

/** A workspace (and site) before the id that the tracker made, as in `3 0199aabb-…` and `3 7 0199aabb-…`. */
const OF_WORKSPACE = /^(\d+) ([^]*)$/;
const OF_SITE = /^(\d+) (\d+) ([^]*)$/;

// A visitor sends several events, often in one request; hashing costs five times as much as remembering.
const visitorKeys = new BoundedMemo<string>(10_000, (key) => {
  const [, workspaceId, visitor = ''] = OF_WORKSPACE.exec(key) ?? [];
  return visitorKey(Number(workspaceId), visitor);
});
const sessionKeys = new BoundedMemo<string>(10_000, (key) => {
  const [, workspaceId, siteId, session = ''] = OF_SITE.exec(key) ?? [];
  return sessionKey(Number(workspaceId), Number(siteId), session);
});

/** Puts the stored keys of visitor and session. A session that the sender does not name is resolved later. */
export const putVisitor: Step = (draft, { site }) => {
  const { visitor, session } = draft.sent;
  draft.visitorKey = visitorKeys.get(`${site.workspaceId} ${visitor}`);
  draft.sessionKey = session === '' ? '' : sessionKeys.get(`${site.workspaceId} ${site.siteId} ${session}`);
  return KEEP;
};
