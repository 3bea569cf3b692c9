import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import type { ParseArgsConfig } from 'node:util';
import { fault } from '#db/fault.ts';
import type { Config } from '#server/config/config.ts';
import type { Ctx } from '#server/context.ts';

/** What a command has of the installation: its database as the owner, its settings and its keys. */
export type Installation = Pick<Ctx, 'db' | 'config' | 'keys' | 'log'>;

/** Where a command reads and writes. */
export interface Terminal {
  input: AsyncIterable<Buffer | string>;
  /** Writes a line of the result. */
  say: (line: string) => void | Promise<void>;
}

/** What follows the name of a command. */
export interface Arguments {
  positionals: string[];
  options: Record<string, string | boolean | undefined>;
}

/** A command of `npm run admin`. */
export interface Command {
  /** Its name and arguments, as they are typed. */
  usage: string;
  summary: string;
  /** How many arguments it takes; the last one may be a sentence, which takes all that follow. */
  takes: number;
  sentence?: boolean;
  options?: NonNullable<ParseArgsConfig['options']>;
  /** @throws a fault with one line that says what to do */
  run: (installation: Installation, given: Arguments, terminal: Terminal) => Promise<void>;
}

/** A command that opens the database by itself, because it also reports that it cannot be opened. */
export interface Inspection extends Omit<Command, 'run'> {
  /** @returns the exit code */
  inspect: (config: () => Config, terminal: Terminal) => Promise<number>;
}

const sentenceLimit = 500;

/** How this program is called: the image has it as `praca`, without npm. */
export const programName = basename(process.argv[1] ?? '') === 'admin.js' ? 'praca' : 'npm run admin --';

/** @throws a fault with the right way to write the command */
export function readArguments(command: Command | Inspection, argv: readonly string[]): Arguments {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      options: command.options ?? {},
      allowPositionals: true,
    });
    const taken = command.sentence ? joined(positionals, command.takes) : positionals;
    if (taken.length === command.takes && taken.every((each) => each.trim() !== ''))
      return { positionals: taken, options: values as Arguments['options'] };
  } catch {
    // An unknown option is answered like a missing argument.
  }
  throw fault(`Escreva: ${programName} ${command.usage}`);
}

/** Joins the words of a last argument that is a sentence, so that quotes are not needed. */
function joined(positionals: readonly string[], takes: number): string[] {
  const sentence = positionals
    .slice(takes - 1)
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return [...positionals.slice(0, takes - 1), sentence.slice(0, sentenceLimit)];
}
