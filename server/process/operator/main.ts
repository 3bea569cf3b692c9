import { configOfEnvironment } from '#server/config/config.ts';
import { fault, isFault } from '#db/fault.ts';
import { AppError } from '#domain/errors.ts';
import { explain } from '#server/process/explain.ts';
import { readArguments } from './command.ts';
import type { Terminal } from './command.ts';
import { commands, help } from './commands.ts';
import { openInstallation } from './installation.ts';

const terminal: Terminal = { input: process.stdin, say: write };
/** What is no result goes to the other stream, so that an export can be written to a file. */
const note = (line: string) => void process.stderr.write(`${line}\n`);

await main(process.argv.slice(2));

/** Runs one command of the operator. The exit code is 1 after a refusal or a failed check. */
async function main([name, ...argv]: readonly string[]): Promise<void> {
  if (name === undefined || name === 'help' || name === '--help') {
    await write(help());
    process.exitCode = name === undefined ? 1 : 0;
    return;
  }
  try {
    process.exitCode = await run(name, argv);
  } catch (error) {
    note(`\n✖ ${refusalOf(error)}\n`);
    process.exitCode = 1;
  }
}

async function run(name: string, argv: readonly string[]): Promise<number> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command)
    throw fault(`Não há o comando «${name}». Escreva um destes: ${Object.keys(commands).join(', ')}.`);
  const given = readArguments(command, argv);
  if ('inspect' in command) return command.inspect(configOfEnvironment, terminal);
  const installation = await openInstallation(configOfEnvironment(), note);
  const stop = () => void installation.close().finally(() => process.exit(130));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, stop);
  try {
    await command.run(installation, given, terminal);
    return 0;
  } finally {
    await installation.close();
  }
}

/** A refusal of the product names its fields; anything unexpected keeps its stack. */
function refusalOf(error: unknown): string {
  if (!(error instanceof AppError)) return isFault(error) ? error.message : explain(error);
  const fields = Object.values(error.extras.errors ?? {});
  return fields.length > 0 ? fields.join('\n  ') : error.message;
}

/** Waits while the reader of a pipe is behind. */
function write(line: string): Promise<void> {
  return new Promise((resolve, reject) =>
    process.stdout.write(`${line}\n`, (error) => (error ? reject(error) : resolve())),
  );
}
