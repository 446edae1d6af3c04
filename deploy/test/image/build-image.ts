import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, lstatSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { of, parseDockerfile } from '../dockerfile';

const root = join(__dirname, '../../..');
const dockerfile = parseDockerfile(readFileSync(join(root, 'deploy/Dockerfile'), 'utf8'));

/** The files of an image, and the way to run it. */
export interface Image {
  /** The folder that is the root of the image. */
  readonly folder: string;
  /** The folder of its source maps. */
  readonly maps: string;
  /** The path of Node in the image. */
  readonly node: string;
  /** The program that runs containers of the image, and the name of the image; undefined without such a program. */
  readonly runtime: { readonly program: string; readonly name: string } | undefined;
}

/** Build arguments that the environment of the test sets. */
const BUILD_ARGUMENTS = ['NODE_IMAGE', 'NPM_CONFIG_REGISTRY', 'HTTPS_PROXY'];

/**
 * Finds the first program that builds images here and has the base image, or can pull it. Prints the choice with its reasons.
 *
 * @throws if NODE_IMAGE is set and no program has that image.
 */
function findBuilder(): string | undefined {
  const [pinned = ''] = dockerfile.before.map(({ text }) => text.replace('NODE_IMAGE=', ''));
  const base = process.env['NODE_IMAGE'] || pinned;
  const reasons: string[] = [];
  for (const program of ['docker', 'podman', 'buildah']) {
    const failure = (...args: readonly string[]): string | undefined => {
      const { status, error, stderr } = spawnSync(program, args, { encoding: 'utf8', timeout: 120_000 });
      return status === 0 ? undefined : (error?.message ?? stderr.trim().split('\n').at(-1) ?? '');
    };
    const reason =
      failure('info') ?? (failure('inspect', '--type', 'image', base) && failure('pull', '--quiet', base));
    if (reason === undefined) {
      console.log(`${program} builds the image from ${base}`);
      return program;
    }
    reasons.push(`${program}: ${reason}`);
  }
  if (process.env['NODE_IMAGE'])
    throw new Error(`No program has the image ${base} of NODE_IMAGE.\n${reasons.join('\n')}`);
  console.log(`The test runs the steps of deploy/Dockerfile on this machine.\n${reasons.join('\n')}`);
  return undefined;
}

const builder = findBuilder();

/** Whether the folder of the image has more than /app. */
export const isComplete = builder !== undefined || process.getuid?.() === 0;

/** Builds the image in an empty folder. */
export function buildImage(directory: string): Image {
  return builder === undefined ? runSteps(directory) : buildWith(builder, directory);
}

function buildWith(program: string, directory: string): Image {
  const [folder, maps, archive] = [join(directory, 'image'), join(directory, 'maps'), join(directory, 'tar')];
  const name = 'headwater:test';
  const options = BUILD_ARGUMENTS.filter((one) => process.env[one]).flatMap((one) => ['--build-arg', one]);
  const authorities = process.env['NODE_EXTRA_CA_CERTS'];
  if (authorities) options.push('--secret', `id=ca,src=${authorities}`);
  const build = (...output: readonly string[]): unknown =>
    execFileSync(program, ['build', '--file', 'deploy/Dockerfile', ...options, ...output, '.'], {
      cwd: root,
      // Docker before 23 and buildah otherwise build without a cache or secrets.
      env: { ...process.env, DOCKER_BUILDKIT: '1', BUILDAH_LAYERS: 'true' },
      stdio: ['ignore', 'ignore', 'pipe'],
      maxBuffer: 64 * 1_048_576,
    });
  build('--tag', name);
  build('--output', `type=tar,dest=${archive}`);
  build('--target', 'maps', '--output', `type=local,dest=${maps}`);
  mkdirSync(folder);
  execFileSync('tar', ['-x', '--same-permissions', '-f', archive, '-C', folder]);
  rmSync(archive);
  // `docker run` and `podman run` pass signals and exit codes on, `buildah run` is for builds.
  const runtime = program === 'buildah' ? undefined : { program, name };
  return { folder, maps, node: '/usr/local/bin/node', runtime };
}

/** The folders and files of .dockerignore. Its `!` lines only include files that the build stages need. */
const IGNORED =
  /^(\.git|\.ci|\.headwater|coverage|helm)\/|(^|\/)(node_modules|dist|test)(\/|$)|\.test\.ts$|\.log$|^deploy\/(?!image\/)|^services\/(all-in-one\/src|(bench|e2e|seed|shared\/engines)\/(?!package\.json))/;

/** Builds the image's files with the RUN commands of deploy/Dockerfile. Without root rights, only its /app. */
function runSteps(directory: string): Image {
  const stage = (name: string) => dockerfile.stages.find((one) => one.name === name);
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
  if (isComplete) for (const command of of(stage('system'), 'RUN')) run(directory, command);
  cpSync(join(dependencies, 'node_modules'), join(app, 'node_modules'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  return { folder: image, maps, node: process.execPath, runtime: undefined };
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
