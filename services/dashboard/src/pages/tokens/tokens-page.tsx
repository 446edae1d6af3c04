import { useAccess } from '../../api/access';
import { question } from '../../api/question';
import { useAnswer } from '../../api/use-answer';
import { EmptyState, ErrorState, LoadingState } from '../../components/states';
import { may, useSession } from '../../shell/session-context';
import { WorkspacePage } from '../../shell/workspace-page';
import { CreateToken } from './create-token';
import { TokenTable } from './token-table';

/** The secrets that the customer's servers call the API with. */
export function TokensPage() {
  const session = useSession();
  const mayChange = useAccess().mayWrite && may(session, 'tokens:admin');
  const { data, error, reload } = useAnswer(question('/api/v1/tokens', {}));
  return (
    <WorkspacePage
      title="Tokens"
      lead="What your servers call the API with. Each is shown once, when it is made."
      actions={mayChange && <CreateToken onDone={reload} />}
    >
      {error && <ErrorState error={error} onRetry={reload} />}
      {!data && !error && <LoadingState label="Loading tokens" />}
      {data?.tokens.length === 0 && <EmptyState title="No tokens" />}
      {data && data.tokens.length > 0 && (
        <section class="card" aria-label="Tokens">
          <TokenTable tokens={data.tokens} mayChange={mayChange} onChange={reload} />
        </section>
      )}
    </WorkspacePage>
  );
}
