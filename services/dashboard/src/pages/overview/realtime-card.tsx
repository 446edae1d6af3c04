import type { Schemas } from '@headwater/client/client';
import { useEffect, useState } from 'preact/hooks';
import { useAccess } from '../../api/fetch-json';
import { putResponse, useQuery, type QueryState } from '../../api/hooks';
import { BreakdownTable } from '../../components/breakdown-table';
import { Card } from '../../components/card';
import { ErrorState, LoadingState } from '../../components/states';
import { ExportButtons } from '../../export/export-buttons';
import { formatCount } from '../../format/numbers';
import { t } from '../../strings/text';
import { useView } from '../../view/use-view';
import { realtimeRequest } from './requests';

type Realtime = Schemas['Realtime'];

interface Props {
  readonly realtime: QueryState<Realtime>;
  readonly site: { readonly id: number; readonly name: string };
  readonly wide: boolean;
}

const EVERY_MS = 10_000;

/** The visitors of the last 30 minutes. Repeats the request until the stream of their changes is open. */
export function useRealtime(siteId: number): QueryState<Realtime> {
  const { view } = useView();
  const access = useAccess();
  const [isOpen, setOpen] = useState(false);
  const request = realtimeRequest(siteId, view);
  const { url } = request;
  useEffect(() => {
    const left = new AbortController();
    const timer = setTimeout(() => {
      void import('./live').then(
        ({ follow }) =>
          follow({
            url,
            headers: access.headers,
            signal: left.signal,
            onData: (data) => putResponse(access, request, data as Realtime),
            onOpen: setOpen,
          }),
        // A replica of another version lacks the script: the page polls.
        () => undefined,
      );
    }, EVERY_MS);
    return () => {
      clearTimeout(timer);
      left.abort();
      setOpen(false);
    };
  }, [url]);
  return useQuery(request, isOpen ? {} : { everyMs: EVERY_MS });
}

/** Visitors of the last 30 minutes, by minute and by page. */
export function RealtimeCard({ site, wide, realtime: query }: Props) {
  const { view } = useView();
  const { data: realtime, error, isLoading, reload, stop } = query;
  const rows = realtime?.data.breakdown;
  return (
    <Card
      title={t('Right now')}
      wide={wide}
      isLoading={isLoading}
      actions={
        <ExportButtons
          title={`${site.name} ${t('Right now')}`}
          url={realtimeRequest(site.id, view).url}
          table={
            realtime && {
              columns: [t('Minute'), t('Visitors'), t('Sessions'), t('Pageviews')],
              rows: realtime.data.series.map((row) => [
                row.minute,
                row.visitors,
                row.sessions,
                row.pageviews,
              ]),
            }
          }
        />
      }
    >
      {error && <ErrorState error={error} onRetry={reload} />}
      {!realtime && !error && <LoadingState label={t('Counting')} onStop={stop} />}
      {realtime && rows && (
        <div class={wide ? 'realtime realtime-wide' : 'realtime'}>
          <p class="realtime-visitors">
            <strong>{formatCount(realtime.data.visitors)}</strong>
            <span>{t('visitors in the last 30 minutes')}</span>
          </p>
          <MinuteBars values={realtime.data.series.map(({ visitors }) => visitors)} />
          <BreakdownTable
            label={t('Pages of the last 30 minutes')}
            dimension="pathname"
            rows={rows}
            emptyText={t('No visitors in the last 30 minutes')}
            columns={[
              { label: t('Visitors'), value: (row) => row.visitors, format: formatCount },
              { label: t('Views'), value: (row) => row.pageviews, format: formatCount },
            ]}
          />
        </div>
      )}
    </Card>
  );
}

/** The visitors of the last 30 minutes in one line. The card shows their minutes and pages, and why they are unknown. */
export function RealtimeStrip({ realtime }: { readonly realtime: Realtime | undefined }) {
  return (
    <p class="realtime-strip">
      {realtime && t('{count} visitors in the last 30 minutes', { count: realtime.data.visitors })}
    </p>
  );
}

const STEP = 8;
const HEIGHT = 56;

/** Thirty bars; the last bar is the current minute. The CSV has the numbers. */
function MinuteBars({ values }: { readonly values: readonly number[] }) {
  const max = Math.max(1, ...values);
  return (
    <svg
      class="minutes"
      viewBox={`0 0 ${values.length * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t('Visitors by minute, maximum {max}', { max: String(Math.max(0, ...values)) })}
    >
      {values.map((value, index) => {
        const height = value === 0 ? 1 : Math.max(3, (value / max) * HEIGHT);
        return (
          <rect
            key={index}
            class={value === 0 ? 'minute-none' : undefined}
            x={index * STEP}
            y={HEIGHT - height}
            width={STEP - 2}
            height={height}
            rx={1}
          />
        );
      })}
    </svg>
  );
}
