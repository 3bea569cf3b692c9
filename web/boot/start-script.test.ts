import { expect, test } from 'vitest';
import type { EntryContext } from 'react-router';
import { startScript } from './start-script.ts';

const page = {
  manifest: { routes: {}, url: '/build/manifest.js', entry: { module: '/build/entry.js', imports: [] } },
  serverHandoffString: '{}',
  staticHandlerContext: { matches: [] },
} as unknown as EntryContext;

test('nothing people wrote ends the script that carries it, or begins a comment of the page (T71, ASVS 1.2.3)', () => {
  const written = 'Teclado </script><script>alert(1)</script> <!-- <SCRIPT> ]]> \u2028 \u2029 & "aspas" \\';
  const script = startScript(page, JSON.stringify({ title: written }));
  const given = /enqueue\((".*?")\);router/.exec(script)![1]!;
  expect(given).not.toMatch(/[<>&\u2028\u2029]/);
  expect(JSON.parse(JSON.parse(given) as string)).toEqual({ title: written });
});
