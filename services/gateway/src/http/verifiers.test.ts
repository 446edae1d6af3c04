import { fixedClock } from '@headwater/kit/clock';
import { generateToken, parseToken } from '../domain/token-format';
import type { StoredToken } from '../store/tokens';
import { createFailureLimit } from './failure-limit';
import { createTokenVerifier } from './verifiers';

const token = generateToken();
const parsed = parseToken(token);
if (!parsed) throw new Error('malformed');
const stored: StoredToken = {
  id: 7,
  workspaceId: 3,
  hash: parsed.hash,
  scopes: ['identify'],
  expiresAtMs: null,
  sites: null,
  lastUsedAtMs: null,
};

function verifierOf(rows: Record<string, StoredToken | undefined>) {
  const queried: string[] = [];
  const clock = fixedClock('2026-11-01T12:00:00Z');
  const verify = createTokenVerifier({
    clock,
    failures: createFailureLimit(clock),
    findToken: (publicId) => {
      queried.push(publicId);
      return Promise.resolve(rows[publicId]);
    },
  });
  return { verify, queried, clock };
}

describe('token verifier', () => {
  it('returns the principal of a valid token, with one query while it is cached', async () => {
    const { verify, queried, clock } = verifierOf({ [parsed.publicId]: stored });
    expect(await verify(token)).toEqual({
      workspaceId: 3,
      caller: { type: 'token', id: 7 },
      scopes: ['identify'],
      sites: null,
    });
    clock.set(clock.now() + 3_900);
    await verify(token);
    expect(queried).toHaveLength(1);
  });

  it('returns a cached token synchronously, until it expires', async () => {
    const expiresAtMs = Date.parse('2026-11-01T12:00:02Z');
    const { verify, clock } = verifierOf({ [parsed.publicId]: { ...stored, expiresAtMs } });
    await verify(token);
    expect(verify(token)).toMatchObject({ workspaceId: 3 });
    clock.set(expiresAtMs);
    expect(verify(token)).toBeUndefined();
  });

  it('shares one query among concurrent requests, and queries again after a failure', async () => {
    const queried: ((row?: StoredToken) => void)[] = [];
    let fail = (_error: Error): void => undefined;
    const verify = createTokenVerifier({
      clock: fixedClock(0),
      failures: createFailureLimit(fixedClock(0)),
      findToken: () =>
        new Promise((resolve, reject) => {
          queried.push(resolve);
          fail = reject;
        }),
    });
    const failing = Promise.allSettled([verify(token), verify(token)]);
    fail(new Error('no connection'));
    expect(await failing).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
    const both = Promise.all([verify(token), verify(token)]);
    expect(queried).toHaveLength(2);
    queried[1]?.(stored);
    expect(await both).toMatchObject([{ workspaceId: 3 }, { workspaceId: 3 }]);
  });

  it('rejects a revoked token within 5 seconds', async () => {
    const rows: Record<string, StoredToken | undefined> = { [parsed.publicId]: stored };
    const { verify, clock } = verifierOf(rows);
    await verify(token);
    rows[parsed.publicId] = undefined;
    clock.set(clock.now() + 4_999);
    expect(await verify(token)).toBeUndefined();
  });

  it('queries again if the clock was set back', async () => {
    const { verify, queried, clock } = verifierOf({ [parsed.publicId]: stored });
    await verify(token);
    clock.set(clock.now() - 60_000);
    await verify(token);
    expect(queried).toHaveLength(2);
  });

  it('runs no query for a malformed token or a wrong checksum', async () => {
    const { verify, queried } = verifierOf({ [parsed.publicId]: stored });
    const last = token.endsWith('0') ? '1' : '0';
    for (const bad of ['', 'x', token.slice(1), token.slice(0, -1) + last, `${token}0`])
      expect(await verify(bad)).toBeUndefined();
    expect(queried).toEqual([]);
  });

  it('caches an unknown token for less than 5 seconds', async () => {
    const rows: Record<string, StoredToken | undefined> = {};
    const { verify, queried, clock } = verifierOf(rows);
    for (let n = 0; n < 100; n += 1) expect(await verify(token)).toBeUndefined();
    expect(queried).toHaveLength(1);
    // Another gateway has created it.
    rows[parsed.publicId] = stored;
    clock.set(clock.now() + 4_000);
    expect(await verify(token)).toBeDefined();
  });

  it.each([
    ['a network', '203.0.113.9', 120],
    ['all unknown networks together', undefined, 60_000],
  ])(
    'limits the unknown tokens of %s, but neither its valid tokens nor other networks',
    async (_what, network, max) => {
      const { verify, queried, clock } = verifierOf({ [parsed.publicId]: stored });
      await verify(token, network);
      for (let n = 0; n < max; n += 1) await verify(generateToken(), network);
      expect(queried).toHaveLength(max + 1);
      expect(() => verify(generateToken(), network)).toThrow(
        expect.objectContaining({ code: 'rate_limited', retryAfterSeconds: 60 }) as Error,
      );
      expect(await verify(token, network)).toBeDefined();
      clock.set(clock.now() + 5_000);
      // No longer cached.
      expect(await verify(token, network)).toBeDefined();
      expect(await verify(generateToken(), '203.0.113.10')).toBeUndefined();
      clock.set(clock.now() + 60_000);
      expect(await verify(generateToken(), network)).toBeUndefined();
    },
  );

  it('limits a token that was valid, after its revocation', async () => {
    const rows: Record<string, StoredToken | undefined> = { [parsed.publicId]: stored };
    const { verify, clock } = verifierOf(rows);
    await verify(token, '203.0.113.9');
    rows[parsed.publicId] = undefined;
    clock.set(clock.now() + 5_000);
    for (let n = 0; n < 120; n += 1) await verify(generateToken(), '203.0.113.9');
    expect(await verify(token, '203.0.113.9')).toBeUndefined();
    clock.set(clock.now() + 5_000);
    expect(() => verify(token, '203.0.113.9')).toThrow(
      expect.objectContaining({ code: 'rate_limited' }) as Error,
    );
  });

  it('rejects a well-formed token with the id of another token', async () => {
    const forged = verifierOf({ [parsed.publicId]: { ...stored, hash: Buffer.alloc(32) } });
    expect(await forged.verify(token)).toBeUndefined();
  });

  it('rejects a cached token once it expires', async () => {
    const at = Date.parse('2026-11-01T12:00:01Z');
    const { verify, clock } = verifierOf({ [parsed.publicId]: { ...stored, expiresAtMs: at } });
    expect(await verify(token)).toBeDefined();
    clock.set(at);
    expect(await verify(token)).toBeUndefined();
  });
});
