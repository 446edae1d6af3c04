import type { Schemas } from '@headwater/client/client';
import { SITE_LIMITS } from '@headwater/protos/limits';
import { useRef, useState } from 'preact/hooks';
import { useMutation, useQuery } from '../../api/hooks';
import { useMay } from '../../api/session';
import type { PictureAddition } from '../../chart/plot';
import { bucketOf } from '../../chart/series';
import { ConfirmButton, DialogButton, Form } from '../../components/forms';
import { ErrorMessage } from '../../components/states';
import { formatBucketLong } from '../../format/dates';
import { t } from '../../strings/text';
import { datesOf } from '../../view/window';
import { pictureWithNotes } from './annotations-picture';
import { annotationsRequest } from './requests';
import '../../style/annotations.css';

type Annotation = Schemas['Annotation'];

export interface AnnotationsProps {
  readonly siteId: number;
  readonly stats: Schemas['Stats'];
  /** Position of a bucket in the chart, in pixels from its left edge. */
  readonly xOf: (index: number) => number;
  /** Is set to a function that draws the annotations on the picture of the chart. */
  readonly picture: { current: PictureAddition | undefined };
}

/** The notes on the days of a chart, as markers above it, and a form to add one. */
export function Annotations({ siteId, stats, xOf, picture }: AnnotationsProps) {
  const mayChange = useMay('sites:write');
  const { from, to } = datesOf(stats.range);
  const { data, error } = useQuery(annotationsRequest(siteId, stats));
  const bar = useRef<HTMLDivElement>(null);
  // The response may still be that of the previous time range.
  const shown = (data?.annotations ?? []).filter(({ day }) => day >= from && day <= to);
  const groups = groupsOf(shown, ({ day }) => xOf(indexOf(stats, day)));
  picture.current = (drawn) =>
    pictureWithNotes(
      drawn,
      groups.map(({ x, annotations }) => ({ x, text: annotations.map(labelOf).join('; ') })),
    );
  return (
    <>
      {groups.map(({ x, annotations }) => (
        <Marker
          key={annotations[0]?.id}
          siteId={siteId}
          x={x}
          isRight={x > xOf(stats.data.series.length - 1) / 2}
          annotations={annotations}
          mayChange={mayChange}
          // The marker may be at another place, or removed.
          onChanged={() => bar.current?.querySelector('button')?.focus()}
        />
      ))}
      {error && (
        <p class="fine" role="alert">
          <ErrorMessage error={error} />
        </p>
      )}
      {mayChange && (
        <div ref={bar} class="annotation-bar">
          <DialogButton label={t('Add annotation')} icon="plus" title={t('Add annotation')} variant="tool">
            {(close) => <AnnotationForm siteId={siteId} day={to} close={close} />}
          </DialogButton>
        </div>
      )}
    </>
  );
}

/** Index of the bucket with a day; the first one of the day for hours. */
function indexOf({ grain, data }: Schemas['Stats'], day: string): number {
  const buckets = data.series.map((row) => bucketOf(row, grain));
  if (grain === 'hour') return buckets.findIndex((bucket) => bucket.startsWith(day));
  return buckets.findLastIndex((bucket) => bucket <= day);
}

interface Group {
  readonly x: number;
  readonly annotations: Annotation[];
}

/** Width of a marker, in pixels. */
const MARKER_WIDTH = 24;

/** Annotations by position, from left to right. Those whose markers would overlap share one. */
function groupsOf(annotations: readonly Annotation[], xOf: (annotation: Annotation) => number): Group[] {
  const groups: Group[] = [];
  for (const annotation of annotations) {
    const x = xOf(annotation);
    const last = groups.at(-1);
    if (last && x - last.x < MARKER_WIDTH) last.annotations.push(annotation);
    else groups.push({ x, annotations: [annotation] });
  }
  return groups;
}

interface MarkerProps {
  readonly siteId: number;
  /** In pixels from the left edge of the chart. */
  readonly x: number;
  /** Whether the text is left of the marker. */
  readonly isRight: boolean;
  readonly annotations: readonly Annotation[];
  readonly mayChange: boolean;
  /** Called after a change, when the dialog is closed. */
  readonly onChanged: () => void;
}

