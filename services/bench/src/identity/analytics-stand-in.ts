import { createLog } from '@headwater/kit/log';
import { startRpcServer } from '@headwater/kit/rpc/server';
import type { Handlers } from '@headwater/kit/rpc/types';
import { loadAnalytics, type AnalyticsDefinition } from '@headwater/protos/services';

/** An analytics service that knows a first session of every visitor, and answers only what identity asks. */
export async function startAnalytics(): Promise<{ readonly address: string; stop(): Promise<void> }> {
  const touch = {
    found: true,
    channel: 'Organic Search',
    source: 'Google',
    utmCampaign: '',
    landing: 'example.com/pricing',
    referrer: 'google.com',
    firstSeenAtMs: Date.UTC(2026, 9, 1),
    rulesVersion: 1,
    siteId: 1,
    country: 'DE',
    utmSource: '',
    utmMedium: '',
    visitorKey: Buffer.alloc(8),
  };
  const asked: Pick<
    Handlers<AnalyticsDefinition>,
    'GetFirstTouch' | 'ListFirstTouches' | 'ListTouchedVisitors'
  > = {
    GetFirstTouch: () => Promise.resolve(touch),
    ListFirstTouches: ({ anonymousIds }) =>
      Promise.resolve({
        touches: anonymousIds.map((anonymousId) => ({ anonymousId, touch })),
        visitorKeys: anonymousIds.map(() => touch.visitorKey),
      }),
    ListTouchedVisitors: () => Promise.resolve({ cursor: '0-0-0' }),
  };
  const server = await startRpcServer({
    service: loadAnalytics(),
    handlers: asked as Handlers<AnalyticsDefinition>,
    host: '127.0.0.1',
    port: 0,
    log: createLog('bench', 'silent'),
  });
  return { address: `127.0.0.1:${server.port}`, stop: () => server.stop(100) };
}
