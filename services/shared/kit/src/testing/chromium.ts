import { execFile } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** A Chromium executable and its environment. */
export interface ChromiumExecutable {
  readonly path: string;
  /** This process's environment plus the shared libraries and fonts that minimal machines lack. */
  readonly env: Readonly<Record<string, string>>;
}

interface Found {
  path: string;
  /** Folder of shared libraries that a minimal machine lacks. */
  libraries?: string;
  /** Folder of fonts, for a machine without any. */
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
 *   but localhost, so that a test never reaches the network.
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
 * Returns the first available of: `CHROME_PATH`; `chromium` or `google-chrome` on PATH; the executable in the npm package
 * `@sparticuz/chromium`, unpacked once per machine and user into a private temporary folder.
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

/** Unpacks into its own folder: the package uses the shared temp folder, where concurrent tests would read partial files. */
async function unpackedChromium(): Promise<Found> {
  const root = privateFolder();
  const entry = require.resolve('@sparticuz/chromium');
  const home = join(root, versionOf(entry));
  if (!existsSync(home)) {
    const staged = mkdtempSync(join(root, 'unpacking-'));
    // A separate process, because the package reads its target folder from the environment. The name of the Lambda runtime makes
    // it unpack its shared libraries (NSS and others), too.
    await promisify(execFile)(process.execPath, ['-e', 'require(process.argv[1]).executablePath()', entry], {
      env: { ...process.env, TMPDIR: staged, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' },
    });
    // The package's font settings use folders of that runtime. Without a font, text has no size and links cannot be clicked.
    writeFileSync(
      join(staged, 'fonts', 'fonts.conf'),
      `<fontconfig><dir>${home}/fonts</dir><cachedir>${home}/fonts/cache</cachedir></fontconfig>`,
    );
    try {
      renameSync(staged, home);
    } catch (error) {
      // Another process has unpacked it meanwhile.
      rmSync(staged, { recursive: true, force: true });
      if (!existsSync(home)) throw error;
    }
  }
  return { path: join(home, 'chromium'), libraries: join(home, 'al2023', 'lib'), fonts: join(home, 'fonts') };
}

/** The version of the package that contains a file. Its exports hide its package.json from require(). */
function versionOf(file: string): string {
  const folder = dirname(file);
  const path = join(folder, 'package.json');
  const { version } = (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}) as {
    readonly version?: string;
  };
  return version ?? versionOf(folder);
}

/** A folder that only this user can write to, because its content is executed. */
function privateFolder(): string {
  const { uid } = userInfo();
  const folder = join(tmpdir(), `headwater-chromium-${uid}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== uid) {
    throw new Error(`${folder} belongs to another user; remove it or set CHROME_PATH`);
  }
  chmodSync(folder, 0o700);
  return folder;
}
