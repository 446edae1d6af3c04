import type { Schemas } from '@headwater/client/client';
import { EXPORT_FORMATS, EXPORT_TYPES, IMPORT_SOURCES } from '@headwater/protos/vocabulary';
import { useRef, useState } from 'preact/hooks';
import { useAccess } from '../api/fetch-json';
import { reloadAll } from '../api/hooks';
import { may, useSession } from '../api/session';
import { downloadFile, uploadCsv } from '../api/transfer';
import { Card } from '../components/card';
import { DataTable } from '../components/data-table';
import { Form } from '../components/forms';
import { saveFile } from '../export/export-buttons';
import { formatCompact, formatCount, formatPercent } from '../format/numbers';
import { SitePage } from '../shell/page';
import { addDays } from '../view/window';

/** Import of another product's data, and export of all events. */
export function DataPage() {
  const session = useSession();
  return (
    <SitePage title="Import and export" controls="none">
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
    <Card title="Import">
      <Form submit="Import" isBusy={isBusy} error={error} onSubmit={send}>
        <label class="field">
          Product
          <select value={source} onChange={({ currentTarget: { value } }) => setSource(value)}>
            {IMPORT_SOURCES.map((each) => (
              <option key={each} value={each}>
                {each.charAt(0).toUpperCase() + each.slice(1)}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          CSV file of its export
          <input
            type="file"
            required
            accept=".csv,text/csv"
            onChange={({ currentTarget: { files } }) => setFile(files?.[0])}
          />
          <span class="hint">
            Importing a file again counts nothing twice. <a href="/docs#importSite">Supported files</a>
          </span>
        </label>
      </Form>
      {isBusy && (
        <div class="transfer" role="status">
          <progress max={1} value={sent} aria-label="Sent" />
          <p>{sent < 1 ? `${formatPercent(100 * sent)} sent` : 'All sent. Storing the last rows …'}</p>
          <button type="button" class="button" onClick={stop}>
            Stop
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
      <p
        class="notice"
        role="status"
      >{`${formatCount(taken)} rows are stored, ${formatCount(refused)} were refused.`}</p>
      {errors.length > 0 && (
        <DataTable
          label="Refused rows"
          rows={errors}
          keyOf={({ line, field }) => `${line} ${field}`}
          columns={[
            { label: 'Line', cell: ({ line }) => formatCount(line) },
            { label: 'Column', cell: ({ field }) => field },
            { label: 'Problem', cell: ({ message }) => message },
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
    <Card title="Export">
      <Form submit="Export" isBusy={isBusy} error={error} onSubmit={save}>
        <div class="fields">
          <label class="field">
            First day
            <input
              type="date"
              required
              value={from}
              onInput={({ currentTarget: { value } }) => setFrom(value)}
            />
          </label>
          <label class="field">
            Last day
            <input type="date" required value={to} onInput={({ currentTarget: { value } }) => setTo(value)} />
          </label>
          <label class="field">
            Content
            <select value={type} onChange={({ currentTarget: { value } }) => setType(value)}>
              <option value="events">All events</option>
              <option value="pageviews">Pageviews</option>
            </select>
          </label>
          <label class="field">
            Format
            <select value={format} onChange={({ currentTarget: { value } }) => setFormat(value)}>
              {EXPORT_FORMATS.map((each) => (
                <option key={each} value={each}>
                  {each.toUpperCase()}
                </option>
              ))}
            </select>
          </label>
        </div>
        <p class="fine">Visitors have pseudonyms. The audit log lists each export.</p>
      </Form>
      {isBusy && (
        <div class="transfer" role="status">
          <p>{`${formatCompact(Math.round(bytes / 1024))} KiB received`}</p>
          <button type="button" class="button" onClick={stop}>
            Stop
          </button>
        </div>
      )}
    </Card>
  );
}
