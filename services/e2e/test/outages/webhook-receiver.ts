import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server of a customer that receives webhook events. */
export interface WebhookReceiver {
  readonly url: string;
  /** The number of attempts to deliver an event. */
  attemptsOf(eventId: string): number;
  /** The ids of events whose delivery it has accepted. */
  accepted(): ReadonlySet<string>;
  /** Whether it answers further attempts with 503. */
  refuse(refuses: boolean): void;
  stop(): Promise<void>;
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const attempts = new Map<string, number>();
  const accepted = new Set<string>();
  let refuses = false;
  const server = createServer((request, response) => {
    const id = String(request.headers['webhook-id']);
    attempts.set(id, (attempts.get(id) ?? 0) + 1);
    if (!refuses) accepted.add(id);
    request.resume();
    response.writeHead(refuses ? 503 : 204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    attemptsOf: (eventId) => attempts.get(eventId) ?? 0,
    accepted: () => accepted,
    refuse: (next) => (refuses = next),
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
