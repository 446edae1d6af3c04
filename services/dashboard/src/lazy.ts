import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { t } from './strings/text';

/** Loads the script of a component. */
export type Lazy<Props = object> = () => Promise<ComponentType<Props>>;

interface Loading<Component> {
  /** Undefined while loading. */
  readonly component: Component | undefined;
  readonly error: Error | undefined;
}

const loaded = new Map<unknown, unknown>();

const MAX_RELOADS = 4;
const PAUSE_MS = 1_000;

/**
 * Loads a component, or another function, when it is first needed. During an update, a replica of another version may not have its script. The browser
 * then reloads the page, up to four times.
 *
 * @param load undefined: nothing is needed.
 */
export function useLazy<Component>(load: (() => Promise<Component>) | undefined): Loading<Component> {
  const [failed, setFailed] = useState<typeof load>();
  const [, update] = useState({});
  const component = loaded.get(load) as Component | undefined;
  useEffect(() => {
    if (component || !load) return;
    load().then(
      (module) => {
        loaded.set(load, module);
        const { scriptReloads, ...state } = stateOfHistory();
        if (scriptReloads !== undefined) history.replaceState(state, '');
        update({});
      },
      () => {
        const { scriptReloads = 0, ...state } = stateOfHistory();
        if (scriptReloads >= MAX_RELOADS) return setFailed(() => load);
        history.replaceState({ ...state, scriptReloads: scriptReloads + 1 }, '');
        setTimeout(() => location.reload(), scriptReloads * PAUSE_MS);
      },
    );
  }, [load]);
  const error =
    failed && failed === load
      ? new Error(t('The page could not be loaded. Try again in a minute.'))
      : undefined;
  return { component, error };
}

const stateOfHistory = (): { readonly scriptReloads?: number } =>
  (history.state ?? {}) as { readonly scriptReloads?: number };
