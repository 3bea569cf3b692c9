import { expect, test } from 'vitest';
import type { EntryContext } from 'react-router';
import { startScript } from './start-script.ts';

const page = {
  manifest: { routes: {}, url: '/build/manifest.js', entry: { module: '/build/entry.js', imports: [] } },
  serverHandoffString: '{}',
  staticHandlerContext: { matches: [] },
} as unknown as EntryContext;

test('user text cannot end the inline script that carries it, nor begin an HTML comment (T71, ASVS 1.2.3)', () => {
  const written = 'Teclado </script><script>alert(1)</script> <!-- <SCRIPT> ]]> \u2028 \u2029 & "aspas" \\';
  const script = startScript(page, JSON.stringify({ title: written }));
  const given = /enqueue\((".*?")\);router/.exec(script)![1]!;
  expect(given).not.toMatch(/[<>&\u2028\u2029]/);
  expect(JSON.parse(JSON.parse(given) as string)).toEqual({ title: written });
});
