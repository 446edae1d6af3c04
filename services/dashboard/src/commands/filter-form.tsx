import { QUERY_LIMITS } from '@headwater/protos/limits';
import { NONE, PROPERTY_KEY, type FilterOperator, type SharedPage } from '@headwater/protos/vocabulary';
import { useEffect, useState } from 'preact/hooks';
import { useAccess, type SharedReport } from '../api/fetch-json';
import { useQuery } from '../api/hooks';
import { apiRequest } from '../api/request';
import { Form } from '../components/forms';
import { useFormatKey, useSiteNames } from '../components/site-names';
import { formatDimension } from '../format/names';
import { t } from '../strings/text';
import { useReport } from '../view/report';
import { useView } from '../view/use-view';
import { filterQuery, withFilter, type FilterKeys, type View } from '../view/view';
import { OPERATOR_WORDS } from '../shell/filter-bar';
import '../style/filter-form.css';
import { Combobox } from './combobox';

/** A condition of the filter form: an operator, or a comparison with the unknown value. */
interface Condition {
  readonly id: string;
  readonly label: string;
  readonly operator: FilterOperator;
  /** Fixed value; omitted where the user enters one. */
  readonly value?: string;
}

const CONDITIONS: readonly Condition[] = [
  ...Object.entries(OPERATOR_WORDS).map(([id, label]) => ({ id, label, operator: id as FilterOperator })),
  { id: 'unknown', label: t('is unknown'), operator: 'is', value: NONE },
  { id: 'known', label: t('is known'), operator: 'is_not', value: NONE },
];

export interface FilterFormProps {
  readonly filterKeys: FilterKeys;
  /** Undefined on pages of the workspace. */
  readonly siteId: number | undefined;
  readonly close: () => void;
}

/** Represents `props.<key>` in the list of dimensions. */
const PROPERTY = 'props.';
const MAX_VALUE_LENGTH = 2_000;

