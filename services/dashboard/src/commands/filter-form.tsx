import { NONE, type FilterOperator } from '@headwater/protos/vocabulary';
import { useEffect, useState } from 'preact/hooks';
import { Form } from '../components/forms';
import { useFormatKey, useSiteNames } from '../components/site-names';
import { formatDimension } from '../format/names';
import { t } from '../strings/text';
import { useView } from '../view/use-view';
import { withFilter, type FilterKeys } from '../view/view';
import { OPERATOR_WORDS } from '../shell/filter-bar';
import '../style/filter-form.css';
import { Combobox } from './combobox';
import { usePropertyKeys, useSuggestedValues } from './suggestions';

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
