import { execFile } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

/** A Chromium and how to start it. */
export interface ChromiumExecutable {
  readonly path: string;
  /** This process's environment, with what a bare machine lacks: shared libraries and fonts. */
  readonly env: Readonly<Record<string, string>>;
}

interface Found {
  path: string;
  /** Folder of shared libraries that a bare machine lacks. */
  libraries?: string;
  /** Folder of the only fonts that a bare machine has. */
  fonts?: string;
}

/** Flags of every Chromium in tests. */
const FLAGS = [
  '--no-sandbox', // the sandbox refuses to run as root, as tests in containers do
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * The flags of a Chromium in which only some names resolve.
 *
 * @param hosts host name (or `*.` pattern) → address, such as `{'shop.test': '127.0.0.1'}`. No other name resolves
 *   but localhost, so that a test never reaches out.
 */
export function chromiumFlags(hosts: Readonly<Record<string, string>>): string[] {
  const rules = [
    ...Object.entries(hosts).map(([name, address]) => `MAP ${name} ${address}`),
    'MAP * ~NOTFOUND',
    'EXCLUDE localhost',
    'EXCLUDE 127.0.0.1',
  ];
  return [...FLAGS, `--host-resolver-rules=${rules.join(', ')}`];
}

/**
 * Finds `CHROME_PATH`, else `chromium` or `google-chrome` on PATH, else the one inside the npm package
 * `@sparticuz/chromium`, unpacked once per machine and user into a private folder of the temp folder.
 */
export async function findChromium(): Promise<ChromiumExecutable> {
  const { path, libraries, fonts } = await findExecutable();
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) if (value !== undefined) env[name] = value;
  if (libraries) env['LD_LIBRARY_PATH'] = [env['LD_LIBRARY_PATH'], libraries].filter(Boolean).join(delimiter);
  if (fonts) env['FONTCONFIG_PATH'] ??= fonts;
  return { path, env };
}

async function findExecutable(): Promise<Found> {
  const named = process.env['CHROME_PATH'];
  if (named) return { path: named };
  for (const name of ['chromium', 'google-chrome']) {
    for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
      const path = join(folder, name);
      if (folder && existsSync(path)) return { path };
    }
  }
  return unpackedChromium();
}

/** The package unpacks into the temp folder itself, where two test processes would trip over each other's half-written files. */
async function unpackedChromium(): Promise<Found> {
  const root = privateFolder();
  const home = join(root, '143.0.4');
  if (!existsSync(home)) {
    const staged = mkdtempSync(join(root, 'unpacking-'));
    // Its own process, as the package takes its target folder from the environment. The name of that Lambda
    // runtime makes it unpack its shared libraries (NSS and others) too.
    await promisify(execFile)(
      process.execPath,
      ['-e', 'require(process.argv[1]).executablePath()', require.resolve('@sparticuz/chromium')],
      { env: { ...process.env, TMPDIR: staged, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' } },
    );
    // Its own font settings name folders of that runtime. Without a font text has no size, and a link can't be clicked.
    writeFileSync(
      join(staged, 'fonts', 'fonts.conf'),
      `<fontconfig><dir>${home}/fonts</dir><cachedir>${home}/fonts/cache</cachedir></fontconfig>`,
    );
    try {
      renameSync(staged, home);
    } catch (error) {
      // Another process was faster: its copy is as good.
      rmSync(staged, { recursive: true, force: true });
      if (!existsSync(home)) throw error;
    }
  }
  return { path: join(home, 'chromium'), libraries: join(home, 'al2023', 'lib'), fonts: join(home, 'fonts') };
}

/** A folder that nobody else on the machine can have filled: what lies in it is executed. */
function privateFolder(): string {
  const { uid } = userInfo();
  const folder = join(tmpdir(), `headwater-chromium-${uid}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== uid) {
    throw new Error(`${folder} belongs to somebody else; remove it or set CHROME_PATH`);
  }
  chmodSync(folder, 0o700);
  return folder;
}
