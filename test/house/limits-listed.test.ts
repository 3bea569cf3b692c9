import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { allEndpoints } from '#contract/all.ts';
import { readsPerSecond, burstReads } from '#server/http/limits/read-limit.ts';

const page = new URL('../../docs/limits.md', import.meta.url);
const spans: Record<number, string> = {
  10_000: '10 seconds',
  60_000: 'minute',
  600_000: '10 minutes',
  900_000: '15 minutes',
  3_600_000: 'hour',
  86_400_000: 'day',
};

test('docs/limits.md lists every call that is limited, with its figure, and no other (T105)', async () => {
  const text = await readFile(page, 'utf8');
  const listed = text.split('\n').filter((line) => /^\| `(?:GET|POST|PUT|PATCH|DELETE) /.test(line));
  const rows = allEndpoints.flatMap(({ method, path, limit }) =>
    limit
      ? [
          `| \`${method} ${path}\` | ${limit.max} | ${spans[limit.windowMs]} | ${limit.by === 'ip' ? 'network' : 'person'} |`,
        ]
      : [],
  );
  expect(listed.map((line) => line.replaceAll(/ +/g, ' ')).toSorted()).toEqual(rows.toSorted());
  expect(text).toContain(`${readsPerSecond} a second`);
  expect(text).toContain(burstReads.toLocaleString('en'));
});
