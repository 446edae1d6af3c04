import { EVENT_LIMITS, QUERY_LIMITS } from '@headwater/protos/limits';
import type { Schemas } from '@headwater/client/client';
import { t } from '../../strings/text';

/** The form values of a goal or a funnel step. */
export interface GoalDraft {
  readonly name: string;
  readonly type: 'event' | 'page';
  /** The event's name, or the page's path. */
  readonly target: string;
  /** Conditions that only the API sets. They stay. */
  readonly filters?: Schemas['Goal']['filters'];
}

export const EMPTY_DRAFT: GoalDraft = { name: '', type: 'event', target: '' };

/** The form values of a stored goal or funnel step. A name that equals the target follows changes of the target. */
export function draftOf(
  goal: Pick<Schemas['Goal'], 'name' | 'type' | 'event' | 'path' | 'filters'>,
): GoalDraft {
  const target = targetOf(goal);
  return { name: goal.name === target ? '' : goal.name, type: goal.type, target, filters: goal.filters };
}

/** The request body of a goal. The default name is the event name or the path. */
export function goalBody({ name, type, target, filters = [] }: GoalDraft): Schemas['GoalInput'] {
  const named = { name: name.trim() === '' ? target.trim() : name.trim(), filters };
  return type === 'event'
    ? { ...named, type, event: target.trim() }
    : { ...named, type, path: target.trim() };
}

/** The event name or path of a goal, such as `signup` or `/pricing`. */
export const targetOf = ({ event, path }: Pick<Schemas['Goal'], 'event' | 'path'>): string =>
  event ?? path ?? '';

interface Props {
  readonly draft: GoalDraft;
  readonly onChange: (draft: GoalDraft) => void;
  /** Starts each label, in forms with several steps. */
  readonly prefix?: string;
}

/** Form fields for a goal: an event name or the path of a page. */
export function GoalFields({ draft, onChange, prefix = '' }: Props) {
  const isEvent = draft.type === 'event';
  return (
    <div class="goal-fields">
      <label class="field">
        {prefix}
        {t('Trigger')}
        <select
          value={draft.type}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...draft, type: value === 'page' ? 'page' : 'event' })
          }
        >
          <option value="event">{t('Event')}</option>
          <option value="page">{t('Page view')}</option>
        </select>
      </label>
      <label class="field">
        {prefix}
        {isEvent ? t('Event name') : t('Path')}
        <input
          required
          maxLength={isEvent ? EVENT_LIMITS.maxNameLength : QUERY_LIMITS.maxFilterValueLength}
          value={draft.target}
          placeholder={isEvent ? 'signup' : t('/pricing or /blog/*')}
          onInput={({ currentTarget: { value } }) => onChange({ ...draft, target: value })}
        />
      </label>
      <label class="field">
        {prefix}
        {t('Label')}
        <input
          maxLength={EVENT_LIMITS.maxNameLength}
          value={draft.name}
          placeholder={draft.target}
          onInput={({ currentTarget: { value } }) => onChange({ ...draft, name: value })}
        />
      </label>
    </div>
  );
}
