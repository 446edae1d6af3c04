import { derivedId } from './derived-id';

/** What stands before an id of Umami's: two sites' exports never share an event, a visitor or a session. */
export const umamiPrefix = (siteId: number): string => `umami:${siteId}:`;

/** The id that an event of Umami's has here, by which the files of its export belong together. */
export function umamiEventId(siteId: number, eventId: string): string {
  return derivedId(`${umamiPrefix(siteId)}${eventId}`);
}
