import { fixedClock } from '@headwater/kit/clock';
import { cacheVerdicts, type SiteVerdict } from './site-verdicts';

const VALID: SiteVerdict = {
  kind: 'valid',
  workspaceId: 1,
  domain: 'shop.example',
  installed: false,
  scrub: true,
};

function counted(answer: () => Promise<SiteVerdict>) {
  const calls: string[] = [];
  const clock = fixedClock('2026-11-21T10:00:00Z');
  const verify = cacheVerdicts({
    verify: (siteId, key) => {
      calls.push(`${siteId}:${key}`);
      return answer();
    },
    knownSites: { find: () => undefined },
    onUnchecked: () => undefined,
    clock,
  });
  return { calls, clock, verify };
}

describe('cacheVerdicts', () => {
  it('shares a call between concurrent checks, and calls again after 4 seconds', async () => {
    const { calls, clock, verify } = counted(() => Promise.resolve(VALID));
    await Promise.all([verify(1, 'k'), verify(1, 'k'), verify(1, 'k')]);
    expect(calls).toHaveLength(1);
    clock.set('2026-11-21T10:00:03.999Z');
    await verify(1, 'k');
    expect(calls).toHaveLength(1);
    clock.set('2026-11-21T10:00:04Z');
    await verify(1, 'k');
    expect(calls).toHaveLength(2);
  });

  it('caches a refusal for one second', async () => {
    const { calls, clock, verify } = counted(() => Promise.resolve({ kind: 'refused' }));
    await verify(1, 'k');
    clock.set('2026-11-21T10:00:01Z');
    await verify(1, 'k');
    expect(calls).toHaveLength(2);
  });

  it('caches each key of a site separately', async () => {
    const { calls, verify } = counted(() => Promise.resolve(VALID));
    await Promise.all([verify(1, 'a'), verify(1, 'b'), verify(11, 'a')]);
    expect(calls).toEqual(['1:a', '1:b', '11:a']);
  });

  it('does not cache a failure', async () => {
    let down = true;
    const { calls, verify } = counted(() =>
      down ? Promise.reject(new Error('down')) : Promise.resolve(VALID),
    );
    await expect(verify(1, 'k')).rejects.toThrow('down');
    down = false;
    await expect(verify(1, 'k')).resolves.toEqual(VALID);
    expect(calls).toHaveLength(2);
  });
});
