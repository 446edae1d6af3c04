import type { Duplex } from 'node:stream';

const patient = new WeakSet<Duplex>();

/**
 * Lets a connection take longer over its request than the server's `requestTimeout`, for a body that is worked on while it
 * arrives. Whoever reads it must watch its pace.
 */
export function waitPatiently(socket: Duplex): void {
  patient.add(socket);
}

/** Whether the connection may take its time. */
export function isPatient(socket: Duplex): boolean {
  return patient.has(socket);
}
