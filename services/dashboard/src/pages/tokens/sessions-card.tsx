import { useQuery } from '../../api/hooks';
import { apiRequest } from '../../api/request';
import { Card } from '../../components/card';
import { DataTable } from '../../components/data-table';
import { ConfirmButton } from '../../components/forms';
import { ErrorState, LoadingState } from '../../components/states';
import { Moment, useNow } from '../../components/time';
import { formatAgo } from '../../format/dates';
import { t } from '../../strings/text';

/** The browsers that are signed in to the workspace, and buttons that end their sessions. */
export function SessionsCard() {
  const now = useNow(60_000);
  const { data, error, reload } = useQuery(apiRequest('/api/v1/dashboard-sessions', {}));
  return (
    <Card title={t('Dashboard sessions')}>
      {error && <ErrorState error={error} onRetry={reload} />}
      {!data && !error && <LoadingState label={t('Loading sessions')} />}
      {data && (
        <>
          <DataTable
            label={t('Dashboard sessions')}
            rows={data.sessions}
            keyOf={({ id }) => id}
            columns={[
              {
                label: t('Browser'),
                cell: ({ browser, current }) => `${browser}${current ? ` (${t('this one')})` : ''}`,
              },
              {
                label: t('Signed in'),
                cell: ({ signedInAt }) => (signedInAt === null ? '–' : <Moment at={signedInAt} />),
              },
              {
                label: t('Last used'),
                cell: ({ lastUsedAt }) => (lastUsedAt === null ? '–' : formatAgo(lastUsedAt, now)),
              },
              {
                label: t('Actions'),
                cell: ({ id, browser, current }) =>
                  !current && (
                    <ConfirmButton
                      label={t('End')}
                      icon="close"
                      variant="tool"
                      title={t('End the session “{browser}”?', { browser })}
                      method="DELETE"
                      url={`/api/v1/dashboard-sessions/${id}`}
                    >
                      {t('The browser is signed out within 5 seconds.')}
                    </ConfirmButton>
                  ),
              },
            ]}
          />
          <div class="card-foot">
            <ConfirmButton
              label={t('End all others')}
              icon="sign_out"
              title={t('End all other sessions?')}
              method="DELETE"
              url="/api/v1/dashboard-sessions"
            >
              {t('All other browsers are signed out within 5 seconds. Unused sign-in links stop working.')}
            </ConfirmButton>
          </div>
        </>
      )}
    </Card>
  );
}
