import type { Schemas } from '@headwater/client/client';
import { useQuery } from '../api/hooks';
import { apiRequest } from '../api/request';
import { DataTable } from '../components/data-table';
import { EmptyState, ErrorState, LoadingState } from '../components/states';
import { Moment } from '../components/time';
import { ExportButtons } from '../export/export-buttons';
import { WorkspacePage } from '../shell/page';
import { t } from '../strings/text';
import { useView } from '../view/use-view';

type Entry = Schemas['AuditEntry'];

/** The audit log, newest entry first. */
export function AuditPage() {
  const { search, hrefWith } = useView();
  const cursor = search.get('cursor');
  const request = apiRequest('/api/v1/audit', {}, { limit: 50, ...(cursor === null ? {} : { cursor }) });
  const { data, error, isLoading, reload, stop } = useQuery(request);
  return (
    <WorkspacePage
      title={t('Audit log')}
      lead={t('Every change, with its author. Entries cannot be edited or deleted.')}
      actions={
        data && (
          <ExportButtons
            title={t('Audit log')}
            url={request.url}
            table={{
              columns: [
                t('At'),
                t('Actor'),
                t('Action'),
                t('Site'),
                t('Target'),
                t('Outcome'),
                t('Code'),
                t('Request'),
              ],
              rows: data.entries.map((entry) => [
                entry.at,
                actorOf(entry),
                entry.action,
                entry.siteId,
                entry.targetId,
                entry.outcome,
                entry.code,
                entry.requestId,
              ]),
            }}
          />
        )
      }
    >
      {error && <ErrorState error={error} onRetry={reload} />}
      {!data && !error && <LoadingState label={t('Loading the log')} onStop={stop} />}
      {data && data.unavailable.length > 0 && (
        <p class="fine" role="status">
          {t('Entries of {services} are missing: their service is unavailable. Reload the page later.', {
            services: data.unavailable.join(` ${t('and')} `),
          })}
        </p>
      )}
      {data?.entries.length === 0 && data.unavailable.length === 0 && (
        <EmptyState title={t('No changes yet')} />
      )}
      {data && data.entries.length > 0 && (
        <section class="card" aria-label={t('Entries')} aria-busy={isLoading}>
          <DataTable
            label={t('Entries')}
            rows={data.entries.map((entry, index) => ({ ...entry, index }))}
            keyOf={({ index }) => index}
            columns={[
              { label: t('When'), cell: ({ at }) => <Moment at={at} /> },
              { label: t('Actor'), cell: actorOf },
              { label: t('Action'), cell: ({ action }) => <code>{action}</code> },
              { label: t('Site'), cell: ({ siteId }) => siteId ?? '–' },
              { label: t('Target'), cell: ({ targetId }) => targetId ?? '–' },
              { label: t('Outcome'), cell: outcomeOf },
            ]}
          />
          <nav class="card-foot" aria-label={t('Pages of the log')}>
            {cursor !== null && (
              <a class="button" href={hrefWith('cursor', undefined)}>
                {t('Newest')}
              </a>
            )}
            {data.nextCursor !== null && (
              <a class="button" href={hrefWith('cursor', data.nextCursor)}>
                {t('Older')}
              </a>
            )}
          </nav>
        </section>
      )}
    </WorkspacePage>
  );
}

function actorOf({ actor, tokenId, sessionId }: Entry): string {
  if (actor === 'token') return t('Token {id}', { id: tokenId ?? '' });
  if (actor === 'dashboard') return t('Dashboard session {id}', { id: sessionId ?? '' });
  return actor === 'admin' ? t('Admin command') : actor.charAt(0).toUpperCase() + actor.slice(1);
}

function outcomeOf({ outcome, code }: Entry): string {
  if (outcome === 'refused') return t('Refused: {code}', { code: code ?? t('unknown') });
  return outcome === 'done' ? t('Done') : t('In progress or interrupted');
}
