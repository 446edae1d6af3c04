import { gather, type Gathered } from '@headwater/kit/gather';
import { attributionOf, type Attribution } from '../domain/attribution';
import type { Dependencies } from './dependencies';
import { UNDER_LOAD } from './under-load';

/** Less than the caller waits for us, so that it hears the reason. */
const DEADLINE_MS = 5_000;

/** Whose first session is asked for. */
export interface Visitor {
  readonly anonymousId: string;
  /** Of the call that asks; analytics hears of the first of those that ask together. */
  readonly requestId: string;
}

/** What analytics knows of a visitor: its key, and the first session, if one was observed. */
export interface FirstTouch {
  readonly visitorKey: Buffer;
  readonly attribution: Attribution | undefined;
}

/** Asks analytics for visitors' first sessions, of those that are asked for at the same time in one call. */
export function askFirstTouches(analytics: Dependencies['analytics']): Gathered<number, Visitor, FirstTouch> {
  return gather(UNDER_LOAD, (workspaceId, visitors) => {
    const anonymousIds = visitors.map(({ anonymousId }) => anonymousId);
    const [first] = visitors;
    const asked = analytics.ListFirstTouches(
      { anonymousIds },
      { workspaceId, deadlineMs: DEADLINE_MS, ...(first && { requestId: first.requestId }) },
    );
    const told = asked.then(({ touches, visitorKeys }) => ({
      byVisitor: new Map(touches.map(({ anonymousId, touch }) => [anonymousId, touch])),
      visitorKeys,
    }));
    return visitors.map(async ({ anonymousId }, place) => {
      const { byVisitor, visitorKeys } = await told;
      const touch = byVisitor.get(anonymousId);
      return {
        visitorKey: visitorKeys[place] ?? Buffer.alloc(0),
        attribution: touch ? attributionOf(touch) : undefined,
      };
    });
  });
}
