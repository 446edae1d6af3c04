import { hash } from 'node:crypto';

/**
 * The stored id of a visitor: unsigned 64-bit decimal, from the visitor id that the tracker made. Keyed by workspace, so
 * that one anonymous id in two workspaces is two visitors, and on all sites of a workspace one.
 */
export function visitorKey(workspaceId: number, anonymousId: string): string {
  return hash64(`visitor\0${workspaceId}\0${anonymousId}`);
}

/** The stored id of a session: unsigned 64-bit decimal, from the session id that the tracker made. Keyed by site. */
export function sessionKey(workspaceId: number, siteId: number, sessionId: string): string {
  return hash64(`session\0${workspaceId}\0${siteId}\0${sessionId}`);
}

function hash64(text: string): string {
  return BigInt(`0x${hash('sha256', text, 'hex').slice(0, 16)}`).toString();
}
