import type { Schemas } from '@headwater/client/client';
import { useAccess } from '../../api/fetch-json';
import { useQuery } from '../../api/hooks';
import { apiRequest } from '../../api/request';
import { may, useSession } from '../../api/session';
import { DataTable } from '../../components/data-table';
import { EmptyState, ErrorState, LoadingState } from '../../components/states';
import { Moment, useNow } from '../../components/time';
import { formatAgo } from '../../format/dates';
import { WorkspacePage } from '../../shell/page';
import { SessionsCard } from './sessions-card';
import { RevokeToken } from './revoke-token';
import { CreateToken, RotateToken } from './token-forms';

/** API tokens of the workspace. */
export function TokensPage() {
  const session = useSession();
  const mayChange = useAccess().mayWrite && may(session, 'tokens:admin');
  const { data, error, reload } = useQuery(apiRequest('/api/v1/tokens', {}));
  return (
    <WorkspacePage
      title="Tokens"
      lead="Your servers authenticate with these API tokens. Each token is shown once, when you create it."
      actions={mayChange && <CreateToken />}
    >
      {error && <ErrorState error={error} onRetry={reload} />}
      {!data && !error && <LoadingState label="Loading tokens" />}
      {data?.tokens.length === 0 && <EmptyState title="No tokens" />}
      {data && data.tokens.length > 0 && (
        <section class="card" aria-label="Tokens">
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
      label="Tokens"
      rows={tokens}
      keyOf={({ id }) => id}
      columns={[
        { label: 'Name', cell: ({ name }) => name },
        { label: 'Scopes', cell: ({ scopes }) => <ScopeList scopes={scopes} /> },
        { label: 'Sites', cell: ({ sites }) => (sites === null ? 'All' : sites.join(', ')) },
        {
          label: 'Last used',
          cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : formatAgo(lastUsedAt, now)),
        },
        {
          label: 'Expires',
          cell: (token) =>
            token.expiresAt === null ? 'Never' : isOver(token) ? 'Expired' : <Moment at={token.expiresAt} />,
        },
        {
          label: 'Actions',
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
