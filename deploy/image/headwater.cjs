// The image's entry point: `headwater <process> [arguments]` runs dist/<process>.js in this very process, which so gets
// the signals of the container.
const { readdirSync } = require('node:fs');
const { join } = require('node:path');

/** Jobs and commands: they end by themselves and handle no signal. As process 1 they would not even be ended by one. */
const RUN_ONCE = ['admin', 'keys', 'migrate', 'purge', 'wait-for-schema'];

const processes = readdirSync(__dirname)
  .filter((file) => file.endsWith('.js') && file !== 'headwater.js')
  .map((file) => file.slice(0, -'.js'.length))
  .sort();

const [name = ''] = process.argv.splice(2, 1);
if (processes.includes(name)) {
  if (RUN_ONCE.includes(name))
    for (const [signal, code] of [
      ['SIGTERM', 143],
      ['SIGINT', 130],
    ])
      process.once(signal, () => process.exit(code));
  require(join(__dirname, `${name}.js`));
} else {
  console.error(
    `${name === '' ? 'Say' : `There is no process "${name}": say`} what to run, one of ${processes.join(', ')}.`,
  );
  process.exitCode = 2;
}
