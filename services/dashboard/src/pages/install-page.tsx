import type { Schemas } from '@headwater/client/client';
import { useQuery, useMutation } from '../api/hooks';
import { apiRequest } from '../api/request';
import { may, useSession } from '../api/session';
import { Card } from '../components/card';
import { CodeBlock } from '../components/copy-button';
import { Icon } from '../components/icon';
import { ErrorMessage, ErrorState } from '../components/states';
import { useNow } from '../components/time';
import { ExportButtons } from '../export/export-buttons';
import { formatAgo } from '../format/dates';
import { SitePage } from '../shell/page';
import { t } from '../strings/text';

/** Shows the snippet and whether it works. */
export function InstallPage() {
  return (
    <SitePage title={t('Install')} controls="none">
      {(site) => <Installation site={site} />}
    </SitePage>
  );
}

/** A short interval, because users wait on this page for the first visit. */
const EVERY_MS = 2_000;

/** Defines `window.headwater` until the script runs, so that a page's calls work while the script is slow or blocked. */
const STUB = `<script>
  window.headwater = window.headwater || ((q) => {
    const queue = (method) => (...args) => void q.push([method, ...args]);
    return { q, ref: null, track: queue('track'), page: queue('page'), consent: queue('consent') };
  })([]);
</script>`;

/** Snippet, live state and problems of the installation. Turns green when the first visit arrives. */
function Installation({ site }: { readonly site: Schemas['FullSite'] }) {
  const request = apiRequest('/api/v1/sites/{id}/status', { id: site.id });
  const { data: status, error, reload } = useQuery(request, { everyMs: EVERY_MS });
  const elements = `${STUB}\n${site.snippet}`;
  return (
    <div class="grid">
      <Card title={t('1. Add these lines to every page')} wide>
        <CodeBlock text={elements} label={t('Copy the lines')} />
        <p class="fine after">
          {t(
            'Anywhere in the head. The script sets no third-party cookies, does not delay rendering and is smaller than three kilobytes. The first element lets your code call headwater.track() and read headwater.ref even while the script is slow or blocked; headwater.ref is then null.',
          )}
        </p>
        <p class="fine">
          {t('To test on your machine, create a site for localhost and open the page as http://localhost.')}
        </p>
      </Card>
      <Card
        title={t('2. Open a page of the site')}
        wide
        actions={<ExportButtons title={t('Install state')} url={request.url} />}
      >
        {error && <ErrorState error={error} onRetry={reload} />}
        {!error && <LiveState site={site} status={status} />}
        {status && <Findings findings={status.findings} />}
      </Card>
      <HomePageCard site={site} />
    </div>
  );
}

interface Props {
  readonly site: Schemas['Site'];
  readonly status: Schemas['SiteStatus'] | undefined;
}

/** Whether the site is live. Screen readers announce changes. */
function LiveState({ site, status }: Props) {
  const now = useNow(10_000);
  if (!status?.installed)
    return (
      <div class="live-state" role="status">
        <span class="pulse" aria-hidden="true" />
        <div>
          <p class="state-title">{t('Waiting for the first visit to {domain}', { domain: site.domain })}</p>
          <p class="fine">{t('This page checks every two seconds. Leave it open.')}</p>
        </div>
      </div>
    );
  return (
    <div class="live-state live-state-good" role="status">
      <span class="live-check" aria-hidden="true">
        <Icon name="check" />
      </span>
      <div class="live-state-text">
        <p class="state-title">{t('{domain} is live', { domain: site.domain })}</p>
        <p>
          {status.lastEventAt === null
            ? t('{count} online now', { count: status.online })
            : t('{count} online now, last event {ago}', {
                count: status.online,
                ago: formatAgo(status.lastEventAt, now),
              })}
        </p>
      </div>
      <a class="button button-primary" href={`/sites/${site.id}`}>
        {t('Open the overview')}
      </a>
    </div>
  );
}

/** Problems of the installation, each with its fix. */
function Findings({ findings }: { readonly findings: readonly Schemas['Finding'][] }) {
  if (findings.length === 0) return null;
  return (
    <ul class="findings" aria-label={t('Findings')}>
      {findings.map(({ code, message, fix }) => (
        <li key={code} class="finding">
          <Icon name="warning" />
          <div lang="en">
            <p class="finding-message">{message}</p>
            <p>{fix}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** The result of the last home page check, and a button to check again. */
function HomePageCard({ site }: { readonly site: Schemas['FullSite'] }) {
  const session = useSession();
  const now = useNow(10_000);
  const { write, isBusy, error } = useMutation();
  const isPending = (detection: Schemas['Detection'] | null) => detection?.status === 'pending';
  const { data } = useQuery(apiRequest('/api/v1/sites/{id}', { id: site.id }), {
    ...(isPending(site.detection) ? { everyMs: EVERY_MS } : {}),
  });
  const detection = (data ?? site).detection;
  const check = () => write(`/api/v1/sites/${site.id}/detect`, { method: 'POST' });
  return (
    <Card title={t('Home page check')} wide>
      <p>{describeDetection(detection)}</p>
      {detection?.checkedAt && (
        <p class="fine">{t('Checked {ago}.', { ago: formatAgo(detection.checkedAt, now) })}</p>
      )}
      {error && (
        <p class="notice notice-bad" role="alert">
          <ErrorMessage error={error} />
        </p>
      )}
      {may(session, 'sites:write') && (
        <p class="after">
          <button
            type="button"
            class="button"
            disabled={isBusy || isPending(detection)}
            onClick={() => void check()}
          >
            {detection ? t('Check again') : t('Check')}
          </button>
        </p>
      )}
    </Card>
  );
}

function describeDetection(detection: Schemas['Detection'] | null): string {
  if (!detection) return t('The home page was not checked yet.');
  if (detection.status === 'pending') return t('Checking the home page …');
  if (detection.status === 'failed') return t('The home page could not be read.');
  const platform =
    detection.platform === null ? '' : ` ${t('Platform: {name}.', { name: detection.platform })}`;
  return `${detection.snippetFound ? t('The home page contains the snippet.') : t('The home page does not contain the snippet.')}${platform}`;
}
