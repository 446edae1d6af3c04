import { DialogButton } from '../components/forms';
import { t } from '../strings/text';
import { hideColumns, useHiddenColumns } from '../view/preferences';

interface Props {
  readonly table: string;
  /** The columns that can be hidden. */
  readonly labels: readonly string[];
}

/** A button that opens a sheet with a checkbox for each column. */
export function ColumnMenu({ table, labels }: Props) {
  const hidden = useHiddenColumns(table);
  return (
    <DialogButton label={t('Columns')} icon="table" title={t('Columns')} variant="tool" isSheet>
      {(close) => (
        <>
          <fieldset class="checks">
            <legend class="sr-only">{t('Columns')}</legend>
            {labels.map((label) => (
              <label key={label} class="check">
                <input
                  type="checkbox"
                  checked={!hidden.includes(label)}
                  onChange={({ currentTarget: { checked } }) =>
                    hideColumns(table, [
                      ...hidden.filter((each) => each !== label),
                      ...(checked ? [] : [label]),
                    ])
                  }
                />
                <span>{label}</span>
              </label>
            ))}
          </fieldset>
          <p class="fine">{t('Applies to this browser. Exports have all columns.')}</p>
          <button type="button" class="button button-primary" onClick={close}>
            {t('Close')}
          </button>
        </>
      )}
    </DialogButton>
  );
}
