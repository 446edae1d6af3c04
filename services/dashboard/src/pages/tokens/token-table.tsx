import type { Schemas } from '@headwater/client/client';
import { ConfirmButton } from '../../components/confirm-button';
import { DataTable } from '../../components/data-table';
import { Moment } from '../../components/moment';
import { useNow } from '../../components/use-now';
import { formatAgo } from '../../format/dates';
import { RotateToken } from './rotate-token';

type Token = Schemas['Token'];

interface Props {
  readonly tokens: readonly Token[];
  readonly mayChange: boolean;
  readonly onChange: () => void;
}

/** All tokens that were not revoked, without their secrets. */
export function TokenTable({ tokens, mayChange, onChange }: Props) {
  const now = useNow(60_000);
  const isOver = ({ expiresAt }: Token) => expiresAt !== null && Date.parse(expiresAt) <= now.getTime();
  return (
    <DataTable
      label="Tokens"
      rows={tokens}
      keyOf={({ id }) => id}
      columns={[
        { label: 'Name', cell: ({ name }) => name },
        { label: 'May', cell: ({ scopes }) => <ScopeList scopes={scopes} /> },
        { label: 'Sites', cell: ({ sites }) => (sites === null ? 'All' : sites.join(', ')) },
        {
          label: 'Last used',
          cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : formatAgo(lastUsedAt, now)),
        },
        {
          label: 'Ends',
          cell: (token) =>
            token.expiresAt === null ? 'Never' : isOver(token) ? 'Over' : <Moment at={token.expiresAt} />,
        },
        {
          label: 'Actions',
          cell: (token) =>
            mayChange && (
              <div class="tools">
                {token.replacedBy === null && !isOver(token) && (
                  <RotateToken token={token} onDone={onChange} />
                )}
                <ConfirmButton
                  label="Revoke"
                  icon="close"
                  look="tool"
                  title={`Revoke “${token.name}”?`}
                  method="DELETE"
                  url={`/api/v1/tokens/${token.id}`}
                  onDone={onChange}
                >
                  Whoever calls with it is refused within 5 seconds, everywhere.
                </ConfirmButton>
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
