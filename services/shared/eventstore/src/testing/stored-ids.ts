import { createStoredIds } from '../stored-ids';

/** VISITOR_KEY of the services in tests. */
export const VISITOR_KEY = Buffer.alloc(32, 11);

/** The ids that services store in tests. */
export const STORED_IDS = createStoredIds(VISITOR_KEY);

export const { ofVisitor: visitorKey, ofSession: sessionKey } = STORED_IDS;
