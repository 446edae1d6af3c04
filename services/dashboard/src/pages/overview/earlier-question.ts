import { question } from '../../api/question';
import { windowQuery, type View } from '../../view/view';
import { datesOf, grainOf } from '../../view/window';

/** Asks for the series of the window that the API compared with; undefined when it compared with none. */
export function earlierQuestion(siteId: number, view: View, range: string | undefined) {
  if (range === undefined) return undefined;
  const earlier = { ...view, window: datesOf(range) };
  return question(
    '/api/v1/sites/{id}/stats',
    { id: siteId },
    { ...windowQuery(earlier), grain: grainOf(view) },
  );
}
