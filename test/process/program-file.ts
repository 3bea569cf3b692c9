import { join } from 'node:path';
import { buildIfStale } from '#server/process/build/build.ts';

const root = join(import.meta.dirname, '../..');
let building: Promise<void> | undefined;

/** The file that `npm start` runs, built first where its sources changed. A start from it takes half of the time. */
export async function builtProgram(): Promise<string> {
  await (building ??= buildIfStale(() => undefined));
  return join(root, 'dist/server/main.js');
}

/** The file that `npm run dev` runs. */
export const sourceProgram = join(root, 'server/main.ts');
