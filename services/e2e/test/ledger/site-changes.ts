import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { LedgerClient } from './client';

/** Goals and webhooks that stay; older ones are deleted. */
const STAYING = 5;

/** Creates and deletes goals, webhooks and sites, with a webhook for deleted sites. */
export interface SiteChanges {
  /** Creates a goal, a webhook and a site, and deletes an older goal, an older webhook and the site. */
  run(): Promise<void>;
  /** Acknowledged ids that are not deleted, in ascending order. */
  expected(): { readonly goals: readonly number[]; readonly webhooks: readonly number[] };
  /** The stored ids, in ascending order. */
  stored(): Promise<ReturnType<SiteChanges['expected']>>;
  /** Acknowledged deletions of sites. */
  readonly deletedSites: ReadonlySet<number>;
  /** The ids of the webhook events that reported the deletion of each site. An event that arrives twice has the same id. */
  readonly reportedSites: ReadonlyMap<number, ReadonlySet<string>>;
  stop(): Promise<void>;
}

interface Created {
  readonly id: number;
}

export async function startSiteChanges(client: LedgerClient, siteId: number): Promise<SiteChanges> {
  const deletedSites = new Set<number>();
  const reportedSites = new Map<number, Set<string>>();
  const receiver = createServer((request, response) => {
    void json(request).then((body) => {
      const { siteId: deleted } = (body as { data: { siteId: number } }).data;
      const events = reportedSites.get(deleted) ?? new Set();
      reportedSites.set(deleted, events.add(String(request.headers['webhook-id'])));
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const create = async (path: string, body: unknown): Promise<number> =>
    ((await client.send('POST', path, body)) as Created).id;
  const goalsPath = `/sites/${siteId}/goals`;
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const goals: number[] = [];
  const webhooks: number[] = [];
  const receiving = await create('/webhooks', { url, events: ['site.deleted'] });

  const replaceOldest = async (path: string, ids: number[], body: unknown): Promise<void> => {
    ids.push(await create(path, body));
    if (ids.length <= STAYING) return;
    await client.send('DELETE', `${path}/${ids[0]}`);
    ids.shift();
  };
  return {
    run: async () => {
      await replaceOldest(goalsPath, goals, { name: randomUUID(), type: 'event', event: 'order' });
      await replaceOldest('/webhooks', webhooks, { url: `${url}${randomUUID()}`, events: ['site.purged'] });
      const site = await create('/sites', { domain: `${randomUUID()}.example` });
      await client.send('DELETE', `/sites/${site}`);
      deletedSites.add(site);
    },
    expected: () => ({ goals: ascending(goals), webhooks: ascending([receiving, ...webhooks]) }),
    stored: async () => {
      const listed = {
        ...((await client.send('GET', goalsPath)) as { goals: Created[] }),
        ...((await client.send('GET', '/webhooks')) as { webhooks: Created[] }),
      };
      const idsOf = (resources: readonly Created[]): number[] => ascending(resources.map(({ id }) => id));
      return { goals: idsOf(listed.goals), webhooks: idsOf(listed.webhooks) };
    },
    deletedSites,
    reportedSites,
    stop: async () => {
      receiver.closeAllConnections();
      await new Promise((resolve) => receiver.close(resolve));
    },
  };
}

const ascending = (ids: readonly number[]): number[] => [...ids].sort((a, b) => a - b);
