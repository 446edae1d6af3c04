import { sessionKey, visitorKey } from '@headwater/eventstore/visitor-key';
import type { SentTo } from '../draft-event';
import { KEEP, type Step } from '../step';

/** A sender's id as stored for one site: of another one it is another key. */
interface Known {
  readonly workspaceId: number;
  readonly siteId: number;
  readonly key: string;
}

/** Ids remembered of each kind: 3 MB. */
const CAPACITY = 10_000;

/** Remembers the keys of ids as they came: a visitor sends several events, and hashing costs five times as much. */
class KnownKeys {
  private known = new Map<string, Known>();

  constructor(private readonly hash: (site: SentTo, id: string) => string) {}

  of(site: SentTo, id: string): string {
    const { workspaceId, siteId } = site;
    const known = this.known.get(id);
    if (known && known.siteId === siteId && known.workspaceId === workspaceId) return known.key;
    const key = this.hash(site, id);
    if (this.known.size >= CAPACITY) this.known = new Map();
    this.known.set(id, { workspaceId, siteId, key });
    return key;
  }
}

const visitors = new KnownKeys(({ workspaceId }, id) => visitorKey(workspaceId, id));
const sessions = new KnownKeys(({ workspaceId, siteId }, id) => sessionKey(workspaceId, siteId, id));

/** Puts the stored keys of visitor and session. A session that the sender does not name is resolved later. */
export const putVisitor: Step = (draft, { site }) => {
  const { visitor, session } = draft.sent;
  draft.visitorKey = visitors.of(site, visitor);
  draft.sessionKey = session === '' ? '' : sessions.of(site, session);
  return KEEP;
};
