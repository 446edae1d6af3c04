import type { Client } from '@headwater/kit/rpc/types';
import { callWithDroppedReply, retriedMethods } from '@headwater/kit/testing/reply-dropper';
import { loadCollector, type CollectorDefinition } from '@headwater/protos/services';
import { SHOP, startCollector, type CollectorFixture } from './fixtures/collector-fixture';

const COLUMNS = ['session_id', 'visit_id', 'event_id', 'hostname', 'url_path', 'event_type', 'created_at'];
const ROW = ['s1', 'v1', 'e1', 'www.shop.example', '/', '1', '2026-03-01 10:00:00'];

let collector: CollectorFixture;
beforeAll(async () => {
  collector = await startCollector();
});
afterAll(() => collector.stop());

const CASES: Record<string, (calls: Client<CollectorDefinition>) => Promise<unknown>> = {
  ExplainVisit: (calls) => calls.ExplainVisit({ url: 'https://shop.example/?utm_source=newsletter' }),
  ImportRows: (calls) =>
    calls.ImportRows(
      {
        siteId: SHOP.id,
        domain: SHOP.domain,
        source: 'umami',
        columns: COLUMNS,
        rows: [
          { line: 2, cells: ROW },
          { line: 3, cells: [] },
        ],
      },
      { workspaceId: SHOP.workspaceId },
    ),
};

test.each(retriedMethods(loadCollector()))(
  '%s returns the first answer after a lost reply',
  async (method) => {
    const call = CASES[method];
    if (!call) throw new Error(`${method} is retried: add a case for it.`);
    const address = `127.0.0.1:${collector.ports['grpc']}`;
    const { dropped, received } = await callWithDroppedReply(loadCollector(), address, call);
    expect(dropped).toHaveLength(1);
    expect(received).toEqual(dropped);
  },
);
