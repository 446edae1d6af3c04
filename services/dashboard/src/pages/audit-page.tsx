import type { Schemas } from '@headwater/client/client';
import { useQuery } from '../api/hooks';
import { apiRequest } from '../api/request';
import { DataTable } from '../components/data-table';
import { EmptyState, ErrorState, LoadingState } from '../components/states';
import { Moment } from '../components/time';
import { ExportButtons } from '../export/export-buttons';
import { WorkspacePage } from '../shell/page';
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
      title="Audit log"
      lead="Every change, with its author. Entries cannot be edited or deleted."
      actions={
        data && (
          <ExportButtons
            title="Audit log"
            url={request.url}
            table={{
              columns: ['At', 'Actor', 'Action', 'Site', 'Target', 'Outcome', 'Code', 'Request'],
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
      {!data && !error && <LoadingState label="Loading the log" onStop={stop} />}
      {data && data.unavailable.length > 0 && (
        <p class="fine" role="status">
          {`Entries of ${data.unavailable.join(' and ')} are missing: their service is unavailable. Reload the page later.`}
        </p>
      )}
      {data?.entries.length === 0 && data.unavailable.length === 0 && <EmptyState title="No changes yet" />}
      {data && data.entries.length > 0 && (
        <section class="card" aria-label="Entries" aria-busy={isLoading}>
          <DataTable
            label="Entries"
            rows={data.entries.map((entry, index) => ({ ...entry, index }))}
            keyOf={({ index }) => index}
            columns={[
              { label: 'When', cell: ({ at }) => <Moment at={at} /> },
              { label: 'Actor', cell: actorOf },
              { label: 'Action', cell: ({ action }) => <code>{action}</code> },
              { label: 'Site', cell: ({ siteId }) => siteId ?? '–' },
              { label: 'Target', cell: ({ targetId }) => targetId ?? '–' },
              { label: 'Outcome', cell: outcomeOf },
            ]}
          />
          <nav class="card-foot" aria-label="Pages of the log">
            {cursor !== null && (
              <a class="button" href={hrefWith('cursor', undefined)}>
                Newest
              </a>
            )}
            {data.nextCursor !== null && (
              <a class="button" href={hrefWith('cursor', data.nextCursor)}>
                Older
              </a>
            )}
          </nav>
        </section>
      )}
    </WorkspacePage>
  );
}

function actorOf({ actor, tokenId, sessionId }: Entry): string {
  if (actor === 'token') return `Token ${tokenId ?? ''}`;
  if (actor === 'dashboard') return `Dashboard session ${sessionId ?? ''}`;
  return actor === 'admin' ? 'Admin command' : actor.charAt(0).toUpperCase() + actor.slice(1);
}

function outcomeOf({ outcome, code }: Entry): string {
  if (outcome === 'refused') return `Refused: ${code ?? 'unknown'}`;
  return outcome === 'done' ? 'Done' : 'In progress or interrupted';
}
