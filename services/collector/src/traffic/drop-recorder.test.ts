import { waitFor } from '@headwater/kit/testing/wait-for';
import type { DroppedEventRow } from '@headwater/eventstore/insert-dropped-events';
import { dropOf } from '../domain/pipeline';
import { createDropRecorder } from './drop-recorder';

const SITE = { workspaceId: 1, siteId: 2, domain: 'shop.example', scrub: true };
const AT = Date.parse('2026-11-21T10:00:00.500Z');
const ID = '0197a5c8-0000-4000-8000-00000000000a';

function recorder(failures = 0, capacity = 10) {
  const written: { rows: readonly DroppedEventRow[]; token: string }[] = [];
  const tokens: string[] = [];
  const discarded: number[] = [];
  const drops = createDropRecorder({
    write: (rows, token) => {
      tokens.push(token);
      if (tokens.length <= failures) return Promise.reject(new Error('down'));
      written.push({ rows, token });
      return Promise.resolve();
    },
    onFailure: () => undefined,
    onDiscard: (rows) => discarded.push(rows),
    batchMs: 1,
    capacity,
  });
  return { drops, written, tokens, discarded };
}

describe('the drop recorder', () => {
  it('writes drops with their reasons, and only valid ids', async () => {
    const { drops, written } = recorder();
    drops.record(SITE, [dropOf({ index: 0, id: ID }, 'bot', { botReason: 'headless' })], AT);
    drops.record(SITE, [dropOf({ index: 1, id: 'x' }, 'invalid_event')], AT);
    await waitFor('one batch', () => written.length === 1);
    const row = { workspace_id: 1, site_id: 2, dropped_at: '2026-11-21T10:00:00.500Z' };
    expect(written[0]?.rows).toEqual([
      { ...row, event_id: ID, reason: 'bot', bot_reason: 'headless' },
      { ...row, event_id: '00000000-0000-0000-0000-000000000000', reason: 'invalid_event', bot_reason: '' },
    ]);
    await drops.close();
  });

  it('retries a failed batch unchanged, with its token', async () => {
    const { drops, written, tokens } = recorder(2);
    drops.record(SITE, [dropOf({ index: 0, id: ID }, 'too_old')], AT);
    await waitFor('the batch', () => written.length === 1);
    expect(tokens).toHaveLength(3);
    expect(new Set(tokens).size).toBe(1);
    await drops.close();
  });

  it('queues a limited number of rows and reports discarded ones', async () => {
    const { drops, discarded } = recorder(1_000, 2);
    const drop = dropOf({ index: 0, id: ID }, 'too_old');
    drops.record(SITE, [drop, drop, drop], AT);
    await drops.close();
    expect(discarded).toEqual([1, 2]);
  });

  it('writes queued rows when it is closed', async () => {
    const { drops, written } = recorder();
    drops.record(SITE, [dropOf({ index: 0, id: ID }, 'too_old')], AT);
    await drops.close();
    expect(written).toHaveLength(1);
  });
});
