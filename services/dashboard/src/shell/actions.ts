import { COMPARISONS } from '@headwater/protos/vocabulary';
import { may, type Session } from '../api/session';
import { t } from '../strings/text';
import { LANGUAGES, THEMES, type Language, type Theme } from '../view/preferences';
import type { Control } from '../view/shown-controls';
import { COMPARISON_LABELS, RANGE_PRESETS, readView, urlOf, writeView } from '../view/view';
import { menusFor, siteIdOf } from './menu';

/** The dialogs of the shell. */
export type DialogName = 'sites' | 'palette' | 'views' | 'help';

/** An action that the menus, the command palette, the help sheet and the keyboard shortcuts share. */
export interface Action {
  readonly group: string;
  readonly label: string;
  readonly icon: string;
  /** The keys of its shortcut, pressed one after the other, such as `g o`. `mod+` is Ctrl, or Cmd on a Mac. */
  readonly keys?: string;
  /** Whether it shows the current state, such as the current page. */
  readonly isCurrent?: boolean;
  /** Undefined while the page lacks the control that the action changes. */
  readonly effect: Effect | undefined;
}

type Effect =
  /** Navigates. */
  | { readonly href: string }
  | { readonly theme: Theme }
  | { readonly language: Language | 'system' }
  | { readonly dialog: DialogName };

/** The properties of each dialog of the shell. */
export interface ShellDialogProps {
  /** All actions. Those without an effect are not available on this page. */
  readonly actions: readonly Action[];
  readonly perform: (action: Action) => void;
  readonly onClose: () => void;
}

interface Shown {
  readonly session: Session;
  readonly path: string;
  readonly search: URLSearchParams;
  readonly controls: ReadonlySet<Control>;
  readonly theme: Theme;
  readonly language: Language | 'system';
}

const THEME_LABELS: Readonly<Record<Theme, string>> = {
  system: t('System theme'),
  light: t('Light theme'),
  dark: t('Dark theme'),
};

/** Each language has its own name. */
const LANGUAGE_LABELS: Readonly<Record<Language | 'system', string>> = {
  system: t('Language of the browser'),
  en: 'English',
  de: 'Deutsch',
};

/** All actions of a session on the page that it sees. */
export function actionsFor({ session, path, search, controls, theme, language }: Shown): readonly Action[] {
  const view = readView(search);
  const menus = menusFor(session, siteIdOf(path), search);
  const at = (change: Partial<typeof view>) => ({
    href: urlOf(path, writeView(search, { ...view, ...change })),
  });
  return [
    ...[...menus.site, ...menus.workspace].map((link): Action => ({
      group: t('Go to'),
      label: link.label,
      icon: link.icon,
      ...(link.keys === undefined ? {} : { keys: link.keys }),
      isCurrent: link.path === path,
      effect: { href: link.href },
    })),
    ...(may(session, 'sites:write')
      ? [{ group: t('Go to'), label: t('Add site'), icon: 'plus', effect: { href: '/sites/new' } } as const]
      : []),
    ...RANGE_PRESETS.map(({ range, label, key }): Action => ({
      group: t('Time range'),
      label,
      icon: 'clock',
      keys: key,
      isCurrent: controls.has('range') && 'range' in view.window && view.window.range === range,
      effect: controls.has('range') ? at({ window: { range } }) : undefined,
    })),
    ...COMPARISONS.map((comparison): Action => {
      const isCurrent = controls.has('comparison') && view.compare === comparison;
      return {
        group: t('Compare with'),
        label: COMPARISON_LABELS[comparison],
        icon: 'overview',
        ...(comparison === 'previous_period' ? { keys: 'x' } : {}),
        isCurrent,
        effect: controls.has('comparison') ? at({ compare: isCurrent ? undefined : comparison }) : undefined,
      };
    }),
    ...THEMES.map((each): Action => ({
      group: t('Theme'),
      label: THEME_LABELS[each],
      icon: 'theme',
      keys: `t ${each.charAt(0)}`,
      isCurrent: each === theme,
      effect: { theme: each },
    })),
    ...(['system', ...LANGUAGES] as const).map((each): Action => ({
      group: t('Language'),
      label: LANGUAGE_LABELS[each],
      icon: 'select',
      isCurrent: each === language,
      effect: { language: each },
    })),
    {
      group: t('General'),
      label: t('Search pages and actions'),
      icon: 'search',
      keys: 'mod+k',
      effect: { dialog: 'palette' },
    },
    ...(may(session, 'sites:read')
      ? [
          {
            group: t('General'),
            label: t('Switch site'),
            icon: 'sites',
            keys: 's',
            effect: { dialog: 'sites' },
          } as const,
        ]
      : []),
    ...(may(session, 'stats:read')
      ? [
          {
            group: t('General'),
            label: t('Saved views'),
            icon: 'bookmark',
            keys: 'v',
            effect: { dialog: 'views' },
          } as const,
        ]
      : []),
    {
      group: t('General'),
      label: t('Keyboard shortcuts'),
      icon: 'keyboard',
      keys: '?',
      effect: { dialog: 'help' },
    },
  ];
}

/** The keys of a shortcut as people read them, such as `G` and `O`, or `Ctrl` and `K`. */
export function keyLabels(keys: string): readonly string[] {
  const isMac = /Mac|iP/.test(navigator.platform);
  return keys.split(/[ +]/).map((key) => (key === 'mod' ? (isMac ? '⌘' : 'Ctrl') : key.toUpperCase()));
}

interface Match {
  readonly action: Action | undefined;
  /** The keys so far, if a longer shortcut starts with them, otherwise empty. */
  readonly pending: string;
}

/** Finds the shortcut of pressed keys. A key that does not continue the keys before it starts a new shortcut. */
export function matchKeys(actions: readonly Action[], before: string, key: string): Match {
  const pressed = before === '' ? key : `${before} ${key}`;
  const action = actions.find(({ keys }) => keys === pressed);
  const isStart = actions.some(({ keys }) => keys?.startsWith(`${pressed} `));
  if (!action && !isStart && before !== '') return matchKeys(actions, '', key);
  return { action, pending: isStart ? pressed : '' };
}
