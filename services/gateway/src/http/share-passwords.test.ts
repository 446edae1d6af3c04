import { hashPassword } from '../domain/share-link';
import { createSharePasswords } from './share-passwords';

const take = () => Promise.resolve({ allowed: true, headers: {}, resetSeconds: 1 });

describe('createSharePasswords', () => {
  it('limits the queue of a workspace', async () => {
    const passwordHash = await hashPassword('open sesame');
    const passwords = createSharePasswords({ take }, { maxQueued: 1 });
    const link = { id: 1, workspaceId: 1, passwordHash };
    const checks = await Promise.allSettled([
      passwords.matches('open sesame', link),
      passwords.matches('wrong', link),
      passwords.matches('open sesame', link),
    ]);
    expect(checks).toEqual([
      { status: 'fulfilled', value: true },
      { status: 'fulfilled', value: false },
      {
        status: 'rejected',
        reason: expect.objectContaining({ code: 'rate_limited', retryAfterSeconds: 3 }) as unknown,
      },
    ]);
    expect(await passwords.matches('open sesame', link)).toBe(true);
  });

  it('lets a workspace wait for one password of another, not for its queue', async () => {
    const passwordHash = await hashPassword('open sesame');
    const passwords = createSharePasswords({ take });
    const order: string[] = [];
    const check = (workspaceId: number, name: string) =>
      passwords.matches('x', { id: workspaceId, workspaceId, passwordHash }).then(() => order.push(name));
    const flood = ['a', 'b', 'c', 'd', 'e'].map((name) => check(1, name));
    await Promise.all([...flood, check(2, 'other')]);
    expect(order).toEqual(['a', 'b', 'other', 'c', 'd', 'e']);
  });

  it('continues after a failed check', async () => {
    const passwords = createSharePasswords({ take });
    const broken = { id: 1, workspaceId: 1, passwordHash: 'scrypt$3$8$1$AA$AA' };
    await expect(passwords.matches('x', broken)).rejects.toThrow();
    expect(await passwords.hash('open sesame', 1)).toMatch(/^scrypt\$/);
  });
});
