import type { GoalDraft } from './new-goal';

interface Props {
  readonly draft: GoalDraft;
  readonly onChange: (draft: GoalDraft) => void;
  /** Before each label, where there are several of these. */
  readonly prefix?: string;
}

/** What counts: an event by its name, or a page by its path. */
export function GoalFields({ draft, onChange, prefix = '' }: Props) {
  const isEvent = draft.type === 'event';
  return (
    <div class="goal-fields">
      <label class="field">
        {prefix}When
        <select
          value={draft.type}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...draft, type: value === 'page' ? 'page' : 'event' })
          }
        >
          <option value="event">an event is sent</option>
          <option value="page">a page is viewed</option>
        </select>
      </label>
      <label class="field">
        {prefix}
        {isEvent ? 'Event name' : 'Path'}
        <input
          required
          maxLength={isEvent ? 120 : 2000}
          value={draft.target}
          placeholder={isEvent ? 'signup' : '/pricing or /blog/*'}
          onInput={({ currentTarget: { value } }) => onChange({ ...draft, target: value })}
        />
      </label>
      <label class="field">
        {prefix}Shown as
        <input
          maxLength={120}
          value={draft.name}
          placeholder={draft.target}
          onInput={({ currentTarget: { value } }) => onChange({ ...draft, name: value })}
        />
      </label>
    </div>
  );
}
