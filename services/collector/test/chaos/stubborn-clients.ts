import { setTimeout as sleep } from 'node:timers/promises';
import { browserEvent, CHROME, pageview } from '../fixtures/collector-fixture';

export interface Clients {
  /** Ids of events whose request was answered 202. */
  readonly acknowledged: ReadonlySet<string>;
  /** Answers by status, 0 for connections that broke. */
  readonly answers: ReadonlyMap<number, number>;
  /** Resolves when every event has been acknowledged. */
  readonly done: Promise<void>;
}

/** Concurrent clients that send events with ids. Each request is repeated unchanged until it is acknowledged. */
export function startClients(options: {
  readonly url: string;
  readonly events: number;
  readonly clients: number;
  readonly random: () => number;
}): Clients {
  const { url, events, clients, random } = options;
  const acknowledged = new Set<string>();
  const answers = new Map<number, number>();
  let left = events;

  const send = async (body: string): Promise<number> => {
    try {
      const headers = { 'content-type': 'application/json', 'user-agent': CHROME };
      const signal = AbortSignal.timeout(15_000);
      const response = await fetch(`${url}/collect`, { method: 'POST', body, headers, signal });
      await response.arrayBuffer();
      return response.status;
    } catch {
      return 0;
    }
  };

  const client = async (): Promise<void> => {
    while (left > 0) {
      const list = Array.from({ length: Math.min(left, 1 + Math.floor(random() * 9)) }, () =>
        browserEvent({ name: 'ping', props: { n: left } }),
      );
      left -= list.length;
      const body = JSON.stringify(pageview({}, { events: list }));
      for (;;) {
        const status = await send(body);
        answers.set(status, (answers.get(status) ?? 0) + 1);
        if (status === 202) break;
        if (status !== 0 && status !== 503) throw new Error(`The collector answered ${status}.`);
        await sleep(20 + random() * 180);
      }
      for (const one of list) acknowledged.add(String(one['id']));
    }
  };
  const done = Promise.all(Array.from({ length: clients }, client)).then(() => undefined);
  return { acknowledged, answers, done };
}
