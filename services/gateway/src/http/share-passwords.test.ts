import { hashPassword } from '../domain/share-password';
import { createSharePasswords } from './share-passwords';

const take = () => Promise.resolve({ allowed: true, headers: {}, resetSeconds: 1 });

describe('the passwords of share links', () => {
  it('are checked one after the other, and no more than may wait', async () => {
    const passwordHash = await hashPassword('open sesame');
    const passwords = createSharePasswords({ take }, { mostWaiting: 2 });
    const link = { id: 1, passwordHash };
    const checks = await Promise.allSettled([
      passwords.isRight('open sesame', link),
      passwords.isRight('wrong', link),
      passwords.isRight('open sesame', link),
    ]);
    expect(checks).toEqual([
      { status: 'fulfilled', value: true },
      { status: 'fulfilled', value: false },
      { status: 'rejected', reason: expect.objectContaining({ code: 'upstream_unavailable' }) as unknown },
    ]);
    expect(await passwords.isRight('open sesame', link)).toBe(true);
  });

  it('are checked after one that could not be', async () => {
    const passwords = createSharePasswords({ take });
    const broken = { id: 1, passwordHash: 'scrypt$3$8$1$AA$AA' };
    await expect(passwords.isRight('x', broken)).rejects.toThrow();
    expect(await passwords.hash('open sesame')).toMatch(/^scrypt\$/);
  });
});
