/** The element that shows a shared page within another. */
export const embedCode = (url: string): string =>
  `<iframe src="${url}" title="Statistics" width="100%" height="900" loading="lazy"></iframe>`;
