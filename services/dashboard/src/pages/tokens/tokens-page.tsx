import type { Schemas } from '@headwater/client/client';
import { useQuery } from '../../api/hooks';
import { apiRequest } from '../../api/request';
import { useMay } from '../../api/session';
import { DataTable } from '../../components/data-table';
import { EmptyState, ErrorState, LoadingState } from '../../components/states';
import { Moment, useNow } from '../../components/time';
import { formatAgo } from '../../format/dates';
import { WorkspacePage } from '../../shell/page';
import { t } from '../../strings/text';
import { SessionsCard } from './sessions-card';
import { RevokeToken } from './revoke-token';
import { CreateToken, RotateToken } from './token-forms';

/** API tokens of the workspace. */
export function TokensPage() {
  const mayChange = useMay('tokens:admin');
  const { data, error, reload } = useQuery(apiRequest('/api/v1/tokens', {}));
  return (
    <WorkspacePage
      title={t('Tokens')}
      lead={t(
        'Your servers authenticate with these API tokens. Each token is shown once, when you create it.',
      )}
      actions={mayChange && <CreateToken />}
    >
      {error && <ErrorState error={error} onRetry={reload} />}
      {!data && !error && <LoadingState label={t('Loading tokens')} />}
      {data?.tokens.length === 0 && <EmptyState title={t('No tokens')} />}
      {data && data.tokens.length > 0 && (
        <section class="card" aria-label={t('Tokens')}>
          <TokenTable tokens={data.tokens} mayChange={mayChange} />
        </section>
      )}
      {mayChange && <SessionsCard />}
    </WorkspacePage>
  );
}

type Token = Schemas['Token'];

interface Props {
  readonly tokens: readonly Token[];
  readonly mayChange: boolean;
}

/** Tokens that are not revoked, without their secrets. */
function TokenTable({ tokens, mayChange }: Props) {
  const now = useNow(60_000);
  const isOver = ({ expiresAt }: Token) => expiresAt !== null && Date.parse(expiresAt) <= now.getTime();
  return (
    <DataTable
      label={t('Tokens')}
      rows={tokens}
      keyOf={({ id }) => id}
      columns={[
        { label: t('Name'), cell: ({ name }) => name },
        { label: t('Scopes'), cell: ({ scopes }) => <ScopeList scopes={scopes} /> },
        { label: t('Sites'), cell: ({ sites }) => (sites === null ? t('All') : sites.join(', ')) },
        {
          label: t('Last used'),
          cell: ({ lastUsedAt }) => (lastUsedAt === null ? t('Never') : formatAgo(lastUsedAt, now)),
        },
        {
          label: t('Expires'),
          cell: (token) =>
            token.expiresAt === null ? (
              t('Never')
            ) : isOver(token) ? (
              t('Expired')
            ) : (
              <Moment at={token.expiresAt} />
            ),
        },
        {
          label: t('Actions'),
          cell: (token) =>
            mayChange && (
              <div class="tools">
                {token.replacedBy === null && !isOver(token) && <RotateToken token={token} />}
                <RevokeToken token={token} />
              </div>
            ),
        },
      ]}
    />
  );
}

function ScopeList({ scopes }: Pick<Token, 'scopes'>) {
  return (
    <ul class="scopes">
      {scopes.map((scope) => (
        <li key={scope}>
          <code>{scope}</code>
        </li>
      ))}
    </ul>
  );
}
