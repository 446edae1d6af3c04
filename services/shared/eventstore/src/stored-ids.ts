import { createHmac, hash } from 'node:crypto';
import { defineSettings } from '@headwater/kit/config';
import { keySchema } from '@headwater/kit/seal';
import { z } from 'zod';

/** The ids under which events are stored: unsigned 64-bit decimals. */
export interface StoredIds {
  /**
   * The id of a visitor, from the id that the tracker or a server made. It contains the workspace, so that one anonymous id in two
   * workspaces is two visitors, and on all sites of a workspace one.
   */
  readonly ofVisitor: (workspaceId: number, anonymousId: string) => string;
  /** The id of a session, from the id that the sender made. It contains the site. */
  readonly ofSession: (workspaceId: number, siteId: number, sessionId: string) => string;
  /** Identifies the key without revealing it; empty without a key. */
  readonly fingerprint: string;
}

/** `none`: an installation with events from before the setting. */
export type VisitorKey = Buffer | 'none';

/**
 * Returns the ids as HMACs with a key: someone who reads ClickHouse can't find the visits of an id that he guesses. Without a
 * key, returns plain hashes.
 */
export function createStoredIds(key: VisitorKey): StoredIds {
  const digest = key === 'none' ? sha256 : (text: string) => hmac(key, text);
  return {
    ofVisitor: (workspaceId, anonymousId) => idFrom(digest(`visitor\0${workspaceId}\0${anonymousId}`)),
    ofSession: (workspaceId, siteId, sessionId) =>
      idFrom(digest(`session\0${workspaceId}\0${siteId}\0${sessionId}`)),
    fingerprint: key === 'none' ? '' : hmac(key, 'fingerprint').slice(0, 16),
  };
}

/**
 * Returns the id of a session that is derived from stored ids. A plain hash, because everyone who reads it has these ids.
 *
 * @param name unique within the site
 */
export function derivedSessionId(workspaceId: number, siteId: number, name: string): string {
  return idFrom(sha256(`session\0${workspaceId}\0${siteId}\0${name}`));
}

const sha256 = (text: string): string => hash('sha256', text, 'hex');
const hmac = (key: Buffer, text: string): string => createHmac('sha256', key).update(text).digest('hex');

function idFrom(hex: string): string {
  return BigInt(`0x${hex.slice(0, 16)}`).toString();
}

const MESSAGE = 'must be 32 bytes in base64 (`openssl rand -base64 32`) or none';

/** The key of `createStoredIds`, for programs that hash ids. */
export const VISITOR_KEY_SETTINGS = defineSettings({
  visitorKey: {
    env: 'VISITOR_KEY',
    doc: '32 bytes in base64 that hash the ids of visitors and sessions; permanent from the first event on; unset or none: a hash without a key',
    schema: z.union([z.literal('none'), keySchema(MESSAGE)], MESSAGE).optional(),
    secret: true,
  },
});