const labelOf = ({ day, text }: Annotation): string => `${formatBucketLong(day, 'day')}: ${text}`;

/** A button at the time of some annotations. It shows their texts under the pointer and with the focus, and opens them. */
function Marker({ siteId, x, isRight, annotations, mayChange, onChanged }: MarkerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  const texts = annotations.map(labelOf).join('; ');
  return (
    <div class="annotation" style={{ '--at': `${x}px` }}>
      <button
        type="button"
        class="annotation-mark"
        aria-haspopup="dialog"
        aria-label={t('Annotation {texts}', { texts })}
        onClick={() => {
          setOpen(true);
          dialog.current?.showModal();
        }}
      />
      <span class={isRight ? 'annotation-text annotation-left' : 'annotation-text'} aria-hidden="true">
        {annotations.map((annotation) => (
          <span key={annotation.id}>{labelOf(annotation)}</span>
        ))}
      </span>
      <dialog ref={dialog} class="dialog" aria-label={t('Annotations')} onClose={() => setOpen(false)}>
        <h2>{t('Annotations')}</h2>
        {isOpen &&
          annotations.map((annotation) => (
            <Opened
              key={annotation.id}
              siteId={siteId}
              annotation={annotation}
              mayChange={mayChange}
              onChanged={() => {
                dialog.current?.close();
                onChanged();
              }}
            />
          ))}
        <form method="dialog" class="dialog-actions">
          <button type="submit" class="button">
            {t('Close')}
          </button>
        </form>
      </dialog>
    </div>
  );
}

interface OpenedProps extends Pick<MarkerProps, 'siteId' | 'mayChange' | 'onChanged'> {
  readonly annotation: Annotation;
}

function Opened({ siteId, annotation, mayChange, onChanged }: OpenedProps) {
  const { id, day, text } = annotation;
  return (
    <div class="annotation-opened">
      <p>
        <strong>{formatBucketLong(day, 'day')}</strong> {text}
      </p>
      {mayChange && (
        <div class="annotation-bar">
          <DialogButton label={t('Edit')} title={t('Edit annotation')} variant="tool">
            {(close) => (
              <AnnotationForm
                siteId={siteId}
                annotation={annotation}
                day={day}
                close={close}
                onSaved={onChanged}
              />
            )}
          </DialogButton>
          <ConfirmButton
            label={t('Delete')}
            icon="trash"
            variant="tool"
            title={t('Delete the annotation “{text}”?', { text })}
            method="DELETE"
            url={`/api/v1/sites/${siteId}/annotations/${id}`}
            onDone={onChanged}
          >
            {t('It can’t be restored.')}
          </ConfirmButton>
        </div>
      )}
    </div>
  );
}

interface FormProps {
  readonly siteId: number;
  /** Omitted for a new one. */
  readonly annotation?: Annotation;
  /** The day until the user chooses another one. */
  readonly day: string;
  readonly close: () => void;
  readonly onSaved?: () => void;
}

function AnnotationForm({ siteId, annotation, close, onSaved, ...initial }: FormProps) {
  const [day, setDay] = useState(initial.day);
  const [text, setText] = useState(annotation?.text ?? '');
  const { write, isBusy, error } = useMutation();
  const url = `/api/v1/sites/${siteId}/annotations`;
  const send = async () => {
    const body = { day, text };
    const written = annotation
      ? await write<object>(`${url}/${annotation.id}`, { method: 'PATCH', body })
      : await write<object>(url, { method: 'POST', body });
    if (written === undefined) return;
    close();
    onSaved?.();
  };
  return (
    <Form submit={t('Save')} isBusy={isBusy} error={error} onCancel={close} onSubmit={send}>
      <label class="field">
        {t('Day')}
        <input type="date" required value={day} onInput={({ currentTarget: { value } }) => setDay(value)} />
      </label>
      <label class="field">
        {t('Text')}
        <input
          required
          maxLength={SITE_LIMITS.maxAnnotationLength}
          value={text}
          placeholder={t('New pricing page')}
          onInput={({ currentTarget: { value } }) => setText(value)}
        />
      </label>
    </Form>
  );
}
