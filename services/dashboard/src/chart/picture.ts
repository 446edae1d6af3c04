import type { Palette } from './palette';

interface Caption {
  readonly title: string;
  /** Window and time zone. */
  readonly subtitle: string;
}

const HEAD = 64;
const EDGE = 24;

/** The drawn chart under a caption, as a PNG. */
export function pictureOf(
  chart: HTMLCanvasElement,
  palette: Palette,
  caption: Caption,
): Promise<Blob | undefined> {
  const scale = chart.width / Math.max(1, chart.clientWidth);
  const canvas = document.createElement('canvas');
  canvas.width = chart.width + 2 * EDGE * scale;
  canvas.height = chart.height + (HEAD + 2 * EDGE) * scale;
  const pen = canvas.getContext('2d');
  if (!pen) return Promise.resolve(undefined);
  pen.fillStyle = palette.surface;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.textBaseline = 'top';
  pen.fillStyle = palette.text;
  pen.font = `600 ${20 * scale}px ${palette.font}`;
  pen.fillText(caption.title, EDGE * scale, EDGE * scale);
  pen.fillStyle = palette.muted;
  pen.font = `${13 * scale}px ${palette.font}`;
  pen.fillText(caption.subtitle, EDGE * scale, (EDGE + 30) * scale);
  pen.drawImage(chart, EDGE * scale, (HEAD + EDGE) * scale);
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/png'));
}
