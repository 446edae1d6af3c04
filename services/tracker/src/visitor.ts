import type { Storage } from './storage';
import { uuid } from './uuid';

/** The cookie and localStorage key of the visitor id. The collector renews the cookie under the same name. */
export const VISITOR_NAME = 'hw_ref';
/** 400 days: the longest that browsers keep a cookie. */
const AGE = 34560000;

/** This browser's anonymous visitor id, made at first need; each call starts its 400 days anew. */
export function visitorId(storage: Storage): string {
  const known = storage.read(VISITOR_NAME);
  const id = /^[\da-f-]{36}$/.test(known) ? known : uuid();
  storage.write(VISITOR_NAME, id, AGE);
  return id;
}
