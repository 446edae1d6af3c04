import type { Schemas } from '@headwater/client/client';
import { EXPORT_FORMATS, EXPORT_TYPES, IMPORT_SOURCES } from '@headwater/protos/vocabulary';
import { useRef, useState } from 'preact/hooks';
import { useAccess } from '../api/fetch-json';
import { reloadAll } from '../api/hooks';
import { may, useSession } from '../api/session';
import { downloadFile, uploadCsv } from '../api/transfer';
import { Card } from '../components/card';
import { DataTable } from '../components/data-table';
import { CsvFileField } from '../components/file-field';
import { Form } from '../components/forms';
import { saveFile } from '../export/export-buttons';
import { formatCompact, formatCount, formatPercent } from '../format/numbers';
import { SitePage } from '../shell/page';
import { t } from '../strings/text';
import { addDays } from '../view/window';

/** Import of another product's data, and export of all events. */
export function DataPage() {
  const session = useSession();
  return (
    <SitePage title={t('Import and export')} controls="none">
      {(site) => (
        <div class="grid">
          {may(session, 'sites:write') && <ImportCard site={site} />}
          {may(session, 'export') && <ExportCard site={site} />}
        </div>
      )}
    </SitePage>
  );
}

interface Props {
  readonly site: { readonly id: number; readonly name: string };
}

interface Transfer {
  readonly isBusy: boolean;
  readonly error: Error | undefined;
  /** Runs a transfer that `stop` aborts. @returns undefined after an error, which is then set */
  readonly run: <Result>(transfer: (signal: AbortSignal) => Promise<Result>) => Promise<Result | undefined>;
  readonly stop: () => void;
}

function useTransfer(): Transfer {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Error>();
  const abort = useRef<AbortController>(undefined);
  return {
    isBusy,
    error,
    stop: () => abort.current?.abort(),
    run: async (transfer) => {
      const controller = (abort.current = new AbortController());
      setBusy(true);
      setError(undefined);
      try {
        return await transfer(controller.signal);
      } catch (failure) {
        setError(failure instanceof Error ? failure : new Error(String(failure)));
        return undefined;
      } finally {
        setBusy(false);
      }
    },
  };
}

type Report = Schemas['ImportReport'];

function ImportCard({ site }: Props) {
  const access = useAccess();
  const { isBusy, error, run, stop } = useTransfer();
  const [source, setSource] = useState<string>(IMPORT_SOURCES[0]);
  const [file, setFile] = useState<File>();
  const [sent, setSent] = useState(0);
  const [report, setReport] = useState<Report>();
  const send = async () => {
    if (!file) return;
    setReport(undefined);
    setSent(0);
    const url = `/api/v1/sites/${site.id}/import?source=${source}`;
    const answer = await run((signal) =>
      uploadCsv<Report>(access, { url, file, signal, onProgress: setSent }),
    );
    setReport(answer);
    if (answer) reloadAll();
  };
  return (
    <Card title={t('Import')}>
      <Form submit={t('Import')} isBusy={isBusy} error={error} onSubmit={send}>
        <label class="field">
          {t('Product')}
          <select value={source} onChange={({ currentTarget: { value } }) => setSource(value)}>
            {IMPORT_SOURCES.map((each) => (
              <option key={each} value={each}>
                {each.charAt(0).toUpperCase() + each.slice(1)}
              </option>
            ))}
          </select>
        </label>
        <CsvFileField label={t('CSV file of its export')} file={file} onChoose={setFile}>
          {t('Importing a file again counts nothing twice.')}{' '}
          <a href="/docs#importSite">{t('Supported files')}</a>
        </CsvFileField>
      </Form>
      {isBusy && (
        <div class="transfer" role="status">
          <progress max={1} value={sent} aria-label={t('Sent')} />
          <p>
            {sent < 1
              ? t('{share} sent', { share: formatPercent(100 * sent) })
              : t('All sent. Storing the last rows …')}
          </p>
          <button type="button" class="button" onClick={stop}>
            {t('Stop')}
          </button>
        </div>
      )}
      {report && <ImportReport report={report} />}
    </Card>
  );
}

function ImportReport({ report: { taken, refused, errors } }: { readonly report: Report }) {
  return (
    <>
      <p class="notice" role="status">
        {t('Rows stored: {taken}. Rows refused: {refused}.', { taken, refused })}
      </p>
      {errors.length > 0 && (
        <DataTable
          label={t('Refused rows')}
          rows={errors}
          keyOf={({ line, field }) => `${line} ${field}`}
          columns={[
            { label: t('Line'), cell: ({ line }) => formatCount(line) },
            { label: t('Column'), cell: ({ field }) => field },
            { label: t('Problem'), cell: ({ message }) => <span lang="en">{message}</span> },
          ]}
        />
      )}
    </>
  );
}

function ExportCard({ site }: Props) {
  const access = useAccess();
  const { isBusy, error, run, stop } = useTransfer();
  const today = new Date().toISOString().slice(0, 10);
  const [from, setFrom] = useState(addDays(today, -29));
  const [to, setTo] = useState(today);
  const [type, setType] = useState<string>(EXPORT_TYPES[0]);
  const [format, setFormat] = useState<string>(EXPORT_FORMATS[0]);
  const [bytes, setBytes] = useState(0);
  const save = async () => {
    setBytes(0);
    const query = new URLSearchParams({ from, to, type, format });
    const url = `/api/v1/sites/${site.id}/export?${query.toString()}`;
    const file = await run((signal) => downloadFile(access, { url, signal, onProgress: setBytes }));
    if (file) saveFile(`site-${site.id}-${type}.${format}`, file);
  };
  return (
    <Card title={t('Export')}>
      <Form submit={t('Export')} isBusy={isBusy} error={error} onSubmit={save}>
        <div class="fields">
          <label class="field">
            {t('First day')}
            <input
              type="date"
              required
              value={from}
              onInput={({ currentTarget: { value } }) => setFrom(value)}
            />
          </label>
          <label class="field">
            {t('Last day')}
            <input type="date" required value={to} onInput={({ currentTarget: { value } }) => setTo(value)} />
          </label>
          <label class="field">
            {t('Content')}
            <select value={type} onChange={({ currentTarget: { value } }) => setType(value)}>
              <option value="events">{t('All events')}</option>
              <option value="pageviews">{t('Pageviews')}</option>
            </select>
          </label>
          <label class="field">
            {t('Format')}
            <select value={format} onChange={({ currentTarget: { value } }) => setFormat(value)}>
              {EXPORT_FORMATS.map((each) => (
                <option key={each} value={each}>
                  {each.toUpperCase()}
                </option>
              ))}
            </select>
          </label>
        </div>
        <p class="fine">{t('Visitors have pseudonyms. The audit log lists each export.')}</p>
      </Form>
      {isBusy && (
        <div class="transfer" role="status">
          <p>{t('{size} KiB received', { size: formatCompact(Math.round(bytes / 1024)) })}</p>
          <button type="button" class="button" onClick={stop}>
            {t('Stop')}
          </button>
        </div>
      )}
    </Card>
  );
}
