import { ATTRIBUTION_MODELS, MODEL_DIMENSIONS, type AttributionModel } from '@headwater/protos/vocabulary';
import { useQuery } from '../../api/hooks';
import { apiRequest } from '../../api/request';
import { MAX_ROWS } from '../../components/all-rows';
import { Card } from '../../components/card';
import { DataTable } from '../../components/data-table';
import { useFormatKey } from '../../components/site-names';
import { EmptyState, ErrorState, LoadingState } from '../../components/states';
import { ExportButtons } from '../../export/export-buttons';
import { formatDimension } from '../../format/names';
import { formatMoney } from '../../format/numbers';
import { t } from '../../strings/text';
import { useView } from '../../view/use-view';
import { windowQuery, type View } from '../../view/view';

const LABELS: Readonly<Record<AttributionModel, string>> = {
  first_touch: t('First touch'),
  last_touch: t('Last touch'),
  last_non_direct: t('Last non-direct'),
  linear: t('Linear'),
  position_based: t('Position-based'),
  time_decay: t('Time decay'),
};

/** The dimension of revenue for a dimension of customers; the channel if models don't support it. */
function dimensionOf(dimension: string): (typeof MODEL_DIMENSIONS)[number] {
  const name = dimension === 'campaign' ? 'utm_campaign' : dimension;
  return MODEL_DIMENSIONS.find((each) => each === name) ?? 'channel';
}

const requestOf = (view: View, dimension: string, model: AttributionModel) =>
  apiRequest(
    '/api/v1/revenue',
    {},
    { ...windowQuery(view), series: 'none', dimension, model, limit: MAX_ROWS },
  );

/** Net revenue of the payments in the time range by each attribution model. */
export function ModelsCard({ dimension: chosen }: { readonly dimension: string }) {
  const { view, search, href } = useView();
  const formatKey = useFormatKey();
  const dimension = dimensionOf(chosen);
  // Models don't support all filters of customers.
  const hasFilters = view.filters.length > 0;
  const queries = ATTRIBUTION_MODELS.map((model) => ({
    model,
    ...useQuery(hasFilters ? undefined : requestOf(view, dimension, model)),
  }));
  const name = formatDimension(dimension);
  const title = t('Revenue by attribution model');
  if (hasFilters)
    return (
      <Card title={title} wide>
        <EmptyState
          title={t('Attribution models are compared without filters')}
          action={{ href: href({ filters: [] }), label: t('Clear the filters') }}
        />
      </Card>
    );
  const failed = queries.find(({ error }) => error);
  const answers = queries.flatMap(({ model, data, isLoading }) =>
    data && !isLoading && data.data.dimension === dimension
      ? [{ model, currencies: data.data.currencies }]
      : [],
  );
  const isComplete = answers.length === queries.length;
  const currencies = answers[0]?.currencies.map(({ currency }) => currency) ?? [];
  const currency = currencies.find((each) => each === search.get('currency')) ?? currencies[0];
  const sums = answers.map(({ model, currencies: all }) => {
    const own = all.find((each) => each.currency === currency);
    return { model, net: own?.net ?? '0', byKey: new Map(own?.breakdown.map(({ key, net }) => [key, net])) };
  });
  const keys = [...new Set(sums.flatMap(({ byKey }) => [...byKey.keys()]))];
  const columns = sums.map(({ model, byKey }) => ({
    label: LABELS[model],
    isNumber: true,
    cell: (key: string) => formatMoney(byKey.get(key) ?? '0', currency ?? ''),
    sortBy: (key: string) => Number(byKey.get(key) ?? 0),
  }));
  const url = requestOf(view, dimension, 'linear').url;
  return (
    <Card
      title={title}
      wide
      isLoading={!isComplete && !failed}
      actions={
        <ExportButtons
          title={title}
          url={url}
          table={
            isComplete
              ? {
                  columns: [name, ...columns.map(({ label }) => label)],
                  rows: keys.map((key) => [key, ...sums.map(({ byKey }) => byKey.get(key) ?? '0')]),
                }
              : undefined
          }
        />
      }
    >
      {failed?.error && (
        <ErrorState error={failed.error} onRetry={() => queries.forEach(({ reload }) => reload())} />
      )}
      {!isComplete && !failed && (
        <LoadingState label={t('Counting')} onStop={() => queries.forEach(({ stop }) => stop())} />
      )}
      {isComplete && currency === undefined && <EmptyState title={t('No payments in this time range')} />}
      {isComplete && currency !== undefined && (
        <>
          <DataTable
            label={title}
            rows={keys}
            keyOf={(key) => key}
            order={{ label: LABELS.first_touch, isDescending: true }}
            columns={[
              { label: name, cell: (key: string) => formatKey(dimension, key), sortBy: (key: string) => key },
              ...columns,
            ]}
          />
          <p class="fine">
            {t(
              'Net revenue of payments in the time range, {currency}. First touch is the recorded channel; the other models divide each payment among the visits of 90 days. Every model adds up to {sum}.',
              { currency, sum: formatMoney(sums[0]?.net ?? '0', currency) },
            )}
          </p>
        </>
      )}
    </Card>
  );
}
