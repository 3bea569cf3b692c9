import { expect, test } from 'vitest';
import type { EntryContext } from 'react-router';
import { scriptData, startScripts } from './start-script.ts';

const page = {
  manifest: { routes: {}, url: '/build/manifest.js', entry: { module: '/build/entry.js', imports: [] } },
  serverHandoffString: '{}',
  staticHandlerContext: { matches: [] },
} as unknown as EntryContext;

test('user text cannot end the inline script that carries it, nor begin an HTML comment (T71, ASVS 1.2.3)', () => {
  const written = 'Teclado </script><script>alert(1)</script> <!-- <SCRIPT> ]]> \u2028 \u2029 & "aspas" \\';
  const given = scriptData(JSON.stringify({ title: written }));
  expect(given).not.toMatch(/[<>&\u2028\u2029]/);
  expect(JSON.parse(given)).toEqual({ title: written });
  // Data stands in an element of its own.
  const { head, end } = startScripts(page, new URLSearchParams());
  expect(head + end).not.toContain('<');
});
