import { question } from '../../api/question';
import { useAnswer } from '../../api/use-answer';
import { BreakdownTable } from '../../components/breakdown-table';
import { Card } from '../../components/card';
import { ErrorState, LoadingState } from '../../components/states';
import { ExportButtons } from '../../export/export-buttons';
import { formatCount } from '../../format/numbers';
import { useView } from '../../view/use-view';
import { filterQuery } from '../../view/view';
import { MinuteBars } from './minute-bars';

const EVERY_MS = 10_000;
const ROWS = 5;

/** Who is there: the last half hour, minute by minute, and on which pages. */
export function RealtimeCard({ site }: { readonly site: { readonly id: number; readonly name: string } }) {
  const { view } = useView();
  const asked = question(
    '/api/v1/sites/{id}/realtime',
    { id: site.id },
    { dimension: 'pathname', limit: ROWS, ...filterQuery(view.filters) },
  );
  const { data: realtime, error, isLoading, reload } = useAnswer(asked, { everyMs: EVERY_MS });
  const rows = realtime?.data.breakdown;
  return (
    <Card
      title="Right now"
      wide
      isLoading={isLoading}
      actions={
        <ExportButtons
          title={`${site.name} Right now`}
          url={asked.url}
          table={
            realtime && {
              columns: ['Minute', 'Visitors', 'Sessions', 'Pageviews'],
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
      {!realtime && !error && <LoadingState label="Counting" />}
      {realtime && rows && (
        <div class="realtime">
          <p class="realtime-figure">
            <strong>{formatCount(realtime.data.visitors)}</strong>
            <span>visitors in the last 30 minutes</span>
          </p>
          <MinuteBars values={realtime.data.series.map(({ visitors }) => visitors)} />
          <BreakdownTable
            label="Pages looked at right now"
            dimension="pathname"
            rows={rows}
            nothing="Nobody is here right now"
            columns={[
              { label: 'Visitors', value: (row) => row.visitors, format: formatCount },
              { label: 'Views', value: (row) => row.pageviews, format: formatCount },
            ]}
          />
        </div>
      )}
    </Card>
  );
}
