import { parseArgs } from 'node:util';
import type { ParseArgsOptionsConfig } from 'node:util';

/**
 * The options of one of our programs, as `parseArgs` reads them. Whoever asks for one that there is not, or for a
 * number that is none, is told which there are, with their defaults, and the program ends.
 */
export function readOptions<const T extends ParseArgsOptionsConfig>(options: T) {
  const values = understood(options);
  const isWrong = ([name, { default: usual }]: [string, ParseArgsOptionsConfig[string]]) =>
    isNumber(usual) && !isNumber((values as Record<string, unknown>)[name]);
  const wrong = Object.entries(options).find(isWrong);
  return wrong ? refuse(options, `--${wrong[0]} pede um número.`) : values;
}

function understood<const T extends ParseArgsOptionsConfig>(options: T) {
  try {
    return parseArgs({ options }).values;
  } catch {
    return refuse(options, `Não entendi «${process.argv.slice(2).join(' ')}».`);
  }
}

function refuse(options: ParseArgsOptionsConfig, why: string): never {
  const described = Object.entries(options).map(([name, { default: usual }]) =>
    usual ? `--${name} (${usual})` : `--${name}`,
  );
  console.error(`\n✖ ${why} As opções são: ${described.join(', ')}.\n`);
  process.exit(1);
}

const isNumber = (value: unknown) => /^\d+(\.\d+)?$/.test(String(value));
