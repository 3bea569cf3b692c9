import { parseArgs } from 'node:util';
import type { ParseArgsConfig } from 'node:util';
import { fault, isFault } from '#db/fault.ts';
import { explain } from '#server/process/explain.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

/** Writes a line of a command's result. */
export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** @throws a fault with the right way to write the command */
export function readOptions<const T extends Options>(options: T, usage: string) {
  try {
    return parseArgs({ options }).values;
  } catch {
    throw fault(`Escreva: ${usage}`);
  }
}

/**
 * Runs a command. The exit code is 1 after a refusal or a failed check, and 130 after a signal, which lets the command
 * leave nothing half done.
 * @param work returns the exit code
 */
export async function runCommand(work: (signal: AbortSignal) => Promise<number>): Promise<void> {
  const interrupting = new AbortController();
  const interrupted = fault('Interrompido.');
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => interrupting.abort(interrupted));
  try {
    process.exitCode = await work(interrupting.signal);
  } catch (error) {
    process.stderr.write(`\n✖ ${isFault(error) ? error.message : explain(error)}\n\n`);
    process.exitCode = error === interrupted ? 130 : 1;
  }
}