/** The form for a filter: dimension, condition and value. Adds the filter to the URL. */
export function FilterForm({ filterKeys, siteId, close }: FilterFormProps) {
  const { keys, hasProperties, isOfCustomers = false } = filterKeys;
  const { view, show } = useView();
  const [dimension, setDimension] = useState(keys[0] ?? '');
  const [property, setProperty] = useState('');
  const [conditionId, setConditionId] = useState('is');
  const [typed, setTyped] = useState('');
  /** The key of the suggestion that the user has chosen. */
  const [chosen, setChosen] = useState<string>();
  const [isSubmitted, setSubmitted] = useState(false);
  const formatKey = useFormatKey();
  const names = useSiteNames();
  const key = dimension === PROPERTY ? `${PROPERTY}${property.trim()}` : dimension;
  const { values, isLoading } = useSuggestedValues(siteId, key, view, isOfCustomers);
  const propertyKeys = usePropertyKeys(hasProperties ? siteId : undefined, view);
  // Sites are selected by name, but filtered by id: parts of ids make no sense.
  const isSite = dimension === 'site';
  const conditions = isSite ? CONDITIONS.filter(({ operator }) => operator.startsWith('is')) : CONDITIONS;
  const condition = conditions.find(({ id }) => id === conditionId);

  const setText = (text: string) => {
    setTyped(text);
    setChosen(undefined);
    setSubmitted(false);
  };
  const fixed = condition?.value ?? chosen;
  // `Germany` means `DE`, which only the suggestions show.
  const isWaiting = isSubmitted && fixed === undefined && isLoading;
  useEffect(() => {
    if (!isSubmitted || isWaiting || !condition) return;
    const value = fixed ?? keyOf(typed.trim(), values, (each) => formatKey(key, each));
    show({ filters: withFilter(view.filters, { key, operator: condition.operator, value }) });
    close();
  }, [isSubmitted, isWaiting]);
  return (
    <Form
      submit={t('Add filter')}
      isBusy={isWaiting}
      error={undefined}
      onCancel={close}
      onSubmit={() => Promise.resolve(setSubmitted(true))}
    >
      <div class="filter-fields">
        <label class="field">
          {t('Dimension')}
          <select
            value={dimension}
            onChange={({ currentTarget: { value } }) => {
              setDimension(value);
              setConditionId('is');
              setText('');
            }}
          >
            {keys.map((each) => (
              <option key={each} value={each}>
                {formatDimension(each)}
              </option>
            ))}
            {hasProperties && <option value={PROPERTY}>{t('Event property …')}</option>}
          </select>
        </label>
        {dimension === PROPERTY && (
          <Combobox
            label={t('Property')}
            pattern="[A-Za-z0-9_.\-]{1,64}"
            title={t('1 to 64 letters, digits, _ . or -')}
            placeholder="plan"
            value={property}
            suggestions={propertyKeys.map((each) => ({ key: each, label: each }))}
            onText={setProperty}
            onChoose={(suggestion) => setProperty(suggestion.key)}
          />
        )}
        <label class="field">
          {t('Condition')}
          <select value={conditionId} onChange={({ currentTarget: { value } }) => setConditionId(value)}>
            {conditions.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </select>
        </label>
        {condition?.value === undefined && isSite && (
          <label class="field">
            {t('Value')}
            <select required value={typed} onChange={({ currentTarget: { value } }) => setText(value)}>
              <option value="">{t('Select a site')}</option>
              {[...new Set([...names.keys(), ...values])].map((id) => (
                <option key={id} value={id}>
                  {formatKey('site', id)}
                </option>
              ))}
            </select>
          </label>
        )}
        {condition?.value === undefined && !isSite && (
          <Combobox
            label={t('Value')}
            pattern=".*\S.*"
            title={t('Enter a value')}
            maxLength={MAX_VALUE_LENGTH}
            value={typed}
            suggestions={values.map((each) => ({ key: each, label: formatKey(key, each) }))}
            onText={setText}
            onChoose={(suggestion) => {
              setText(suggestion.label);
              setChosen(suggestion.key);
            }}
          />
        )}
      </div>
      <p class="fine">
        {t(
          'Filters with the same dimension and condition match any of their values. All other filters must match.',
        )}
      </p>
    </Form>
  );
}

/** The key that a text means: itself, or the key with that label. */
function keyOf(text: string, keys: readonly string[], label: (key: string) => string): string {
  const labelled = keys.find((key) => label(key).toLowerCase() === text.toLowerCase());
  return keys.includes(text) ? text : (labelled ?? text);
}

/** Max number of suggestions. */
const MAX_SUGGESTIONS = 100;

const windowOf = ({ window, timezone }: View) => ({ ...window, ...(timezone ? { timezone } : {}) });

/** Whether suggestions can come from the requests of a page: a share link reads only those of its own. */
const mayRead = (shared: SharedReport | undefined, page: SharedPage): boolean =>
  !shared || shared.page === page;

/** The page of customers has no time range. */
const ALL_CUSTOMERS = { range: `${QUERY_LIMITS.maxRangeDays}d` };

/** The values of a dimension in the time range, most frequent first, as suggestions. Those of customers are of two years. */
function useSuggestedValues(
  siteId: number | undefined,
  dimension: string,
  view: View,
  isOfCustomers: boolean,
) {
  const isValid = !dimension.startsWith('props.') || PROPERTY_KEY.test(dimension.slice('props.'.length));
  const query = { ...windowOf(view), dimension, limit: MAX_SUGGESTIONS, series: 'none' } as const;
  const { shared } = useAccess();
  const { siteFilter } = useReport();
  const ofSite = isValid && siteId !== undefined && mayRead(shared, 'overview');
  const stats = useQuery(ofSite ? apiRequest('/api/v1/sites/{id}/stats', { id: siteId }, query) : undefined);
  const ofWorkspace = isValid && siteId === undefined;
  const revenue = useQuery(
    ofWorkspace && !isOfCustomers
      ? apiRequest('/api/v1/revenue', {}, { ...query, ...filterQuery(siteFilter) })
      : undefined,
  );
  const customers = useQuery(
    ofWorkspace && isOfCustomers
      ? apiRequest(
          '/api/v1/customers',
          {},
          {
            ...{ ...ALL_CUSTOMERS, dimension, limit: MAX_SUGGESTIONS, series: 'none' },
            ...filterQuery(siteFilter),
          },
        )
      : undefined,
  );
  // Until the response arrives, the data belongs to the dimension selected before.
  const found = [stats.data, customers.data].find((response) => response?.data.dimension === dimension);
  const rows: readonly { readonly key: string }[] =
    revenue.data?.data.dimension === dimension
      ? revenue.data.data.currencies.flatMap(({ breakdown }) => breakdown)
      : (found?.data.breakdown ?? []);
  const values = [...new Set(rows.map(({ key }) => key))].filter((key) => key !== NONE);
  return { values, isLoading: stats.isLoading || revenue.isLoading || customers.isLoading };
}

/** Keys of the properties that events had in the time range. */
function usePropertyKeys(siteId: number | undefined, view: View): readonly string[] {
  const { shared } = useAccess();
  const { data } = useQuery(
    siteId !== undefined && mayRead(shared, 'events')
      ? apiRequest('/api/v1/sites/{id}/events', { id: siteId }, windowOf(view))
      : undefined,
  );
  return [...new Set(data?.data.events.flatMap(({ properties }) => properties))].sort();
}
