import { question } from '../../api/question';
import { useAnswer } from '../../api/use-answer';
import { ErrorState, LoadingState } from '../../components/states';
import { SitePage } from '../../shell/site-page';
import { useView } from '../../view/use-view';
import { QualityCards } from './quality-cards';

/** What was not counted, and why: the reason to trust what was. */
export function QualityPage() {
  return (
    <SitePage title="Traffic quality" controls="range" filterKeys={null}>
      {(site) => <Quality site={site} />}
    </SitePage>
  );
}

function Quality({ site }: { readonly site: { readonly id: number; readonly name: string } }) {
  const { view } = useView();
  const { window, timezone } = view;
  const asked = question(
    '/api/v1/sites/{id}/traffic-quality',
    { id: site.id },
    { ...window, ...(timezone === undefined ? {} : { timezone }) },
  );
  const { data, error, isLoading, reload } = useAnswer(asked);
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (!data) return <LoadingState label="Counting" />;
  return <QualityCards site={site} quality={data} url={asked.url} isLoading={isLoading} />;
}
