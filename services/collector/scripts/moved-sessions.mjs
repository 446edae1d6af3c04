import { Readable } from 'node:stream';
import { createInterface } from 'node:readline';
import { URLSearchParams } from 'node:url';

const TAGS = ['utm_source', 'utm_medium', 'utm_campaign'];

/** Sessions with the same values get the same verdict. */
const SESSIONS = `
SELECT channel, source, referrer, ${TAGS.join(', ')}, toUInt32(uniqExact(site_id, session_id)) AS sessions
FROM events FINAL
WHERE channel != ''
GROUP BY ALL
FORMAT JSONEachRow`;

/**
 * Prints the stored sessions that other rules would move to another channel or source, by move. Without a URL it prints how to set it.
 *
 * @param rules `acquisitionOf` before and after the change
 * @param clickhouseUrl `http://user:password@host:port/database`
 */
export async function printMovedSessions({ before, after }, clickhouseUrl) {
  if (clickhouseUrl === undefined) {
    console.log(
      'Sessions not compared. To print the stored sessions that would move, set CLICKHOUSE_URL=http://user:password@host:port/database. `npm start` writes it to .headwater/addresses.json.',
    );
    return;
  }
  let [all, moved, skipped] = [0, 0, 0];
  const moves = new Map();
  for await (const { sessions, channel, source, ...row } of storedSessions(clickhouseUrl)) {
    all += sessions;
    const from = nameOf({ channel, source });
    const to = verdict(after, row);
    // Neither click ids nor payment pages are stored: other facts than these decided, or older rules.
    if (verdict(before, row) !== from) skipped += sessions;
    else if (from !== to) {
      moved += sessions;
      const example = [row.referrer, ...TAGS.map((tag) => row[tag])].filter(Boolean).join(' ');
      const move = `${from} -> ${to}`;
      moves.set(move, { example, ...moves.get(move), count: (moves.get(move)?.count ?? 0) + sessions });
    }
  }
  console.log(`${moved} of ${all} stored sessions would move`);
  for (const [move, { count, example }] of [...moves].sort((a, b) => b[1].count - a[1].count))
    console.log(`${String(count).padStart(8)}  ${move}  e.g. ${example}`);
  if (skipped > 0) console.log(`not compared: ${skipped} with click ids or older rules`);
}

async function* storedSessions(clickhouseUrl) {
  const { origin, pathname, username, password } = new URL(clickhouseUrl);
  const [user, secret] = [username, password].map(decodeURIComponent);
  const database = encodeURIComponent(decodeURIComponent(pathname.slice(1)) || 'default');
  const response = await fetch(`${origin}/?database=${database}`, {
    method: 'POST',
    body: SESSIONS,
    headers: { authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}` },
  });
  if (!response.ok) throw new Error(`ClickHouse: ${response.status} ${await response.text()}`);
  for await (const line of createInterface({ input: Readable.fromWeb(response.body) }))
    yield JSON.parse(line);
}

function verdict({ acquisitionOf }, row) {
  const query = new URLSearchParams(TAGS.map((tag) => [tag, row[tag]]));
  const landing = { hostname: '', pathname: '/', secure: true, query };
  // A stored referrer is never the site itself.
  return nameOf(acquisitionOf(landing, row.referrer === '' ? '' : `https://${row.referrer}`, 'invalid'));
}

function nameOf({ channel, source }) {
  return `${channel} / ${source || '(none)'}`;
}
