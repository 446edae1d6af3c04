import { createSiteOn, NO_IDS, OURS, startSites, type SitesFixture } from './sites-fixture';

let sites: SitesFixture;
let siteId: number;
let testNumber = 0;

beforeAll(async () => {
  sites = await startSites();
});
afterAll(() => sites.stop());
beforeEach(async () => {
  testNumber += 1;
  siteId = (await createSiteOn(sites, `goals${testNumber}.example`, OURS)).id;
});

const FILTERS = [{ key: 'props.plan', operator: 'is', value: 'pro' }];
const SIGNUP = { name: 'Signup', type: 'event', event: 'signup', path: '', filters: FILTERS };
const THANKS = { name: 'Thanks', type: 'page', event: '', path: '/thanks*', filters: [] };
const FUNNEL = { name: 'Trial', steps: [SIGNUP, THANKS], windowHours: 24 };

describe('a goal', () => {
  it('is created, listed by id, read and deleted', async () => {
    const first = await sites.calls.CreateGoal({ siteId, goal: SIGNUP }, OURS);
    const second = await sites.calls.CreateGoal({ siteId, goal: { ...THANKS, path: '/thanks/' } }, OURS);
    expect(first).toEqual({ ...SIGNUP, id: first.id });
    expect(second.path).toBe('/thanks');
    expect(await sites.calls.ListGoals({ siteId }, OURS)).toEqual({ goals: [first, second] });
    expect(await sites.calls.GetGoal({ siteId, id: first.id }, OURS)).toEqual(first);
    expect(await sites.calls.DeleteGoal({ siteId, id: first.id }, OURS)).toEqual({ id: first.id });
    const deleted = sites.calls.GetGoal({ siteId, id: first.id }, OURS);
    await expect(deleted).rejects.toMatchObject({ kind: 'not_found', code: 'goal_not_found' });
    const again = sites.calls.DeleteGoal({ siteId, id: first.id }, OURS);
    await expect(again).rejects.toMatchObject({ code: 'goal_not_found' });
  });

  it.each([
    [{ ...SIGNUP, name: ' ' }, ['name']],
    [{ ...SIGNUP, name: 'a\nb' }, ['name']],
    [{ ...SIGNUP, type: 'click' }, ['type']],
    [{ ...SIGNUP, event: '' }, ['event']],
    [{ ...SIGNUP, path: '/x' }, ['path']],
    [{ ...THANKS, event: 'signup' }, ['event']],
    [{ ...THANKS, path: 'thanks' }, ['path']],
    [{ ...THANKS, path: '/a*b' }, ['path']],
    [{ ...THANKS, path: '/a?b=c' }, ['path']],
    [{ ...THANKS, path: `/${'a'.repeat(2_000)}` }, ['path']],
    [{ ...SIGNUP, filters: [{ key: 'entry_page', operator: 'is', value: '/' }] }, ['filters[0].key']],
    [{ ...SIGNUP, filters: [{ key: 'os', operator: 'like', value: '/' }] }, ['filters[0].operator']],
    [{ ...SIGNUP, filters: [{ key: 'os', operator: 'is', value: '' }] }, ['filters[0].value']],
    [{ ...SIGNUP, filters: Array.from({ length: 21 }, () => FILTERS).flat() }, ['filters']],
  ])('is refused as %j', async (goal, fields) => {
    const error: unknown = await sites.calls.CreateGoal({ siteId, goal }, OURS).catch((e: unknown) => e);
    expect(error).toMatchObject({ code: 'invalid_request' });
    expect((error as { fields: { field: string }[] }).fields.map(({ field }) => field)).toEqual(fields);
  });

  it('is changed in the given fields only', async () => {
    const { id } = await sites.calls.CreateGoal({ siteId, goal: SIGNUP }, OURS);
    const update = (fields: object) => sites.calls.UpdateGoal({ siteId, id, ...fields }, OURS);
    expect(await update({})).toEqual({ ...SIGNUP, id });
    expect(await update({ name: ' Joined ' })).toEqual({ ...SIGNUP, id, name: 'Joined' });
    const page = { ...SIGNUP, id, name: 'Joined', type: 'page', event: '', path: '/welcome' };
    expect(await update({ type: 'page', path: '/welcome/' })).toEqual(page);
    expect(await update({ path: '/hi*', filters: {} })).toEqual({ ...page, path: '/hi*', filters: [] });
    const event = { ...SIGNUP, id, name: 'Joined' };
    expect(await update({ type: 'event', event: 'signup', filters: { values: FILTERS } })).toEqual(event);
    expect(await sites.calls.GetGoal({ siteId, id }, OURS)).toEqual(event);
  });

  it.each([
    [{ name: ' ' }, ['name']],
    [{ type: 'click', event: 'click' }, ['type']],
    [{ type: 'page' }, ['path']],
    [{ type: 'page', event: 'signup', path: '/' }, ['event']],
    [{ event: '' }, ['event']],
    [{ path: '/welcome' }, ['path']],
    [{ filters: { values: [{ key: 'entry_page', operator: 'is', value: '/' }] } }, ['filters[0].key']],
  ])('stays if the change is %j', async (fields, names) => {
    const { id } = await sites.calls.CreateGoal({ siteId, goal: SIGNUP }, OURS);
    const change = sites.calls.UpdateGoal({ siteId, id, ...fields }, OURS);
    const error: unknown = await change.catch((e: unknown) => e);
    expect(error).toMatchObject({ code: 'invalid_request', fields: names.map((field) => ({ field })) });
    expect(await sites.calls.GetGoal({ siteId, id }, OURS)).toEqual({ ...SIGNUP, id });
  });

  it('gets both of two concurrent changes', async () => {
    const { id } = await sites.calls.CreateGoal({ siteId, goal: SIGNUP }, OURS);
    for (let n = 0; n < 10; n++) {
      const change = { name: `Goal ${n}`, event: `event ${n}` };
      await Promise.all([
        sites.calls.UpdateGoal({ siteId, id, name: change.name }, OURS),
        sites.calls.UpdateGoal({ siteId, id, event: change.event }, OURS),
      ]);
      expect(await sites.calls.GetGoal({ siteId, id }, OURS)).toEqual({ ...SIGNUP, id, ...change });
    }
  });

  it('is limited to a hundred per site', async () => {
    const make = () => sites.calls.CreateGoal({ siteId, goal: SIGNUP }, OURS);
    for (let n = 0; n < 100; n++) await make();
    await expect(make()).rejects.toMatchObject({ code: 'invalid_request' });
  });
});

