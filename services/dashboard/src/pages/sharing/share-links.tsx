import { question } from '../../api/question';
import { useAnswer } from '../../api/use-answer';
import { Card } from '../../components/card';
import { ConfirmButton } from '../../components/confirm-button';
import { CopyButton } from '../../components/copy-button';
import { DialogButton } from '../../components/dialog-button';
import { EmptyState, ErrorState, LoadingState } from '../../components/states';
import { ExportButtons } from '../../export/export-buttons';
import { may, useSession } from '../../shell/session-context';
import { embedCode } from './embed-code';
import { NewShareLink } from './new-share-link';

/** The share links of a site: make, copy, embed, revoke. */
export function ShareLinks({ site }: { readonly site: { readonly id: number; readonly name: string } }) {
  const mayWrite = may(useSession(), 'sites:write');
  const asked = question('/api/v1/sites/{id}/share-links', { id: site.id });
  const { data, error, reload } = useAnswer(asked);
  const links = data?.shareLinks;
  return (
    <Card title="Share links" actions={<ExportButtons title="Share links" url={asked.url} />}>
      <p class="fine">
        Whoever has such a link sees the overview of {site.name}, and nothing else: no properties of events,
        no goals, no revenue. It can stand in a frame of another page.
      </p>
      {error && <ErrorState error={error} onRetry={reload} />}
      {!links && !error && <LoadingState label="Loading" />}
      {links?.length === 0 && <EmptyState title="Shared with nobody" />}
      <ul class="share-list">
        {links?.map((link) => (
          <li key={link.id} class="share-link">
            <p>
              <strong>{link.name}</strong> {link.hasPassword && <span class="tag tag-plain">password</span>}
            </p>
            <div class="code-block">
              <pre tabIndex={0}>
                <code>{link.url}</code>
              </pre>
              <CopyButton text={link.url} />
            </div>
            <div class="share-link-actions">
              <CopyButton text={embedCode(link.url)} label="Copy the code of a frame" />
              {mayWrite && (
                <ConfirmButton
                  label="Revoke"
                  title={`Revoke “${link.name}”?`}
                  method="DELETE"
                  url={`/api/v1/sites/${site.id}/share-links/${link.id}`}
                  onDone={reload}
                >
                  The page stops working for everybody within five seconds.
                </ConfirmButton>
              )}
            </div>
          </li>
        ))}
      </ul>
      {mayWrite && (
        <p class="after">
          <DialogButton label="New share link" icon="plus" title="New share link" look="primary">
            {(close) => (
              <NewShareLink
                siteId={site.id}
                onCancel={close}
                onMade={() => {
                  close();
                  reload();
                }}
              />
            )}
          </DialogButton>
        </p>
      )}
    </Card>
  );
}
