import type { Schemas } from '@headwater/client/client';
import { QUERY_LIMITS } from '@headwater/protos/limits';
import type { RetentionGrain } from '@headwater/protos/vocabulary';
import { useMemo } from 'preact/hooks';
import { useQuery } from '../../api/hooks';
import { apiRequest } from '../../api/request';
import { Card, Tabs } from '../../components/card';
import { DataTable, type DataColumn } from '../../components/data-table';
import { ErrorState, LoadingState, NoData } from '../../components/states';
import { ExportButtons } from '../../export/export-buttons';
import { formatBucketLong, formatWeek, formatWindow } from '../../format/dates';
import { formatCount, formatPercent } from '../../format/numbers';
import { t } from '../../strings/text';
import { useView } from '../../view/use-view';
import { windowQuery } from '../../view/view';
import { daysOf } from '../../view/window';

type Retention = Schemas['Retention'];

/** Visitors by the week or day of their first event, and how many of them returned. */
interface Cohort {
  readonly bucket: string;
  readonly visitors: number;
  readonly later: readonly { readonly visitors: number; readonly retention: number | null }[];
}

const cohortsOf = ({ data }: Retention): readonly Cohort[] =>
  data.cohorts.map(({ week, day, weeks, days, visitors }) => ({
    bucket: week ?? day ?? '',
    visitors,
    later: weeks ?? days ?? [],
  }));

/** The retention of weekly or daily cohorts as a grid. */
export function RetentionCard({ site }: { readonly site: { readonly id: number; readonly name: string } }) {
  const { view, search, hrefWith } = useView();
  const hasDays = daysOf(view.window) <= QUERY_LIMITS.maxRetentionDays;
  const cohort: RetentionGrain = hasDays && search.get('cohort') === 'day' ? 'day' : 'week';
  const request = apiRequest(
    '/api/v1/sites/{id}/retention',
    { id: site.id },
    { ...windowQuery(view), cohort },
  );
  const { data, error, isLoading, reload, stop } = useQuery(request);
  // A year has 1,400 cells: they are rendered again only with other data, not at each click.
  const grid = useMemo(() => data && <Grid retention={data} />, [data]);
  return (
    <Card
      title={t('Retention|visitors')}
      wide
      isLoading={isLoading}
      actions={
        <ExportButtons
          title={`${site.name} ${t('Retention|visitors')}`}
          url={request.url}
          table={data && tableOf(data)}
        />
      }
    >
      {hasDays && (
        <Tabs
          label={t('Cohorts by')}
          chosen={cohort}
          tabs={[
            { id: 'week', label: t('Weeks'), href: hrefWith('cohort', undefined) },
            { id: 'day', label: t('Days'), href: hrefWith('cohort', 'day') },
          ]}
        />
      )}
      {error && <ErrorState error={error} onRetry={reload} />}
      {!data && !error && <LoadingState label={t('Counting')} onStop={stop} />}
      {grid}
    </Card>
  );
}

function Grid({ retention }: { readonly retention: Retention }) {
  const { range, timezone, cohort } = retention;
  const cohorts = cohortsOf(retention);
  if (cohorts.every(({ visitors }) => visitors === 0))
    return <NoData title={t('No data in this time range')} />;
  const max = Math.max(1, ...cohorts.flatMap(({ later }) => later.map(({ retention: share }) => share ?? 0)));
  const periods = Math.max(0, ...cohorts.map(({ later }) => later.length));
  const columns: readonly DataColumn<Cohort>[] = [
    {
      label: cohort === 'week' ? t('Week of') : t('First visit'),
      cell: ({ bucket }) => (cohort === 'week' ? formatWeek(bucket) : formatBucketLong(bucket, cohort)),
      sortBy: ({ bucket }) => bucket,
    },
    {
      label: t('Visitors'),
      isNumber: true,
      cell: ({ visitors }) => formatCount(visitors),
      sortBy: ({ visitors }) => visitors,
    },
    ...Array.from({ length: periods }, (_, index): DataColumn<Cohort> => ({
      label: periodLabel(cohort, index + 1),
      isNumber: true,
      cell: ({ later }) => <Returned of={later[index]} max={max} />,
      sortBy: ({ later }) => later[index]?.retention,
    })),
  ];
  return (
    <>
      <p class="fine">{`${formatWindow(range)} · ${timezone}`}</p>
      <p class="fine">
        {cohort === 'week'
          ? t(
              'Visitors of each first week who returned in later weeks. The first and the last week may be incomplete.',
            )
          : t('Visitors of each first day who returned on later days. The last day may be incomplete.')}
      </p>
      <div class="retention">
        <DataTable
          label={t('Retention|visitors')}
          rows={cohorts}
          columns={columns}
          keyOf={({ bucket }) => bucket}
        />
      </div>
    </>
  );
}

const periodLabel = (cohort: RetentionGrain, number: number): string =>
  cohort === 'week' ? t('Week {number}', { number }) : t('Day {number}', { number });

interface ReturnedProps {
  /** Undefined after the end of the time range. */
  readonly of: Cohort['later'][number] | undefined;
  /** The highest share of the grid. */
  readonly max: number;
}

/** Share and number of the visitors who returned. */
function Returned({ of, max }: ReturnedProps) {
  if (!of) return null;
  const { retention, visitors } = of;
  if (retention === null) return <>–</>;
  return (
    <span class="heat" style={{ '--share': `${Math.round((40 * retention) / max)}%` }}>
      {formatPercent(retention)} <small>{formatCount(visitors)}</small>
    </span>
  );
}

const tableOf = (retention: Retention) => ({
  columns: [t('First visit'), t('Period'), t('Visitors'), t('Percent')],
  rows: cohortsOf(retention).flatMap(({ bucket, visitors, later }) => [
    [bucket, 0, visitors, visitors === 0 ? null : 100],
    ...later.map((each, index) => [bucket, index + 1, each.visitors, each.retention]),
  ]),
});
