import type { ComponentChildren } from 'preact';
import { Shell } from './shell';
import { useTitle } from './use-title';

interface Props {
  readonly title: string;
  /** One sentence on what the page is for. */
  readonly lead?: string;
  /** Buttons at the title's right. */
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A page about the workspace: its menu, a title, the content. */
export function WorkspacePage({ title, lead, actions, children }: Props) {
  useTitle(title);
  return (
    <Shell>
      <header class="page-head">
        <div class="page-head-text">
          <h1>{title}</h1>
          {lead && <p class="lead">{lead}</p>}
        </div>
        {actions && <div class="page-head-actions">{actions}</div>}
      </header>
      {children}
    </Shell>
  );
}
