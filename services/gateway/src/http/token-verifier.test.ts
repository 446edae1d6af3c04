import { fixedClock } from '@headwater/kit/clock';
import { generateToken, parseToken } from '../domain/token-format';
import type { StoredToken } from '../store/find-token';
import { createTokenVerifier } from './token-verifier';

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
  const asked: string[] = [];
  const clock = fixedClock('2026-11-01T12:00:00Z');
  const verify = createTokenVerifier({
    clock,
    findToken: (publicId) => {
      asked.push(publicId);
      return Promise.resolve(rows[publicId]);
    },
  });
  return { verify, asked, clock };
}

describe('token verifier', () => {
  it('gives the principal of a known token and asks the store once within the kept time', async () => {
    const { verify, asked, clock } = verifierOf({ [parsed.publicId]: stored });
    expect(await verify(token)).toEqual({
      workspaceId: 3,
      caller: { type: 'token', id: 7 },
      scopes: ['identify'],
      sites: null,
    });
    clock.set(clock.now() + 3_900);
    await verify(token);
    expect(asked).toHaveLength(1);
  });

  it('knows a kept token at once, until it expires', async () => {
    const expiresAtMs = Date.parse('2026-11-01T12:00:02Z');
    const { verify, clock } = verifierOf({ [parsed.publicId]: { ...stored, expiresAtMs } });
    await verify(token);
    expect(verify(token)).toMatchObject({ workspaceId: 3 });
    clock.set(expiresAtMs);
    expect(verify(token)).toBeUndefined();
  });

  it('asks once for all requests that come while the store answers, and again after a failure', async () => {
    const asked: ((row?: StoredToken) => void)[] = [];
    let fail = (_error: Error): void => undefined;
    const verify = createTokenVerifier({
      clock: fixedClock(0),
      findToken: () =>
        new Promise((resolve, reject) => {
          asked.push(resolve);
          fail = reject;
        }),
    });
    const failing = Promise.allSettled([verify(token), verify(token)]);
    fail(new Error('no connection'));
    expect(await failing).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
    const both = Promise.all([verify(token), verify(token)]);
    expect(asked).toHaveLength(2);
    asked[1]?.(stored);
    expect(await both).toMatchObject([{ workspaceId: 3 }, { workspaceId: 3 }]);
  });

  it('forgets within 5 seconds that a token was good', async () => {
    const rows: Record<string, StoredToken | undefined> = { [parsed.publicId]: stored };
    const { verify, clock } = verifierOf(rows);
    await verify(token);
    rows[parsed.publicId] = undefined;
    clock.set(clock.now() + 4_999);
    expect(await verify(token)).toBeUndefined();
  });

  it('asks anew when the clock was set back', async () => {
    const { verify, asked, clock } = verifierOf({ [parsed.publicId]: stored });
    await verify(token);
    clock.set(clock.now() - 60_000);
    await verify(token);
    expect(asked).toHaveLength(2);
  });

  it('asks nothing for a token that is malformed or has a bad checksum', async () => {
    const { verify, asked } = verifierOf({ [parsed.publicId]: stored });
    const last = token.endsWith('0') ? '1' : '0';
    for (const bad of ['', 'x', token.slice(1), token.slice(0, -1) + last, `${token}0`])
      expect(await verify(bad)).toBeUndefined();
    expect(asked).toEqual([]);
  });

  it('refuses a well-formed token with the id of another', async () => {
    const forged = verifierOf({ [parsed.publicId]: { ...stored, hash: Buffer.alloc(32) } });
    expect(await forged.verify(token)).toBeUndefined();
  });

  it('refuses a kept token from the moment that it expires', async () => {
    const at = Date.parse('2026-11-01T12:00:01Z');
    const { verify, clock } = verifierOf({ [parsed.publicId]: { ...stored, expiresAtMs: at } });
    expect(await verify(token)).toBeDefined();
    clock.set(at);
    expect(await verify(token)).toBeUndefined();
  });
});
