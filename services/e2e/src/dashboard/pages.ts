/** The address of every page, those of a site for the given one. */
export function pagesOf(site: number): string[] {
  const ofSite = ['', '/events', '/goals', '/funnels', '/quality', '/sharing', '/install', '/settings'];
  return [
    '/',
    '/bin',
    '/sites/new',
    ...ofSite.map((path) => `/sites/${site}${path}`),
    '/revenue',
    '/customers',
    '/tokens',
    '/audit',
    '/nothing-here',
  ];
}
