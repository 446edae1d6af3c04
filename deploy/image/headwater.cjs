// Entry point of the image: `headwater <process> [arguments]` runs dist/<process>.js in this process, which receives the signals of
// the container.
const { readdirSync } = require('node:fs');
const { join } = require('node:path');

/** Jobs and commands without signal handlers. As process 1 they would ignore SIGTERM and SIGINT. */
const RUN_ONCE = ['admin', 'keys', 'migrate', 'purge', 'selfaudit', 'wait-for-schema'];

const processes = readdirSync(__dirname)
  .filter((file) => file.endsWith('.js') && file !== 'headwater.js')
  .map((file) => file.slice(0, -'.js'.length))
  .sort();

const [name = ''] = process.argv.splice(2, 1);
if (processes.includes(name)) {
  if (RUN_ONCE.includes(name) || process.argv.includes('--drain'))
    for (const [signal, code] of [
      ['SIGTERM', 143],
      ['SIGINT', 130],
    ])
      process.once(signal, () => process.exit(code));
  require(join(__dirname, `${name}.js`));
} else {
  console.error(
    `${name === '' ? 'Name the process to run' : `There is no process "${name}". Name the process to run`}: ${processes.join(', ')}.`,
  );
  process.exitCode = 2;
}
