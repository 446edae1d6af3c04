/** Length of a text in Unicode code points, as JSON Schema counts: an emoji is one character, not two. */
export function codePointCount(text: string): number {
  return Array.from(text).length;
}
