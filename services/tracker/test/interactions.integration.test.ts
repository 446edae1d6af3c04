import { useBrowserSession } from './browser-session';
import { snippet } from './page-host';

const session = useBrowserSession();

/** A page with those elements, whose clicks and submits lead nowhere. */
async function open(auto: string, elements: string): Promise<void> {
  const stay = `<script>
    for (const type of ['click', 'submit', 'auxclick'])
      addEventListener(type, (e) => type === 'click' && e.target.closest('button') || e.preventDefault());
  </script>`;
  session.host.pages['/'] = `${snippet(auto && `data-auto="${auto}"`)}${stay}${elements}`;
  await session.page.goto(session.url('/'));
}

const reported = async (count: number) =>
  (await session.events(count + 1)).slice(1).map(({ name, props }) => [name, props]);

test('reports a link to another host, without query and fragment, and what is clicked within it', async () => {
  await open('outbound', '<a id="a" href="https://partner.test/deal?token=secret#x"><b id="b">Deal</b></a>');
  await session.page.click('#b');
  expect(await reported(1)).toEqual([['outbound', { url: 'https://partner.test/deal' }]]);
});

test('reports a link of the middle button, not of the right one', async () => {
  await open('outbound', '<a id="a" href="https://partner.test/1">1</a>');
  await session.page.click('#a', { button: 'right' });
  await session.page.click('#a', { button: 'middle' });
  await session.page.evaluate("headwater.track('end')");
  expect((await reported(2)).map(([name]) => name)).toEqual(['outbound', 'end']);
});

test('sees links in an open shadow tree, and clicks that the page stops', async () => {
  await open(
    'outbound',
    `<div id="host"></div><script>
      host.attachShadow({mode: 'open'}).innerHTML = '<a href="https://partner.test/shadow">s</a>';
      host.addEventListener('click', (e) => e.stopImmediatePropagation());
    </script>`,
  );
  await session.page.click('#host a');
  expect(await reported(1)).toEqual([['outbound', { url: 'https://partner.test/shadow' }]]);
});

test('reports files by their ending and by the attribute, once each, also on another host', async () => {
  await open(
    'outbound,downloads',
    '<a id="a" href="/guide.PDF?v=2">a</a> <a id="b" href="/export" download>b</a> <a id="c" href="https://cdn.test/x.zip">c</a>',
  );
  for (const id of ['#a', '#b', '#c']) await session.page.click(id);
  expect(await reported(3)).toEqual([
    ['download', { url: session.url('/guide.PDF') }],
    ['download', { url: session.url('/export') }],
    ['download', { url: 'https://cdn.test/x.zip' }],
  ]);
});

test('reports that a form was sent, and nothing of what was typed', async () => {
  await open(
    'forms',
    '<form id="signup" action="/join?token=secret"><input name="email" value="ada@example.com"><button>Go</button></form>',
  );
  await session.page.click('button');
  expect(await reported(1)).toEqual([['form', { id: 'signup' }]]);
  expect(JSON.stringify(session.host.recorded)).not.toMatch(/ada@|secret/);
});

test('survives a form whose field hides its id', async () => {
  await open('forms', '<form id="f"><input name="id"><button>Go</button></form>');
  await session.page.click('button');
  expect(await reported(1)).toEqual([['form', {}]]);
});

test('reports only enabled interactions, and never links within the host', async () => {
  const elements =
    '<a id="a" href="https://partner.test/">a</a> <a id="b" href="/x.pdf">b</a> <a id="c" href="/inside">c</a> <a id="d" href="mailto:a@b.test">d</a> <form><button>Go</button></form>';
  await open('', elements);
  for (const id of ['#a', '#b', '#c', '#d', 'button']) await session.page.click(id);
  await open('outbound', elements);
  for (const id of ['#b', '#c', '#d', 'button']) await session.page.click(id);
  await session.page.evaluate("headwater.track('end')");
  const events = await session.events(3);
  expect(events.map(({ name }) => name)).toEqual(['pageview', 'pageview', 'end']);
});
