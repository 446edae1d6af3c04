import { execFileSync } from 'node:child_process';
import { cpSync, lstatSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { of, parseDockerfile } from '../dockerfile';

const root = join(__dirname, '../../..');

/** The folders and files of .dockerignore. Its `!` lines only include files that the build stages need. */
const IGNORED =
  /^(\.git|\.ci|\.headwater|coverage|helm)\/|(^|\/)(node_modules|dist|test)(\/|$)|\.test\.ts$|\.log$|^deploy\/(?!image\/)|^services\/(all-in-one\/src|(bench|e2e|seed|shared\/engines)\/(?!package\.json))/;

/**
 * Builds the image's files in a folder, with the RUN commands of deploy/Dockerfile. Without root rights, only its /app.
 *
 * @param directory an empty folder
 * @returns the folder that would be the root of the image, and the folder of its source maps
 */
export function buildImage(directory: string): { readonly image: string; readonly maps: string } {
  const { stages } = parseDockerfile(readFileSync(join(root, 'deploy/Dockerfile'), 'utf8'));
  const stage = (name: string) => stages.find((one) => one.name === name);
  const workspaces = /"(.*)"/.exec(of(stage('npm'), 'ENV')[0] ?? '')?.[1] ?? '';
  const [build, dependencies, image] = ['build', 'dependencies', 'image'].map((name) =>
    join(directory, name),
  );
  if (!build || !dependencies || !image) throw new Error('unreachable');
  const app = join(image, 'app');
  const maps = join(directory, 'maps');
  const run = (cwd: string, command: string): void => {
    const filled = command
      .replace(/^(--mount=\S+ )+/, '')
      .replaceAll('${WORKSPACES}', workspaces)
      .replaceAll('/image', app)
      .replaceAll('/maps', maps)
      .replaceAll('/system', image)
      .replaceAll('/usr/local/bin/node', process.execPath);
    execFileSync('sh', ['-c', filled], { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
  };

  const context = contextFiles();
  const manifests = context.filter((file) =>
    /(^|\/)package\.json$|^package-lock\.json$|^\.npmrc$/.test(file),
  );
  copy(context, build);
  copy(manifests, dependencies);
  for (const command of of(stage('build'), 'RUN')) run(build, command);
  for (const command of of(stage('dependencies'), 'RUN')) run(dependencies, command);
  if (process.getuid?.() === 0) for (const command of of(stage('system'), 'RUN')) run(directory, command);
  cpSync(join(dependencies, 'node_modules'), join(app, 'node_modules'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  return { image, maps };
}

/** Whether it is an existing file and no link: an install must not overwrite the target of a link. */
const isFile = (file: string): boolean =>
  lstatSync(join(root, file), { throwIfNoEntry: false })?.isFile() ?? false;

/** The files of the build context: tracked and new files, without the ignored ones. */
function contextFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1_048_576,
  });
  return listed.split('\0').filter((file) => file !== '' && !IGNORED.test(file) && isFile(file));
}

function copy(files: readonly string[], target: string): void {
  for (const file of files) {
    mkdirSync(join(target, file, '..'), { recursive: true });
    cpSync(join(root, file), join(target, file));
  }
}
