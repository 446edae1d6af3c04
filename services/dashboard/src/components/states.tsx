import { HeadwaterError } from '@headwater/client/error';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { StoppedError } from '../api/hooks';
import { inSentence, t } from '../strings/text';
import { useView } from '../view/use-view';
import { Icon } from './icon';

/** Time after which a page reports that its data takes long. */
const LONG_MS = 5_000;

interface Loading {
  /** Such as `Counting`. */
  readonly label: string;
  /** Stops the request. Offered when the data takes long. */
  readonly onStop?: () => void;
}

/** Shown until the first response arrives. */
export function LoadingState({ label, onStop }: Loading) {
  const isLong = useIsLong();
  return (
    <div class="state">
      <span class="spinner" aria-hidden="true" />
      <span role="status">{isLong ? stillLoading(label) : `${label} …`}</span>
      {isLong && onStop && <StopButton onStop={onStop} />}
    </div>
  );
}

/** Shown next to the data of the previous view when the next response takes long. */
export function StillLoading({ label, onStop }: Required<Loading>) {
  const isLong = useIsLong();
  return (
    <p class={isLong ? 'still-loading' : 'sr-only'}>
      <span role="status">{isLong && stillLoading(label)}</span>
      {isLong && <StopButton onStop={onStop} />}
    </p>
  );
}

/** True when the component has been shown for long. */
function useIsLong(): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONG_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLong;
}

/** `Counting` → `Still counting …` */
const stillLoading = (label: string): string => t('Still {action} …', { action: inSentence(label) });

const StopButton = ({ onStop }: { readonly onStop: () => void }) => (
  <button type="button" class="button" onClick={onStop}>
    {t('Stop')}
  </button>
);

interface Empty {
  readonly title: string;
  /** The next step. */
  readonly children?: ComponentChildren;
  readonly action?: { readonly href: string; readonly label: string };
}

/** Shown where a list has no entries. */
export function EmptyState({ title, children, action }: Empty) {
  return (
    <div class="state state-empty">
      <p class="state-title">{title}</p>
      {children && <p>{children}</p>}
      {action && (
        <a class="button button-primary" href={action.href}>
          {action.label}
        </a>
      )}
    </div>
  );
}

/** Shown where a time range has no data. Names the filters as a possible reason. */
export function NoData({ title, children, action }: Empty) {
  const { view, href } = useView();
  if (view.filters.length === 0)
    return (
      <EmptyState title={title} {...(action ? { action } : {})}>
        {children}
      </EmptyState>
    );
  return (
    <EmptyState
      title={t('{title} with these filters', { title })}
      action={{ href: href({ filters: [] }), label: t('Clear the filters') }}
    />
  );
}

/** The message of an error, in the language of the page. Messages of the API are marked as English. */
export function ErrorMessage({ error }: { readonly error: Error }) {
  const { status, code } = error instanceof HeadwaterError ? error : {};
  if (code === 'no_answer') return <span>{t('Check your connection, then try again.')}</span>;
  const isOfApi = code !== undefined && code !== 'unreadable_answer' && status !== 0;
  return <span lang={isOfApi ? 'en' : undefined}>{error.message}</span>;
}

/** Shown when a request failed: the message of the API, which includes the fix, and the request id for support. */
export function ErrorState({ error, onRetry }: { readonly error: Error; readonly onRetry?: () => void }) {
  const problem = error instanceof HeadwaterError ? error : undefined;
  const isStopped = error instanceof StoppedError;
  const retry = useRef<HTMLButtonElement>(null);
  // The button that had the focus is removed.
  useEffect(() => {
    if (isStopped) retry.current?.focus();
  }, [isStopped]);
  return (
    <div class="state state-error" role="alert">
      <Icon name="warning" />
      <p class="state-title">{isStopped ? t('Stopped') : titleOf(problem)}</p>
      <p>
        <ErrorMessage error={error} />
      </p>
      {problem?.requestId && <p class="fine">{t('Request {id}', { id: problem.requestId })}</p>}
      {onRetry && (
        <button ref={retry} type="button" class="button" onClick={onRetry}>
          {t('Try again')}
        </button>
      )}
    </div>
  );
}

function titleOf(problem: HeadwaterError | undefined): string {
  if (problem?.status === 0) return t('Headwater can’t be reached');
  if (problem?.status === 403) return t('You don’t have access to this');
  if (problem?.status === 404) return t('Not found');
  if (problem?.code === 'query_too_heavy') return t('This time range has too much data');
  return problem && problem.status < 500 ? t('This can’t be shown') : t('Something went wrong');
}