describe('a funnel', () => {
  it('is created with its steps in order, listed, read and deleted', async () => {
    const made = await sites.calls.CreateFunnel({ siteId, funnel: FUNNEL }, OURS);
    expect(made).toEqual({ id: made.id, ...FUNNEL, steps: FUNNEL.steps.map((step) => ({ id: 0, ...step })) });
    expect(await sites.calls.ListFunnels({ siteId }, OURS)).toEqual({ funnels: [made] });
    expect(await sites.calls.GetFunnel({ siteId, id: made.id }, OURS)).toEqual(made);
    await sites.calls.DeleteFunnel({ siteId, id: made.id }, OURS);
    const deleted = sites.calls.GetFunnel({ siteId, id: made.id }, OURS);
    await expect(deleted).rejects.toMatchObject({ code: 'funnel_not_found' });
  });

  it('is changed in the given fields only', async () => {
    const { id, steps } = await sites.calls.CreateFunnel({ siteId, funnel: FUNNEL }, OURS);
    const update = (fields: object) => sites.calls.UpdateFunnel({ siteId, id, ...fields }, OURS);
    expect(await update({ windowHours: 48 })).toEqual({ ...FUNNEL, id, steps, windowHours: 48 });
    const swapped = { id, name: 'Swapped', windowHours: 48, steps: steps.toReversed() };
    expect(await update({ name: 'Swapped', steps: { values: [THANKS, SIGNUP] } })).toEqual(swapped);
    for (const [fields, field] of [
      [{ windowHours: 0 }, 'windowHours'],
      [{ steps: { values: [SIGNUP] } }, 'steps'],
      [{ steps: { values: [SIGNUP, { ...THANKS, path: '' }] } }, 'steps[1].path'],
    ] as const)
      await expect(update(fields)).rejects.toMatchObject({ code: 'invalid_request', fields: [{ field }] });
    expect(await sites.calls.GetFunnel({ siteId, id }, OURS)).toEqual(swapped);
  });

  it.each([
    [{ ...FUNNEL, steps: [SIGNUP] }, 'steps'],
    [{ ...FUNNEL, steps: Array.from({ length: 9 }, () => SIGNUP) }, 'steps'],
    [{ ...FUNNEL, windowHours: 0 }, 'windowHours'],
    [{ ...FUNNEL, windowHours: 8_761 }, 'windowHours'],
    [{ ...FUNNEL, steps: [SIGNUP, { ...THANKS, path: '' }] }, 'steps[1].path'],
  ])('is refused as %j', async (funnel, field) => {
    await expect(sites.calls.CreateFunnel({ siteId, funnel }, OURS)).rejects.toMatchObject({
      code: 'invalid_request',
      fields: [{ field }],
    });
  });
});

