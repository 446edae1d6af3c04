import type { Schemas } from '@headwater/client/client';
import { question } from '../../api/question';
import { useAnswer } from '../../api/use-answer';
import { Card } from '../../components/card';
import { CopyButton } from '../../components/copy-button';
import { ErrorState } from '../../components/states';
import { ExportButtons } from '../../export/export-buttons';
import { Findings } from './findings';
import { HomePageCard } from './home-page-card';
import { LiveState } from './live-state';

/** A visit shows within two seconds of its arrival; somebody who waits for the first one looks at nothing else. */
const EVERY_MS = 2_000;

/** Snippet, live state and what stands in the way. Turns green by itself when the first visit arrives. */
export function Installation({ site }: { readonly site: Schemas['FullSite'] }) {
  const asked = question('/api/v1/sites/{id}/status', { id: site.id });
  const { data: status, error, reload } = useAnswer(asked, { everyMs: EVERY_MS });
  return (
    <div class="grid">
      <Card title="1. Place this line in every page" wide>
        <div class="code-block">
          <pre tabIndex={0}>
            <code>{site.snippet}</code>
          </pre>
          <CopyButton text={site.snippet} label="Copy the snippet" />
        </div>
        <p class="fine after">
          Anywhere in the head. It sets no cookie of others, waits for nothing and weighs less than three
          kilobytes.
        </p>
      </Card>
      <Card
        title="2. Open a page of the site"
        wide
        actions={<ExportButtons title="Install state" url={asked.url} />}
      >
        {error && <ErrorState error={error} onRetry={reload} />}
        {!error && <LiveState site={site} status={status} />}
        {status && <Findings findings={status.findings} />}
      </Card>
      <HomePageCard site={site} />
    </div>
  );
}
