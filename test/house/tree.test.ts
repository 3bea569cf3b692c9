import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(root, path)));

const rooms = ['domain', 'contract', 'server', 'web'] as const;
type Room = (typeof rooms)[number];

/** Every noun of the product, and the rooms in which it has code. */
const nouns: Readonly<Record<string, readonly Room[]>> = {
  accounts: rooms,
  addresses: rooms,
  appeals: rooms,
  community: rooms,
  complaints: rooms,
  dossiers: rooms,
  incidents: rooms,
  ledger: rooms,
  listings: rooms,
  notifications: rooms,
  orders: rooms,
  payments: rooms,
  places: rooms,
  refunds: rooms,
  risk: rooms,
  settings: rooms,
  shipping: rooms,
  simulator: ['contract', 'server', 'web'],
  staff: rooms,
  tickets: rooms,
  withdrawals: rooms,
};

/** What serves all nouns and belongs to none. */
const shared: Readonly<Record<Room, readonly string[]>> = {
  domain: ['text'],
  contract: [],
  server: [
    'adapters',
    'background',
    'concurrency',
    'config',
    'database',
    'events',
    'files',
    'http',
    'letters',
    'lists',
    'metrics',
    'tracing',
    'process',
    'secrets',
  ],
  web: ['api', 'boot', 'layouts', 'live', 'navigation', 'pages', 'ui'],
};

describe('the tree', () => {
  test.each(rooms)('%s has a folder for each noun it has code for, the shared ones, and no other', (room) => {
    const expected = [
      ...Object.keys(nouns).filter((noun) => nouns[noun]!.includes(room)),
      ...shared[room],
    ].toSorted();
    const folders = new Set(
      files
        .filter((path) => path.startsWith(`${room}/`))
        .flatMap((path) => path.split('/').slice(1, -1).slice(0, 1)),
    );
    expect([...folders].toSorted()).toEqual(expected);
  });

  test.each(rooms)('the root of %s has at most a dozen files', (room) => {
    const own = files.filter((path) => dirname(path) === room);
    expect(own.length, own.join(', ')).toBeLessThanOrEqual(12);
  });

  test('no folder has more than 30 files, but groups of components, drawings and SQL', () => {
    const sizes = new Map<string, number>();
    for (const path of files.filter((each) => /^(domain|contract|server|web|db|demo|test)\//.test(each)))
      sizes.set(dirname(path), (sizes.get(dirname(path)) ?? 0) + 1);
    const large = [...sizes].filter(
      ([folder, size]) =>
        size > 30 && !/^(web\/ui\/|demo\/drawings$|db\/migrations$|db\/schema\/functions$)/.test(folder),
    );
    expect(large).toEqual([]);
  });
});
