import { NONE, PROPERTY_KEY, type FilterOperator } from '@headwater/protos/vocabulary';
import { useState } from 'preact/hooks';
import { useQuery } from '../api/hooks';
import { apiRequest } from '../api/request';
import { Form } from '../components/forms';
import { useFormatKey, useSiteNames } from '../components/site-names';
import { formatDimension } from '../format/names';
import { t } from '../strings/text';
import { useView } from '../view/use-view';
import { withFilter, type FilterKeys, type View } from '../view/view';
import { OPERATOR_WORDS } from '../shell/filter-bar';

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
export function FilterForm({ filterKeys: { keys, hasProperties }, siteId, close }: FilterFormProps) {
  const { view, show } = useView();
  const [dimension, setDimension] = useState(keys[0] ?? '');
  const [property, setProperty] = useState('');
  const [conditionId, setConditionId] = useState('is');
  const [typed, setTyped] = useState('');
  const formatKey = useFormatKey();
  const names = useSiteNames();
  const key = dimension === PROPERTY ? `${PROPERTY}${property.trim()}` : dimension;
  const values = useSuggestedValues(siteId, key, view);
  const propertyKeys = usePropertyKeys(hasProperties ? siteId : undefined, view);
  // Sites are selected by name, but filtered by id: parts of ids make no sense.
  const isSite = dimension === 'site';
  const conditions = isSite ? CONDITIONS.filter(({ operator }) => operator.startsWith('is')) : CONDITIONS;
  const condition = conditions.find(({ id }) => id === conditionId);

  const add = () => {
    if (!condition) return;
    // The list shows labels such as `Germany`; the filter needs the key `DE`.
    const listed = values.find((each) => formatKey(key, each).toLowerCase() === typed.trim().toLowerCase());
    const value =
      condition.value ?? (condition.operator.startsWith('is') ? listed : undefined) ?? typed.trim();
    show({ filters: withFilter(view.filters, { key, operator: condition.operator, value }) });
    close();
  };
  return (
    <Form
      submit={t('Add filter')}
      isBusy={false}
      error={undefined}
      onCancel={close}
      onSubmit={() => Promise.resolve(add())}
    >
      <div class="filter-fields">
        <label class="field">
          {t('Dimension')}
          <select
            value={dimension}
            onChange={({ currentTarget: { value } }) => {
              setDimension(value);
              setConditionId('is');
              setTyped('');
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
          <label class="field">
            {t('Property')}
            <input
              required
              pattern="[A-Za-z0-9_.\-]{1,64}"
              title={t('1 to 64 letters, digits, _ . or -')}
              placeholder="plan"
              list="filter-properties"
              autocomplete="off"
              value={property}
              onInput={({ currentTarget: { value } }) => setProperty(value)}
            />
            <datalist id="filter-properties">
              {propertyKeys.map((each) => (
                <option key={each} value={each} />
              ))}
            </datalist>
          </label>
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
            <select required value={typed} onChange={({ currentTarget: { value } }) => setTyped(value)}>
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
          <label class="field">
            {t('Value')}
            <input
              required
              pattern=".*\S.*"
              title={t('Enter a value')}
              maxLength={MAX_VALUE_LENGTH}
              list="filter-values"
              autocomplete="off"
              value={typed}
              onInput={({ currentTarget: { value } }) => setTyped(value)}
            />
            <datalist id="filter-values">
              {values.map((each) => (
                <option key={each} value={formatKey(key, each)} />
              ))}
            </datalist>
          </label>
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

/** Max number of suggestions. */
const MAX_SUGGESTIONS = 100;

const windowOf = ({ window, timezone }: View) => ({ ...window, ...(timezone ? { timezone } : {}) });

/** The values of a dimension in the time range, most frequent first, as suggestions. */
function useSuggestedValues(siteId: number | undefined, dimension: string, view: View): readonly string[] {
  const isValid = !dimension.startsWith('props.') || PROPERTY_KEY.test(dimension.slice('props.'.length));
  const query = { ...windowOf(view), dimension, limit: MAX_SUGGESTIONS, series: 'none' } as const;
  const ofSite = isValid && siteId !== undefined;
  const { data: stats } = useQuery(
    ofSite ? apiRequest('/api/v1/sites/{id}/stats', { id: siteId }, query) : undefined,
  );
  const { data: revenue } = useQuery(
    isValid && siteId === undefined ? apiRequest('/api/v1/revenue', {}, query) : undefined,
  );
  // Until the response arrives, the data belongs to the dimension selected before.
  const rows = ofSite
    ? stats?.data.dimension === dimension
      ? stats.data.breakdown
      : []
    : revenue?.data.dimension === dimension
      ? revenue.data.currencies.flatMap(({ breakdown }) => breakdown)
      : [];
  return [...new Set(rows.map(({ key }) => key))].filter((key) => key !== NONE);
}

/** Keys of the properties that events had in the time range. */
function usePropertyKeys(siteId: number | undefined, view: View): readonly string[] {
  const { data } = useQuery(
    siteId !== undefined
      ? apiRequest('/api/v1/sites/{id}/events', { id: siteId }, windowOf(view))
      : undefined,
  );
  return [...new Set(data?.data.events.flatMap(({ properties }) => properties))].sort();
}
