import ComboboxNav from '@github/combobox-nav';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';

interface Suggestion {
  readonly key: string;
  readonly label: string;
}

interface Props {
  readonly label: string;
  readonly value: string;
  readonly pattern: string;
  /** The rule of the pattern. */
  readonly title: string;
  readonly placeholder?: string;
  readonly maxLength?: number;
  readonly suggestions: readonly Suggestion[];
  readonly onText: (text: string) => void;
  readonly onChoose: (suggestion: Suggestion) => void;
}

/**
 * A text field with suggestions. A click, a key or an arrow key shows those that contain the text. Arrow keys select one, Enter
 * chooses it. Escape closes only the list: it is a popover.
 */
export function Combobox({ label, value, suggestions, onText, onChoose, ...attributes }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  /** The step of the arrow key that opened the list. */
  const firstStep = useRef<1 | -1>(undefined);
  const text = value.trim().toLowerCase();
  const shown = suggestions.filter((each) =>
    [each.key, each.label].some((name) => name.toLowerCase().includes(text)),
  );
  const isShown = isOpen && shown.length > 0;
  const nav = useRef<ComboboxNav>(undefined);
  useLayoutEffect(() => {
    if (!input.current || !list.current) return;
    nav.current = new ComboboxNav(input.current, list.current, { tabInsertsSuggestions: false });
    return () => nav.current?.destroy();
  }, []);
  useLayoutEffect(() => {
    if (!isShown) return;
    list.current?.showPopover();
    nav.current?.start();
    if (firstStep.current) nav.current?.navigate(firstStep.current);
    firstStep.current = undefined;
    return () => {
      nav.current?.stop();
      list.current?.hidePopover();
    };
  }, [isShown]);
  const openByKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key] as 1 | -1 | undefined;
    if (isShown || step === undefined) return;
    event.preventDefault();
    firstStep.current = step;
    setOpen(true);
  };
  return (
    <div class="combobox">
      <label class="field">
        {label}
        <input
          {...attributes}
          required
          ref={input}
          autocomplete="off"
          value={value}
          onInput={({ currentTarget }) => {
            onText(currentTarget.value);
            firstStep.current = undefined;
            setOpen(true);
          }}
          onClick={() => setOpen(true)}
          onKeyDown={openByKey}
          onBlur={() => setOpen(false)}
        />
      </label>
      <div
        ref={list}
        id={id}
        role="listbox"
        aria-label={label}
        popover="auto"
        onBeforeToggle={({ newState }) => newState === 'closed' && setOpen(false)}
      >
        {shown.map((suggestion) => (
          <div
            key={suggestion.key}
            role="option"
            class="finder-option"
            // Keeps the focus in the field.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              onChoose(suggestion);
              setOpen(false);
            }}
          >
            {suggestion.label}
          </div>
        ))}
      </div>
    </div>
  );
}
