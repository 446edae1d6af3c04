import type { ComponentChildren } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../components/icon';
import { t } from '../strings/text';

/** An option of a finder. */
export interface FinderOption {
  readonly id: string;
  /** Heading of the options next to it. */
  readonly group: string;
  readonly label: string;
  readonly icon: string;
  /** Shown right of the label. The search finds it, too. */
  readonly detail?: string;
  /** Marks the option as the current one. */
  readonly isCurrent?: boolean;
  /** Shown at the end, such as a keyboard shortcut. */
  readonly end?: ComponentChildren;
  readonly choose: () => void;
}

interface Props {
  readonly title: string;
  readonly options: readonly FinderOption[];
  /** Shown instead of the options while they load, or when they can't be loaded. */
  readonly children?: ComponentChildren;
  readonly onClose: () => void;
}

/** Max options that are shown. Others are found by a longer search. */
const MAX_OPTIONS = 50;

/**
 * A dialog with a combobox that always shows its list. The focus stays in the search field; arrow keys select an option, Enter
 * chooses it, Escape closes the dialog.
 */
export function Finder({ title, options, children, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [text, setText] = useState('');
  const [selected, setSelected] = useState(0);
  const found = options.filter((option) => isFound(option, text));
  const shown = found.slice(0, MAX_OPTIONS);
  const active = Math.min(selected, shown.length - 1);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Returns the focus.
    return () => element?.close();
  }, []);
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [active, text]);

  const choose = (option: FinderOption | undefined) => {
    if (!option) return;
    onClose();
    option.choose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const moved = { ArrowDown: active + 1, ArrowUp: active - 1 }[event.key];
    if (event.isComposing || (moved === undefined && event.key !== 'Enter')) return;
    event.preventDefault();
    if (moved === undefined) choose(shown[active]);
    else setSelected((moved + shown.length) % Math.max(1, shown.length));
  };
  return (
    <dialog
      ref={dialog}
      class="dialog finder"
      aria-label={title}
      // Not after a choice, which may have opened another dialog.
      onClose={() => dialog.current && onClose()}
      onClick={({ target }) => target === dialog.current && onClose()}
    >
      <label class="search">
        <Icon name="search" />
        <span class="sr-only">{title}</span>
        <input
          type="text"
          role="combobox"
          autofocus
          autocomplete="off"
          spellcheck={false}
          placeholder={title}
          aria-expanded="true"
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-activedescendant={shown.length > 0 ? `${id}-${active}` : undefined}
          value={text}
          onInput={({ currentTarget: { value } }) => {
            setText(value);
            setSelected(0);
          }}
          onKeyDown={onKeyDown}
        />
      </label>
      {children}
      <div class="finder-list" role="listbox" id={`${id}-list`} aria-label={title}>
        {groupsOf(shown).map(({ group, first, members }) => (
          <div key={group} role="group" aria-label={group}>
            <p class="finder-group" aria-hidden="true">
              {group}
            </p>
            {members.map((option, index) => (
              <div
                key={option.id}
                id={`${id}-${first + index}`}
                role="option"
                class="finder-option"
                aria-selected={first + index === active}
                // Keeps the focus in the search field.
                onMouseDown={(event) => event.preventDefault()}
                onPointerMove={() => setSelected(first + index)}
                onClick={() => choose(option)}
              >
                <Icon name={option.isCurrent ? 'check' : option.icon} />
                <span class="finder-label">
                  {option.label}
                  {option.isCurrent && <span class="sr-only"> ({t('current')})</span>}
                </span>
                {option.detail !== undefined && <span class="finder-detail">{option.detail}</span>}
                {option.end}
              </div>
            ))}
          </div>
        ))}
      </div>
      {options.length > 0 && (
        <p class={found.length > 0 && found.length <= MAX_OPTIONS ? 'sr-only' : 'fine'} role="status">
          {resultOf(found.length)}
        </p>
      )}
    </dialog>
  );
}

function resultOf(found: number): string {
  if (found === 0) return t('No results. Try a shorter search.');
  if (found > MAX_OPTIONS)
    return t('{shown} of {found} results. Type more to narrow them.', { shown: MAX_OPTIONS, found });
  return t('{count} results', { count: found });
}

/** Whether an option contains all words of the search, ignoring case. */
function isFound({ group, label, detail = '' }: FinderOption, text: string): boolean {
  const searched = `${label} ${detail} ${group}`.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searched.includes(word));
}

interface Group {
  readonly group: string;
  /** Index of its first option. */
  readonly first: number;
  readonly members: readonly FinderOption[];
}

/** Consecutive options of the same group. */
function groupsOf(options: readonly FinderOption[]): readonly Group[] {
  const groups: { group: string; first: number; members: FinderOption[] }[] = [];
  options.forEach((option, index) => {
    const last = groups.at(-1);
    if (last?.group === option.group) last.members.push(option);
    else groups.push({ group: option.group, first: index, members: [option] });
  });
  return groups;
}
