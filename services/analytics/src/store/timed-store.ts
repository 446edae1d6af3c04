import { toAppError } from '@headwater/kit/errors';
import { processMetrics } from '@headwater/kit/metrics/process-metrics';
import { inSpan } from '@headwater/kit/trace/tracing';
import type { AnalyticsStore } from './analytics-store';

type Read = (...question: unknown[]) => Promise<unknown>;

/** The store, each of its questions timed and traced under its name. But for exports, which take as long as their readers. */
export function timedStore(store: AnalyticsStore): AnalyticsStore {
  const timed = Object.entries(store)
    .filter(([name]) => name !== 'exportEvents')
    .map(([name, read]) => [name, timing(name, read as Read)]);
  return { ...store, ...(Object.fromEntries(timed) as Partial<AnalyticsStore>) };
}

function timing(query: string, read: Read): Read {
  return async (...question) => {
    const begin = performance.now();
    const ended = (code: string): void =>
      processMetrics().queried(query, { code, ms: performance.now() - begin });
    try {
      const found = await inSpan({ name: query, kind: 'internal' }, () => read(...question));
      ended('ok');
      return found;
    } catch (error) {
      ended(toAppError(error).code);
      throw error;
    }
  };
}
