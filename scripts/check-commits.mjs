// Checks the subjects of all commits since the commit that added this script: npm run commits. Subjects read `type(scope): imperative subject`, with
// at most 72 characters. Skips merge commits, and everything in a shallow clone or without git.
import { spawnSync } from 'node:child_process';

/** Types of Conventional Commits that we use. */
const COMMIT_TYPES = ['feat', 'fix', 'docs', 'refactor', 'perf', 'test', 'build', 'ci', 'style', 'chore'];

/** First words of commit subjects. Add a verb in its imperative form if it is missing. */
const IMPERATIVE_VERBS = new Set(
  `accept add adjust adopt align allow answer apply assert assign attach authenticate avoid await batch benchmark bind block bound build
   bump cache call cancel cap change charge check choose clarify clean clear close collapse collect combine commit compare compile complete compress
   compute configure convert copy correct count cover create cut deduplicate declare decode decrease default define delay delete delimit deliver
   deprecate derive describe detect disable disconnect divide document drain draw drop embed enable encode encrypt end enforce ensure escape evaluate exclude
   erase execute exit expand expect expire explain export expose extend extract fail fetch fill find finish fix flatten flush follow force format fuzz
   generate get give group guard handle hide hold hash harden ignore implement import improve include increase index infer inherit
   initialise inject inline insert inspect install interrupt introduce invalidate isolate join keep label leave let lift limit link lint list
   load lock log loosen lower make map mark mask match measure memoise merge migrate mirror mock move name narrow normalise notify number omit open optimise
   order organise override pack parallelise parameterise parse pass patch pause permit pin plan point poll preallocate prefer prepare preserve prevent
   print prioritise probe propagate protect prove provide prune publish pull purge push put query queue quote raise randomise read rebuild recognise record recover
   redact redirect reduce refactor refresh refuse register reject relax release reload remove rename render reorder repair repeat replace replay report
   request require reserve reset resolve respect restart restore restrict restructure resume retire retry return reuse revert review revoke rewrite roll rotate
   round route run sample sanitise save scale scan schedule scope seal search seed select send separate serialise serve set shard share shorten show shrink
   shut sign simplify skip sort specify speed split stabilise stage start state stop store stream strip stub sum supply support suppress swap switch synchronise
   take tag test throttle throw tidy tighten time trace track translate treat trim truncate trust try tune type unify unlink unlock
   unpack update upgrade upload use validate verify wait warn weaken widen wire withdraw word wrap write yield`.split(
    /\s+/,
  ),
);

const MAX_LENGTH = 72;
const SCRIPT = 'scripts/check-commits.mjs';
const FORMAT = new RegExp(`^(?:${COMMIT_TYPES.join('|')})(?:\\([a-z0-9,-]+\\))?!?: (\\S.*)$`);

/** The output of git in the current folder; undefined if git fails. */
function git(...options) {
  const { status, stdout } = spawnSync('git', options, { encoding: 'utf8', maxBuffer: 1 << 26 });
  return status === 0 ? stdout.trim() : undefined;
}

/** All faults of a subject. */
function faultsOf(subject) {
  if (/^Revert "/.test(subject)) return [];
  const [, text] = FORMAT.exec(subject) ?? [];
  if (text === undefined)
    return [`does not read "type(scope): subject" with one of ${COMMIT_TYPES.join(', ')}`];
  const [first] = text.split(/[\s,:]/, 1);
  return [
    subject.length > MAX_LENGTH && `has ${subject.length} characters (max ${MAX_LENGTH})`,
    !IMPERATIVE_VERBS.has(first) &&
      `starts with "${first}", which is no imperative verb in scripts/check-commits.mjs`,
    text.endsWith('.') && 'ends with a full stop',
  ].filter(Boolean);
}

/** The commits after the commit that added this script, as lines `hash subject`; undefined if there is nothing to check. */
function listCommits() {
  const shallow = git('rev-parse', '--is-shallow-repository');
  if (shallow === undefined) return console.log('Skipped: this folder is not a git repository.');
  if (shallow === 'true')
    return console.log('Skipped: the clone is shallow. Run `git fetch --unshallow` to check commits.');
  const added = git('log', '--diff-filter=A', '--format=%H', '--reverse', '--', SCRIPT)?.split('\n')[0];
  if (!added) return console.log(`Skipped: no commit adds ${SCRIPT}.`);
  return git('log', '--no-merges', '--format=%h %s', `${added}..HEAD`);
}

const commits = listCommits()?.split('\n').filter(Boolean);
if (commits !== undefined) {
  const faults = commits.flatMap((commit) =>
    faultsOf(commit.slice(commit.indexOf(' ') + 1)).map((fault) => `${commit}\n  ${fault}`),
  );
  for (const fault of faults) console.error(fault);
  console.log(`${commits.length} commits checked, ${faults.length} faults.`);
  if (faults.length > 0) process.exitCode = 1;
}
