import { useState } from 'preact/hooks';
import { Form } from '../../components/form';
import { formatDimension, formatKey } from '../../format/names';
import type { FilterKeys } from '../../view/filter-keys';
import { useView } from '../../view/use-view';
import { withFilter } from '../../view/view';
import { CONDITIONS } from './conditions';
import { useKnownValues, usePropertyKeys } from './known-values';

interface Props {
  readonly filterKeys: FilterKeys;
  readonly siteId: number | undefined;
  readonly close: () => void;
}

/** Stands in the list of dimensions for `props.<key>`. */
const PROPERTY = 'props.';
const MOST_CHARACTERS = 2_000;

/** Asks for a dimension, how it is to compare, and with what; the filter then stands in the address. */
export function FilterForm({ filterKeys: { keys, hasProperties }, siteId, close }: Props) {
  const { view, show } = useView();
  const [dimension, setDimension] = useState(keys[0] ?? '');
  const [property, setProperty] = useState('');
  const [conditionId, setConditionId] = useState('is');
  const [typed, setTyped] = useState('');
  const key = dimension === PROPERTY ? `${PROPERTY}${property.trim()}` : dimension;
  const values = useKnownValues(siteId, key, view);
  const propertyKeys = usePropertyKeys(hasProperties ? siteId : undefined, view);
  const condition = CONDITIONS.find(({ id }) => id === conditionId);

  const add = () => {
    if (!condition) return;
    // Who takes `Germany` from the list means `DE`.
    const meant = values.find((each) => formatKey(key, each).toLowerCase() === typed.trim().toLowerCase());
    const value =
      condition.value ?? (condition.operator.startsWith('is') ? meant : undefined) ?? typed.trim();
    show({ filters: withFilter(view.filters, { key, operator: condition.operator, value }) });
    close();
  };
  return (
    <Form
      submit="Add the filter"
      isBusy={false}
      error={undefined}
      onCancel={close}
      onSubmit={() => Promise.resolve(add())}
    >
      <div class="filter-fields">
        <label class="field">
          Dimension
          <select value={dimension} onChange={({ currentTarget: { value } }) => setDimension(value)}>
            {keys.map((each) => (
              <option key={each} value={each}>
                {formatDimension(each)}
              </option>
            ))}
            {hasProperties && <option value={PROPERTY}>Property of an event …</option>}
          </select>
        </label>
        {dimension === PROPERTY && (
          <label class="field">
            Property
            <input
              required
              pattern="[A-Za-z0-9_.\-]{1,64}"
              title="Letters, digits, _ . and -, at most 64"
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
          Condition
          <select value={conditionId} onChange={({ currentTarget: { value } }) => setConditionId(value)}>
            {CONDITIONS.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </select>
        </label>
        {condition?.value === undefined && (
          <label class="field">
            Value
            <input
              required
              pattern=".*\S.*"
              title="Something to compare with"
              maxLength={MOST_CHARACTERS}
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
        Two filters of one dimension and condition are alternatives; those of different ones all hold.
      </p>
    </Form>
  );
}
