import type { Schemas } from '@headwater/client/client';
import { useState } from 'preact/hooks';
import { useMutation } from '../../api/hooks';
import { useSession } from '../../api/session';
import { Card } from '../../components/card';
import { CopyButton } from '../../components/copy-button';
import { Form } from '../../components/forms';
import { WorkspacePage } from '../../shell/page';
import { AGENT_CLIENTS } from './agent-clients';

/** Creates a read-only token and shows the MCP configuration of common clients. */
export function AgentsPage() {
  const [token, setToken] = useState<string>();
  const url = `${location.origin}/mcp`;
  return (
    <WorkspacePage
      title="Agents"
      lead="Claude, Cursor, VS Code and other clients of the Model Context Protocol can query your statistics."
    >
      <div class="grid">
        <Card title="1. Create a read-only token" wide>
          {token === undefined ? (
            <div class="narrow">
              <TokenForm onCreated={setToken} />
            </div>
          ) : (
            <NewToken token={token} />
          )}
        </Card>
        <Card title="2. Add the server to your client" wide>
          {AGENT_CLIENTS.map(({ name, hint, configuration }) => (
            <section key={name} class="agent-client" aria-label={name}>
              <h3>{name}</h3>
              <p class="fine">{hint}</p>
              <Code text={configuration(url, token)} label="Copy" />
            </section>
          ))}
          <p class="fine">
            Other clients need the URL <code>{url}</code>, the transport “streamable HTTP” and the header{' '}
            <code>Authorization: Bearer</code> with the token. Append <code>?tools=analytics</code> to the URL
            to list all queries.
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
    <Form submit="Create read-only token" isBusy={isBusy} error={error} onSubmit={create}>
      <label class="field">
        Name
        <input
          required
          maxLength={100}
          value={name}
          onInput={({ currentTarget: { value } }) => setName(value)}
        />
        <span class="hint">
          The token reads {session.sites === null ? 'all sites' : 'your sites'} and their statistics with
          revenue, and changes nothing. You can revoke it on the page “Tokens”.
        </span>
      </label>
    </Form>
  );
}

function NewToken({ token }: { readonly token: string }) {
  return (
    <div class="agent-client">
      <p>Store this token as a secret. It is shown only until you leave this page.</p>
      <Code text={token} label="Copy the token" />
    </div>
  );
}

function Code({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <div class="code-block">
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
      <CopyButton text={text} label={label} />
    </div>
  );
}
