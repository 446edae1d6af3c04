import type { ComponentChildren } from 'preact';
import { t } from '../strings/text';
import { Icon } from './icon';

interface Props {
  readonly label: string;
  readonly file: File | undefined;
  readonly onChoose: (file: File | undefined) => void;
  /** The hint below the field. */
  readonly children: ComponentChildren;
}

/**
 * A field for a CSV file. The file input covers the button, invisible: a click, a key and a dropped file reach it, and the button
 * has the style and the language of the dashboard.
 */
export function CsvFileField({ label, file, onChoose, children }: Props) {
  return (
    <label class="field">
      {label}
      <span class="file">
        <input
          type="file"
          required
          accept=".csv,text/csv"
          onChange={({ currentTarget: { files } }) => onChoose(files?.[0])}
        />
        <span class="button" aria-hidden="true">
          <Icon name="table" />
          {t('Choose file')}
        </span>
        <span class="file-name" aria-hidden="true">
          {file?.name ?? t('No file selected')}
        </span>
      </span>
      <span class="hint">{children}</span>
    </label>
  );
}
