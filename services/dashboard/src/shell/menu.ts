/** One entry of the menu. */
export interface MenuEntry {
  readonly label: string;
  /** Address; of a site's page what comes after `/sites/<id>`. */
  readonly path: string;
  readonly icon: string;
  /** Shown only to sessions that have it. */
  readonly scope: string;
}

/** What there is to see of a site. */
export const SITE_MENU: readonly MenuEntry[] = [
  { label: 'Overview', path: '', icon: 'overview', scope: 'stats:read' },
];

/** What there is to see of the workspace. */
export const WORKSPACE_MENU: readonly MenuEntry[] = [
  { label: 'Sites', path: '/', icon: 'sites', scope: 'sites:read' },
];
