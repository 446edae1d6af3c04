/** Has the browser save a file that was made here. */
export function saveFile(name: string, contents: Blob): void {
  const url = URL.createObjectURL(contents);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has its own hold on the contents once it began.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** `Demo · Visitors · 2026-10-01 to 2026-10-30` → `demo-visitors-2026-10-01-to-2026-10-30`. */
export const fileNameOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
