import type { Picture } from '../../chart/plot';

/** A marker of the chart, and the text of its annotations. */
export interface Note {
  /** Of the marker, in pixels from the left edge of the chart. */
  readonly x: number;
  readonly text: string;
}

/** In pixels of the page. */
const RADIUS = 9;
const LINE_HEIGHT = 22;
const INDENT = 30;
/** Between the chart and its notes, and below them. */
const GAP = 12;

/** Draws numbered markers on the picture of a chart, and the texts below it. @returns a taller picture */
export function pictureWithNotes(picture: Picture, notes: readonly Note[]): HTMLCanvasElement {
  const { canvas: chart, plot, palette, scale, left, top } = picture;
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!context || notes.length === 0) return chart;
  const font = `${13 * scale}px ${palette.font}`;
  const textLeft = left + INDENT * scale;
  const textWidth = chart.width - textLeft - left;
  context.font = font;
  const texts = notes.map(({ text }) => linesOf(context, text, textWidth));
  canvas.width = chart.width;
  canvas.height = chart.height + (texts.flat().length * LINE_HEIGHT + GAP) * scale;
  context.fillStyle = palette.surface;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(chart, 0, 0);
  const color = palette.series[2] ?? palette.text;
  const plotTop = top + plot.bbox.top;
  let y = chart.height;
  texts.forEach((lines, index) => {
    const x = left + (notes[index]?.x ?? 0) * scale;
    context.strokeStyle = color;
    context.lineWidth = scale;
    context.setLineDash([3 * scale, 3 * scale]);
    context.beginPath();
    context.moveTo(x, plotTop);
    context.lineTo(x, plotTop + plot.bbox.height);
    context.stroke();
    for (const [markX, markY] of [
      [x, plotTop - RADIUS * scale],
      [left + RADIUS * scale, y + (LINE_HEIGHT / 2) * scale],
    ] as const) {
      context.fillStyle = color;
      context.beginPath();
      context.arc(markX, markY, RADIUS * scale, 0, 2 * Math.PI);
      context.fill();
      context.fillStyle = palette.surface;
      context.font = `600 ${11 * scale}px ${palette.font}`;
      context.textAlign = 'center';
      context.textBaseline = 'middle';
      context.fillText(String(index + 1), markX, markY);
    }
    context.fillStyle = palette.text;
    context.font = font;
    context.textAlign = 'left';
    for (const line of lines) {
      context.fillText(line, textLeft, y + (LINE_HEIGHT / 2) * scale, textWidth);
      y += LINE_HEIGHT * scale;
    }
  });
  return canvas;
}

/** Breaks a text between words. A word that is longer than a line has a line of its own. */
function linesOf(context: CanvasRenderingContext2D, text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    const joined = last === undefined ? word : `${last} ${word}`;
    if (last === undefined || context.measureText(joined).width > width) lines.push(word);
    else lines[lines.length - 1] = joined;
  }
  return lines;
}
