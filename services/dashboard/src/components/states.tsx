import { HeadwaterError } from '@headwater/client/error';
import type { ComponentChildren } from 'preact';
import { Icon } from './icon';

/** While there is nothing to show yet. */
export function LoadingState({ label }: { readonly label: string }) {
  return (
    <div class="state" role="status">
      <span class="spinner" aria-hidden="true" />
      <span>{label} …</span>
    </div>
  );
}

interface Empty {
  readonly title: string;
  /** What to do about it. */
  readonly children?: ComponentChildren;
  readonly action?: { readonly href: string; readonly label: string };
}

/** Where there is nothing, and why. */
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

/** When the API refused or did not answer: its words, which say what to do, and the request id to quote. */
export function ErrorState({ error, onRetry }: { readonly error: Error; readonly onRetry?: () => void }) {
  const problem = error instanceof HeadwaterError ? error : undefined;
  return (
    <div class="state state-error" role="alert">
      <Icon name="warning" />
      <p class="state-title">{titleOf(problem)}</p>
      <p>{problem?.status === 0 ? 'Check your connection, then try again.' : error.message}</p>
      {problem?.requestId && <p class="fine">Request {problem.requestId}</p>}
      {onRetry && (
        <button type="button" class="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}

function titleOf(problem: HeadwaterError | undefined): string {
  if (problem?.status === 0) return 'Headwater can’t be reached';
  if (problem?.status === 403) return 'You may not see this';
  if (problem?.status === 404) return 'There is no such thing';
  if (problem?.code === 'query_too_heavy') return 'Too much to count at once';
  return problem && problem.status < 500 ? 'This can’t be shown' : 'Something went wrong';
}
