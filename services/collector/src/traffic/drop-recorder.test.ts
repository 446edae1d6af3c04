import { waitFor } from '@headwater/kit/testing/wait-for';
import type { DroppedEventRow } from '@headwater/eventstore/insert-dropped-events';
import { dropOf } from '../domain/pipeline';
import { dropRecorder } from './drop-recorder';

const SITE = { workspaceId: 1, siteId: 2, domain: 'shop.example' };
const AT = Date.parse('2026-11-21T10:00:00.500Z');
const ID = '0197a5c8-0000-4000-8000-00000000000a';

function recorder(failures = 0, capacity = 10) {
  const written: { rows: readonly DroppedEventRow[]; token: string }[] = [];
  const tokens: string[] = [];
  const lost: number[] = [];
  let tokensMade = 0;
  const drops = dropRecorder({
    write: (rows, token) => {
      tokens.push(token);
      if (tokens.length <= failures) return Promise.reject(new Error('down'));
      written.push({ rows, token });
      return Promise.resolve();
    },
    newToken: () => `t${++tokensMade}`,
    onFailure: () => undefined,
    onLost: (rows) => lost.push(rows),
    batchMs: 1,
    capacity,
  });
  return { drops, written, tokens, lost };
}

describe('the drop recorder', () => {
  it('writes drops with their reasons, and ids only where they are ids', async () => {
    const { drops, written } = recorder();
    drops.record(SITE, [dropOf({ index: 0, id: ID }, 'bot', 'headless')], AT);
    drops.record(SITE, [dropOf({ index: 1, id: 'x' }, 'invalid_event')], AT);
    await waitFor('one batch', () => written.length === 1);
    const row = { workspace_id: 1, site_id: 2, dropped_at: '2026-11-21T10:00:00.500Z' };
    expect(written[0]?.rows).toEqual([
      { ...row, event_id: ID, reason: 'bot', bot_reason: 'headless' },
      { ...row, event_id: '00000000-0000-0000-0000-000000000000', reason: 'invalid_event', bot_reason: '' },
    ]);
    await drops.close();
  });

  it('sends a failed batch again as it was, with its token', async () => {
    const { drops, written, tokens } = recorder(2);
    drops.record(SITE, [dropOf({ index: 0, id: ID }, 'too_old')], AT);
    await waitFor('the batch', () => written.length === 1);
    expect(tokens).toEqual(['t1', 't1', 't1']);
    await drops.close();
  });

  it('holds a bounded number of rows and says how many it gave up', async () => {
    const { drops, lost } = recorder(1_000, 2);
    const drop = dropOf({ index: 0, id: ID }, 'too_old');
    drops.record(SITE, [drop, drop, drop], AT);
    await drops.close();
    expect(lost).toEqual([1, 2]);
  });

  it('writes what waits when it is closed', async () => {
    const { drops, written } = recorder();
    drops.record(SITE, [dropOf({ index: 0, id: ID }, 'too_old')], AT);
    await drops.close();
    expect(written).toHaveLength(1);
  });
});
