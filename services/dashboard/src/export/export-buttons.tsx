import { csvCell } from '@headwater/kit/csv-cell';
import { useRef } from 'preact/hooks';
import { curl } from '../api/request';
import { CodeBlock } from '../components/copy-button';
import { Icon } from '../components/icon';
import { t } from '../strings/text';

interface Props {
  /** Names the export: part of the file name and of the labels. */
  readonly title: string;
  /** Path and query of the API request behind the numbers. */
  readonly url: string | undefined;
  /** The visible numbers; without it the CSV button is hidden. */
  readonly table?: Table | undefined;
  /** Renders the visible chart; without it the PNG button is hidden. */
  readonly picture?: (() => Promise<Blob | undefined>) | undefined;
}

/** The export buttons of each card: save as CSV, save as PNG, show the API call. */
export function ExportButtons({ title, url, table, picture }: Props) {
  const savePicture = async () => {
    const blob = await picture?.();
    if (blob) saveFile(`${fileNameOf(title)}.png`, blob);
  };
  return (
    <div class="tools" role="group" aria-label={t('{title}: export', { title })}>
      {table && (
        <button
          type="button"
          class="tool"
          title={t('Save as CSV')}
          onClick={() => saveFile(`${fileNameOf(title)}.csv`, new Blob([csvOf(table)], { type: 'text/csv' }))}
        >
          <Icon name="download" />
          CSV
        </button>
      )}
      {picture && (
        <button type="button" class="tool" title={t('Save as PNG')} onClick={() => void savePicture()}>
          <Icon name="image" />
          PNG
        </button>
      )}
      {url !== undefined && <ApiButton title={title} url={url} />}
    </div>
  );
}

/** Opens a dialog with the API call that returns these numbers. */
function ApiButton({ title, url }: { readonly title: string; readonly url: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const command = curl(location.origin, url);
  return (
    <>
      <button
        type="button"
        class="tool"
        title={t('Show the API call for these numbers')}
        aria-haspopup="dialog"
        onClick={() => dialog.current?.showModal()}
      >
        <Icon name="code" />
        API
      </button>
      <dialog ref={dialog} class="dialog" aria-label={t('API call: {title}', { title })}>
        <h2>{t('API call for “{title}”', { title })}</h2>
        <p>{t('Returns the same numbers. Set TOKEN to an API token with the scope stats:read.')}</p>
        <CodeBlock text={command} />
        <form method="dialog" class="dialog-actions">
          <a class="button" href="/docs" target="_blank" rel="noreferrer">
            {t('API reference')}
          </a>
          <button type="submit" class="button button-primary">
            {t('Close')}
          </button>
        </form>
      </dialog>
    </>
  );
}

/** The visible numbers as a table. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}

/** Formats a table per RFC 4180, with texts that spreadsheets don't run as formulas. */
function csvOf({ columns, rows }: Table): string {
  return [columns, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

const cell = (value: string | number | null): string =>
  typeof value === 'number' ? String(value) : csvCell(value ?? '');

/** Saves a file created in the browser. */
export function saveFile(name: string, contents: Blob): void {
  const url = URL.createObjectURL(contents);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // A download that has started no longer needs the URL.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** `Demo · Visitors · 2026-10-01 to 2026-10-30` → `demo-visitors-2026-10-01-to-2026-10-30`. */
const fileNameOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
