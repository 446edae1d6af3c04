import type { Duplex } from 'node:stream';

const exempt = new WeakSet<Duplex>();

/**
 * Exempts a connection from the server's `requestTimeout`, for a body that is processed while it arrives. The reader must enforce
 * its own minimum rate.
 */
export function allowSlowBody(socket: Duplex): void {
  exempt.add(socket);
}

/** Whether the connection is exempt from the request timeout. */
export function allowsSlowBody(socket: Duplex): boolean {
  return exempt.has(socket);
}
