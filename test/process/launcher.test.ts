import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const launcher = join(import.meta.dirname, '../../bin/launcher.js');

/** The program that the launcher runs: it prints a line when it is ready and when it gets a signal. */
const program = `process.on('SIGTERM', () => { console.log('told'); process.exit(0); });
  setInterval(() => {}, 1e6); console.log('up');`;
const launching = `import { run } from ${JSON.stringify(launcher)};
  await run(process.execPath, ['-e', ${JSON.stringify(program)}]);`;

test.skipIf(process.platform === 'win32')(
  'a server stops when only npm is signalled, whose shell exits without forwarding it',
  async () => {
    const shell = spawn('sh', ['-c', `"$NODE" --input-type=module -e "$SCRIPT"; true`], {
      env: { ...process.env, NODE: process.execPath, SCRIPT: launching, npm_lifecycle_event: 'start' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let heard = '';
    shell.stdout.on('data', (chunk) => (heard += chunk));
    await expect.poll(() => heard, { timeout: 10_000 }).toContain('up');
    const closed = once(shell.stdout, 'close');
    shell.kill('SIGTERM');
    await closed;
    expect(heard).toContain('told');
  },
);
