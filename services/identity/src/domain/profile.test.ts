import fc from 'fast-check';
import { EMPTY_PROFILE, isSameProfile, mergeProfile, type Profile, type ProfileChanges } from './profile';
import type { TraitValue } from './traits';

function merge(profile: Profile, ...all: ProfileChanges[]): Profile {
  let merged = profile;
  for (const changes of all) {
    const result = mergeProfile(merged, changes);
    if (!result.ok) throw new Error('refused');
    merged = result.value;
  }
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

  it('is refused when the profile would have more than 50 traits or 8 KiB of them', () => {
    const full = merge(EMPTY_PROFILE, { traits: many('a', 50) });
    expect(mergeProfile(full, { traits: traits({ one: 1 }) })).toMatchObject({
      ok: false,
      problems: [{ field: 'traits' }],
    });
    expect(mergeProfile(full, { traits: traits({ one: 1, a0: null }) })).toMatchObject({ ok: true });
    const large = merge(EMPTY_PROFILE, { traits: traits({ a: 'x'.repeat(8_000) }) });
    expect(mergeProfile(large, { traits: traits({ b: 'x'.repeat(300) }) })).toMatchObject({ ok: false });
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