describe('another workspace, a deleted site and an unknown site', () => {
  it('have none of our goals and funnels', async () => {
    const goal = await sites.calls.CreateGoal({ siteId, goal: SIGNUP }, OURS);
    const funnel = await sites.calls.CreateFunnel({ siteId, funnel: FUNNEL }, OURS);
    const attempts = (site: number | string, options: object) => [
      sites.calls.ListGoals({ siteId: site }, options),
      sites.calls.CreateGoal({ siteId: site, goal: SIGNUP }, options),
      sites.calls.GetGoal({ siteId: site, id: goal.id }, options),
      sites.calls.UpdateGoal({ siteId: site, id: goal.id, name: 'Stolen' }, options),
      sites.calls.DeleteGoal({ siteId: site, id: goal.id }, options),
      sites.calls.ListFunnels({ siteId: site }, options),
      sites.calls.CreateFunnel({ siteId: site, funnel: FUNNEL }, options),
      sites.calls.GetFunnel({ siteId: site, id: funnel.id }, options),
      sites.calls.UpdateFunnel({ siteId: site, id: funnel.id, name: 'Stolen' }, options),
      sites.calls.DeleteFunnel({ siteId: site, id: funnel.id }, options),
    ];
    const expectNotFound = async (site: number | string, options: object) => {
      for (const outcome of await Promise.allSettled(attempts(site, options)))
        expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'site_not_found' } });
    };
    await expectNotFound(siteId, { workspaceId: 999 });
    for (const id of NO_IDS) await expectNotFound(id, OURS);
    await sites.calls.DeleteSite({ id: siteId }, OURS);
    await expectNotFound(siteId, OURS);
    await sites.calls.RestoreSite({ id: siteId }, OURS);
    expect(await sites.calls.ListGoals({ siteId }, OURS)).toEqual({ goals: [goal] });
    expect(await sites.calls.ListFunnels({ siteId }, OURS)).toEqual({ funnels: [funnel] });
  });

  it('another site of the workspace does not have our goal', async () => {
    const { id } = await sites.calls.CreateGoal({ siteId, goal: SIGNUP }, OURS);
    const other = (await createSiteOn(sites, `other${testNumber}.example`, OURS)).id;
    for (const attempt of [
      sites.calls.GetGoal({ siteId: other, id }, OURS),
      sites.calls.UpdateGoal({ siteId: other, id, name: 'Stolen' }, OURS),
    ])
      await expect(attempt).rejects.toMatchObject({ code: 'goal_not_found' });
  });
});
