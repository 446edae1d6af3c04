import type { Schemas } from '@headwater/client/client';
import { question } from '../../api/question';
import { useAnswer } from '../../api/use-answer';
import { useWrite } from '../../api/use-write';
import { Card } from '../../components/card';
import { useNow } from '../../components/use-now';
import { formatAgo } from '../../format/dates';
import { may, useSession } from '../../shell/session-context';

const EVERY_MS = 2_000;

/** What Headwater saw when it looked at the home page, and a button to have it look again. */
export function HomePageCard({ site }: { readonly site: Schemas['FullSite'] }) {
  const session = useSession();
  const now = useNow(10_000);
  const { write, isBusy, error } = useWrite();
  const isPending = (detection: Schemas['Detection'] | null) => detection?.status === 'pending';
  const { data, reload } = useAnswer(question('/api/v1/sites/{id}', { id: site.id }), {
    ...(isPending(site.detection) ? { everyMs: EVERY_MS } : {}),
  });
  const detection = (data ?? site).detection;
  const look = async () => {
    if (await write(`/api/v1/sites/${site.id}/detect`, { method: 'POST' })) reload();
  };
  return (
    <Card title="The home page" wide>
      <p>{inWords(detection)}</p>
      {detection?.checkedAt && <p class="fine">Looked at {formatAgo(detection.checkedAt, now)}.</p>}
      {error && (
        <p class="notice notice-bad" role="alert">
          {error.message}
        </p>
      )}
      {may(session, 'sites:write') && (
        <p class="after">
          <button
            type="button"
            class="button"
            disabled={isBusy || isPending(detection)}
            onClick={() => void look()}
          >
            {detection ? 'Look again' : 'Look at it'}
          </button>
        </p>
      )}
    </Card>
  );
}

function inWords(detection: Schemas['Detection'] | null): string {
  if (!detection) return 'Headwater has not looked at it.';
  if (detection.status === 'pending') return 'Headwater is looking at it …';
  if (detection.status === 'failed') return 'It could not be read.';
  const on = detection.platform === null ? '' : ` It is made with ${detection.platform}.`;
  return `${detection.snippetFound ? 'The snippet is there.' : 'The snippet is not in it.'}${on}`;
}
