import { useEffect, useRef } from 'preact/hooks';
import { readPreference } from '../view/preferences';
import { matchKeys, type Action } from './actions';

/** Time for the next key of a shortcut. */
const NEXT_KEY_MS = 1_500;

/**
 * Performs the action of a pressed shortcut. None works in text fields and open dialogs; of those without Ctrl or Cmd, none when
 * the user disabled them.
 */
export function useShortcuts(actionsNow: () => readonly Action[], perform: (action: Action) => void): void {
  const latest = useRef({ actionsNow, perform });
  latest.current = { actionsNow, perform };
  useEffect(() => {
    let pending = '';
    let pressedAt = 0;
    const onKeyDown = (event: KeyboardEvent) => {
      const key = keyOf(event);
      if (key === undefined || event.defaultPrevented || isTyping(event)) return;
      if (!key.startsWith('mod+') && readPreference('shortcuts') === 'off') return;
      const before = event.timeStamp - pressedAt <= NEXT_KEY_MS ? pending : '';
      const match = matchKeys(latest.current.actionsNow(), before, key);
      pressedAt = event.timeStamp;
      pending = match.pending;
      if (!match.action) return;
      event.preventDefault();
      latest.current.perform(match.action);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}

/** The name of a key as in `Action.keys`; undefined for keys that are never part of a shortcut. */
function keyOf({ key, ctrlKey, metaKey, altKey, repeat, isComposing }: KeyboardEvent): string | undefined {
  if (altKey || repeat || isComposing || key.length !== 1) return undefined;
  return ctrlKey || metaKey ? `mod+${key.toLowerCase()}` : key.toLowerCase();
}

/** Whether the key belongs to a field or a dialog. */
function isTyping({ target }: Event): boolean {
  return (
    document.querySelector('dialog[open]') !== null ||
    (target instanceof HTMLElement && (target.isContentEditable || target.matches('input, select, textarea')))
  );
}
