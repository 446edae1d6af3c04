import { SITE_CATEGORIES } from '@headwater/protos/vocabulary';
import { checkCategories } from './check-categories';

describe('the categories of a site', () => {
  it('are each kept once, in the order given', () => {
    expect(checkCategories(['saas', 'blog', 'saas'])).toEqual({ ok: true, value: ['saas', 'blog'] });
    expect(checkCategories([])).toEqual({ ok: true, value: [] });
    expect(checkCategories(SITE_CATEGORIES)).toEqual({ ok: true, value: SITE_CATEGORIES });
  });

  it.each([[['SaaS']], [['blogs']], [['']], [[' blog']], [['__proto__']], [['constructor']]])(
    'refuses %j, listing what there is',
    (slugs) => {
      const checked = checkCategories(['blog', ...slugs]);
      expect(checked).toMatchObject({ ok: false, index: 1 });
      for (const slug of SITE_CATEGORIES) expect(!checked.ok && checked.message).toContain(slug);
    },
  );
});
