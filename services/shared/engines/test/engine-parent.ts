import { lockDataDirectory } from '../src/data-directory';
import { startEngines } from '../src/start-engines';

/**
 * The program that start-parent.ts bundles and runs: locks a directory (`lock`) or starts both engines in it (`engines`). Writes one
 * line of JSON to standard output and exits when its standard input ends.
 */
async function main([command, directory]: string[]): Promise<void> {
  if (!directory) throw new Error('usage: engine-parent lock|engines <directory>');
  if (command === 'lock') {
    lockDataDirectory(directory);
    process.stdout.write(`${JSON.stringify({ pid: process.pid })}\n`);
    process.stdin.resume();
    return;
  }
  const engines = await startEngines({ directory });
  process.stdout.write(`${JSON.stringify(engines)}\n`);
  process.stdin.resume().once('end', () => void engines.stop());
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
