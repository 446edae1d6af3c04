import type { ComponentChildren, ComponentProps } from 'preact';
import type { QueryState } from '../api/hooks';
import { ExportButtons } from '../export/export-buttons';
import { formatWindow } from '../format/dates';
import { t } from '../strings/text';
import { Card } from './card';
import { ConfirmButton, DialogButton } from './forms';
import { ErrorState, LoadingState } from './states';

interface Props<Data> {
  readonly title: string;
  /** Describes the definition. The time range and time zone follow it. */
  readonly lead: ComponentChildren;
  readonly query: QueryState<Data>;
  readonly exported: ComponentProps<typeof ExportButtons>;
  /** Omitted without the right to change it. */
  readonly change?: {
    /** Heading of the dialog, such as `Edit the goal “signup”`. */
    readonly title: string;
    /** Renders the form in the dialog; `close` closes it. */
    readonly form: (close: () => void) => ComponentChildren;
    readonly removal: {
      /** Heading of the dialog, such as `Delete the goal “signup”?`. */
      readonly title: string;
      /** Explains the effect on the numbers. */
      readonly consequence: string;
      readonly url: string;
    };
  };
  readonly children: (data: Data) => ComponentChildren;
}

/** A user-defined goal or funnel with its results. */
export function MeasureCard<Data extends { readonly range: string; readonly timezone: string }>(
  props: Props<Data>,
) {
  const { title, lead, query, exported, change, children } = props;
  const { data, error, isLoading, reload, stop } = query;
  return (
    <Card title={title} isLoading={isLoading} actions={<ExportButtons {...exported} />}>
      <p class="fine">
        {lead}
        {data && ` · ${formatWindow(data.range)} · ${data.timezone}`}
      </p>
      {error && <ErrorState error={error} onRetry={reload} />}
      {!data && !error && <LoadingState label={t('Counting')} onStop={stop} />}
      {data && children(data)}
      {change && (
        <div class="card-foot">
          <DialogButton label={t('Edit')} title={change.title} variant="tool">
            {change.form}
          </DialogButton>
          <ConfirmButton
            label={t('Delete')}
            icon="trash"
            variant="tool"
            title={change.removal.title}
            method="DELETE"
            url={change.removal.url}
          >
            {change.removal.consequence}
          </ConfirmButton>
        </div>
      )}
    </Card>
  );
}
