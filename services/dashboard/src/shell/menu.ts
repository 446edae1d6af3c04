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
  { label: 'Events', path: '/events', icon: 'events', scope: 'stats:read' },
  { label: 'Goals', path: '/goals', icon: 'goals', scope: 'stats:read' },
  { label: 'Funnels', path: '/funnels', icon: 'funnels', scope: 'stats:read' },
  { label: 'Traffic quality', path: '/quality', icon: 'quality', scope: 'stats:read' },
  { label: 'Sharing', path: '/sharing', icon: 'share', scope: 'stats:read' },
  { label: 'Install', path: '/install', icon: 'install', scope: 'sites:read' },
  { label: 'Settings', path: '/settings', icon: 'settings', scope: 'sites:read' },
];

/** What there is to see of the workspace. */
export const WORKSPACE_MENU: readonly MenuEntry[] = [
  { label: 'Sites', path: '/', icon: 'sites', scope: 'sites:read' },
  { label: 'Revenue', path: '/revenue', icon: 'revenue', scope: 'stats:read' },
  { label: 'Customers', path: '/customers', icon: 'customers', scope: 'identify' },
  { label: 'Tokens', path: '/tokens', icon: 'tokens', scope: 'tokens:admin' },
  { label: 'Audit log', path: '/audit', icon: 'audit', scope: 'tokens:admin' },
];
