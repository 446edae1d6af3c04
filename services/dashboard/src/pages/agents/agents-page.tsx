import type { Schemas } from '@headwater/client/client';
import { useState } from 'preact/hooks';
import { useMutation } from '../../api/hooks';
import { useSession } from '../../api/session';
import { Card } from '../../components/card';
import { CodeBlock } from '../../components/copy-button';
import { Form } from '../../components/forms';
import { WorkspacePage } from '../../shell/page';
import { rich, t } from '../../strings/text';
import { AGENT_CLIENTS } from './agent-clients';

/** Creates a read-only token and shows the MCP configuration of common clients. */
export function AgentsPage() {
  const [token, setToken] = useState<string>();
  const url = `${location.origin}/mcp`;
  return (
    <WorkspacePage
      title={t('Agents')}
      lead={t(
        'Claude, Cursor, VS Code and other clients of the Model Context Protocol can query your statistics.',
      )}
    >
      <div class="grid">
        <Card title={t('1. Create a read-only token')} wide>
          {token === undefined ? (
            <div class="narrow">
              <TokenForm onCreated={setToken} />
            </div>
          ) : (
            <NewToken token={token} />
          )}
        </Card>
        <Card title={t('2. Add the server to your client')} wide>
          {AGENT_CLIENTS.map(({ name, hint, configuration }) => (
            <section key={name} class="agent-client" aria-label={name}>
              <h3>{name}</h3>
              <p class="fine">{hint}</p>
              <CodeBlock text={configuration(url, token)} label={t('Copy')} />
            </section>
          ))}
          <p class="fine">
            {rich(
              'Other clients need the URL {url}, the transport “streamable HTTP” and the header {header} with the token. Append {query} to the URL to list all queries.',
              {
                url: <code>{url}</code>,
                header: <code>{'Authorization: Bearer'}</code>,
                query: <code>{'?tools=analytics'}</code>,
              },
            )}
          </p>
        </Card>
      </div>
    </WorkspacePage>
  );
}

/** The scopes with which an agent sees only tools that read. */
const SCOPES = ['sites:read', 'stats:read'];

function TokenForm({ onCreated }: { readonly onCreated: (token: string) => void }) {
  const session = useSession();
  const [name, setName] = useState('agent');
  const { write, isBusy, error } = useMutation();
  const create = async () => {
    // A session that is limited to some sites creates tokens for these sites.
    const body = { name: name.trim(), scopes: SCOPES, sites: session.sites };
    const created = await write<Schemas['CreatedToken']>('/api/v1/tokens', { method: 'POST', body });
    if (created) onCreated(created.token);
  };
  return (
    <Form submit={t('Create read-only token')} isBusy={isBusy} error={error} onSubmit={create}>
      <label class="field">
        {t('Name')}
        <input
          required
          maxLength={100}
          value={name}
          onInput={({ currentTarget: { value } }) => setName(value)}
        />
        <span class="hint">
          {session.sites === null
            ? t(
                'The token reads all sites and their statistics with revenue, and changes nothing. You can revoke it on the page “Tokens”.',
              )
            : t(
                'The token reads your sites and their statistics with revenue, and changes nothing. You can revoke it on the page “Tokens”.',
              )}
        </span>
      </label>
    </Form>
  );
}

function NewToken({ token }: { readonly token: string }) {
  return (
    <div class="agent-client" data-unsaved>
      <p>{t('Store this token as a secret. It is shown only until you leave this page.')}</p>
      <CodeBlock text={token} label={t('Copy the token')} />
    </div>
  );
}
