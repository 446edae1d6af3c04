import { useLayoutEffect } from 'preact/hooks';

export type Control = 'range' | 'comparison';

/** The controls of the page that is shown. Shortcuts and the command palette offer only these. */
const shown = new Set<Control>();

export const shownControls: ReadonlySet<Control> = shown;

/** Adds the controls while the component is shown. */
export function useShownControls(controls: readonly Control[]): void {
  useLayoutEffect(() => {
    for (const control of controls) shown.add(control);
    return () => {
      for (const control of controls) shown.delete(control);
    };
  }, [controls.join()]);
}
