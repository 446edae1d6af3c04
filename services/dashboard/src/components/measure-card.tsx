import type { ComponentChildren, ComponentProps } from 'preact';
import type { Answered } from '../api/use-answer';
import { ExportButtons } from '../export/export-buttons';
import { formatWindow } from '../format/dates';
import { Card } from './card';
import { ConfirmButton } from './confirm-button';
import { ErrorState, LoadingState } from './states';

interface Props<Answer> {
  readonly title: string;
  /** What is measured; window and zone follow it. */
  readonly lead: ComponentChildren;
  readonly answered: Answered<Answer>;
  readonly exported: ComponentProps<typeof ExportButtons>;
  /** Left out where it may not be deleted. */
  readonly removal?: {
    /** `goal` or `funnel`. */
    readonly what: string;
    /** What becomes of the numbers. */
    readonly consequence: string;
    readonly url: string;
    readonly onGone: () => void;
  };
  readonly children: (answer: Answer) => ComponentChildren;
}

/** Something that a person defined, such as a goal, with its results. */
export function MeasureCard<Answer extends { readonly range: string; readonly timezone: string }>(
  props: Props<Answer>,
) {
  const { title, lead, answered, exported, removal, children } = props;
  const { data: answer, error, isLoading, reload } = answered;
  return (
    <Card title={title} isLoading={isLoading} actions={<ExportButtons {...exported} />}>
      <p class="fine">
        {lead}
        {answer && ` · ${formatWindow(answer.range)} · ${answer.timezone}`}
      </p>
      {error && <ErrorState error={error} onRetry={reload} />}
      {!answer && !error && <LoadingState label="Counting" />}
      {answer && children(answer)}
      {removal && (
        <div class="card-foot">
          <ConfirmButton
            label="Delete"
            icon="bin"
            look="tool"
            title={`Delete the ${removal.what} “${title}”?`}
            method="DELETE"
            url={removal.url}
            onDone={removal.onGone}
          >
            {removal.consequence}
          </ConfirmButton>
        </div>
      )}
    </Card>
  );
}
