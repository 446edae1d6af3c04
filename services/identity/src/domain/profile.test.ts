import fc from 'fast-check';
import { EMPTY_PROFILE, isSameProfile, mergeProfile, type Profile, type ProfileChanges } from './profile';
import type { TraitValue } from './traits';

function merge(profile: Profile, ...all: ProfileChanges[]): Profile {
  let merged = profile;
  for (const changes of all) merged = mergeProfile(merged, changes).profile;
  return merged;
}

const traits = (object: Record<string, TraitValue>) => new Map(Object.entries(object));
const many = (prefix: string, count: number) =>
  traits(Object.fromEntries(Array.from({ length: count }, (_, i) => [`${prefix}${i}`, i])));

describe('merging a profile', () => {
  it('works per key: a value replaces, null removes, absent keys stay', () => {
    const before = merge(EMPTY_PROFILE, {
      plan: 'free',
      company: 'Acme',
      mrr: 5,
      traits: traits({ a: 1, b: 2, c: 3 }),
    });
    expect(
      merge(before, { plan: 'pro', mrr: null, traits: traits({ a: [9], b: null, d: 4, e: null }) }),
    ).toEqual({
      userId: null,
      plan: 'pro',
      company: 'Acme',
      mrr: null,
      traits: traits({ a: [9], c: 3, d: 4 }),
    });
  });

  it('does not merge within a trait', () => {
    const before = merge(EMPTY_PROFILE, { traits: traits({ a: { x: 1 } }) });
    expect(merge(before, { traits: traits({ a: { y: null } }) }).traits.get('a')).toEqual({ y: null });
  });

  it('leaves out the traits beyond 50 or 8 KiB, and saves the others', () => {
    const full = merge(EMPTY_PROFILE, { traits: many('a', 50) });
    const over = mergeProfile(full, { plan: 'pro', traits: traits({ one: 1, a0: 'new', two: 2, a1: null }) });
    expect(over.profile).toEqual({
      ...full,
      plan: 'pro',
      traits: new Map([...full.traits, ['a0', 'new'], ['one', 1]].filter(([key]) => key !== 'a1') as []),
    });
    expect(over.warnings).toEqual([
      {
        field: 'traits',
        message:
          'are limited to 50 and 8192 bytes of JSON per account: two left out. Remove traits with null',
      },
    ]);
    const [warning] = mergeProfile(full, { traits: many('b', 12) }).warnings;
    expect(warning?.message).toContain('b0, b1, b2, b3, b4 and 7 more left out');
  });

  it('counts the bytes of the stored JSON', () => {
    const exact = traits({ t: 'x'.repeat(8 * 1_024 - 8) });
    expect(mergeProfile(EMPTY_PROFILE, { traits: exact })).toMatchObject({ warnings: [] });
    const over = mergeProfile(EMPTY_PROFILE, { traits: traits({ t: 'x'.repeat(8 * 1_024 - 7), u: 1 }) });
    expect(over.profile.traits).toEqual(traits({ u: 1 }));
    expect(over.warnings).toHaveLength(1);
  });

  it('leaves out a trait only if the profile would exceed a limit with it', () => {
    const key = fc.integer({ min: 0, max: 70 }).map((n) => `t${n}`);
    const value = fc.option(
      fc.nat(700).map((length) => 'ü'.repeat(length)),
      { nil: null },
    );
    const changes = fc.array(fc.tuple(key, value), { maxLength: 70 }).map((entries) => new Map(entries));
    const fits = (some: ReadonlyMap<string, TraitValue>) =>
      some.size <= 50 && Buffer.byteLength(JSON.stringify(Object.fromEntries(some))) <= 8_192;
    fc.assert(
      fc.property(changes, changes, (first, second) => {
        const before = merge(EMPTY_PROFILE, { traits: first }).traits;
        const { profile, warnings } = mergeProfile({ ...EMPTY_PROFILE, traits: before }, { traits: second });
        expect(fits(profile.traits)).toBe(true);
        const leftOut = [...second].filter(
          ([name, sent]) => sent !== null && profile.traits.get(name) !== sent,
        );
        expect(warnings).toHaveLength(leftOut.length > 0 ? 1 : 0);
        for (const [name, sent] of leftOut)
          expect(fits(new Map([...profile.traits, [name, sent]]))).toBe(false);
        expect(mergeProfile(profile, { traits: second })).toEqual({ profile, warnings });
      }),
      { seed: 20261123 },
    );
  });

  it('is idempotent and does not modify its input', () => {
    const value = fc.option(fc.oneof(fc.integer(), fc.string()), { nil: null });
    const changes = fc.record(
      {
        plan: fc.option(fc.string(), { nil: null }),
        mrr: fc.option(fc.nat(), { nil: null }),
        traits: fc.dictionary(fc.constantFrom('a', 'b', 'c'), value).map(traits),
      },
      { requiredKeys: ['traits'] },
    ) as fc.Arbitrary<ProfileChanges>;
    fc.assert(
      fc.property(fc.array(changes, { maxLength: 5 }), changes, (earlier, last) => {
        const before = merge(EMPTY_PROFILE, ...earlier);
        const once = merge(before, last);
        expect(isSameProfile(merge(once, last), once)).toBe(true);
        expect(merge(EMPTY_PROFILE, ...earlier)).toEqual(before);
        expect([...once.traits.values()]).not.toContain(null);
      }),
      { seed: 20261121 },
    );
  });
});
