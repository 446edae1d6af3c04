import { Icon } from '../components/icon';
import { ApiButton } from './api-button';
import { csvOf, type Table } from './csv';
import { fileNameOf, saveFile } from './save-file';

interface Props {
  /** What is exported: part of the file's name and of the buttons' labels. */
  readonly title: string;
  /** Where the numbers come from. */
  readonly url: string | undefined;
  /** What is seen; without it there is nothing to save. */
  readonly table?: Table | undefined;
  /** The picture of what is seen. */
  readonly picture?: (() => Promise<Blob | undefined>) | undefined;
}

/** The same three buttons on each card: save as CSV, save as PNG, show the API call. */
export function ExportButtons({ title, url, table, picture }: Props) {
  const savePicture = async () => {
    const blob = await picture?.();
    if (blob) saveFile(`${fileNameOf(title)}.png`, blob);
  };
  return (
    <div class="tools" role="group" aria-label={`${title}: export`}>
      {table && (
        <button
          type="button"
          class="tool"
          title="Save as CSV"
          onClick={() => saveFile(`${fileNameOf(title)}.csv`, new Blob([csvOf(table)], { type: 'text/csv' }))}
        >
          <Icon name="download" />
          CSV
        </button>
      )}
      {picture && (
        <button type="button" class="tool" title="Save as PNG" onClick={() => void savePicture()}>
          <Icon name="image" />
          PNG
        </button>
      )}
      {url !== undefined && <ApiButton title={title} url={url} />}
    </div>
  );
}
