import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { allEndpoints } from '#contract/all.ts';
import { errorTable } from '#domain/errors.ts';
import { allRoutes } from '#server/process/app.ts';
import { longest } from '#test/longest-first.ts';

const root = join(import.meta.dirname, '../..');

/** Every tracked or new source file, so that the rules hold before a commit as well as after it. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /\.(ts|tsx|js|css|sql|json|md)$/.test(path) && existsSync(join(root, path)));

const sources = files
  .filter((path) => /^(domain|contract|db|demo|server|web|test|bin)\/.*\.(ts|tsx|js)$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

const withoutComments = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
const isTest = (path: string) => /\.(test|e2e)\.tsx?$/.test(path) || path.startsWith('test/');
const product = sources.filter(({ path }) => !isTest(path));

/** What a module asks for: package names and project paths, relative ones resolved to `#room/…`. */
function importsOf({ path, text }: { path: string; text: string }): string[] {
  const found = [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1]!);
  return found.map((name) => (name.startsWith('.') ? `#${join(path, '..', name)}` : name));
}

function offenders(under: RegExp, forbidden: (name: string, path: string) => boolean): string[] {
  return product
    .filter(({ path }) => under.test(path))
    .flatMap((file) =>
      importsOf(file)
        .filter((name) => forbidden(name, file.path))
        .map((name) => `${file.path} imports ${name}`),
    );
}

describe('the module boundaries', () => {
  test('domain imports domain only and reads no clock, randomness or environment', () => {
    expect(offenders(/^domain\//, (name) => !name.startsWith('#domain/'))).toEqual([]);
    const impure = product.filter(
      ({ path, text }) =>
        path.startsWith('domain/') && /Date\.now|new Date\(\)|Math\.random|process\.|console\./.test(text),
    );
    expect(impure.map(({ path }) => path)).toEqual([]);
  });

  test('contract imports domain and zod/mini only', () => {
    expect(offenders(/^contract\//, (name) => !/^(#domain\/|#contract\/|zod\/mini$)/.test(name))).toEqual([]);
  });

  test('db imports no other top-level folder', () => {
    expect(offenders(/^db\//, (name) => /^#(domain|contract|server|web)\//.test(name))).toEqual([]);
  });

  test('adapters know the domain and their vendor, never a feature', () => {
    const allowed =
      /^(#domain\/|#contract\/|#server\/adapters\/|#db\/(?:schema|servers)\.ts|#server\/(context|log|config\/config|config\/loopback|concurrency\/batch|database\/async-commit)\.ts)/;
    expect(offenders(/^server\/adapters\//, (name) => name.startsWith('#') && !allowed.test(name))).toEqual(
      [],
    );
  });

  test('the server never imports the site, and only its HTTP files know Fastify', () => {
    expect(offenders(/^server\//, (name) => name.startsWith('#web/'))).toEqual([]);
    const mayKnowFastify = /^server\/(http\/|process\/(app|web|start|installation)\.ts|log\.ts)/;
    expect(
      offenders(/^server\//, (name, path) => /^fastify|^@fastify/.test(name) && !mayKnowFastify.test(path)),
    ).toEqual([]);
  });

  test("a feature never imports another feature's routes or jobs", () => {
    const lists = /^server\/process\/(app|sweeps|jobs-list|deadlines)\.ts$/;
    expect(
      offenders(/^server\//, (name, path) => {
        const match = /^#server\/([\w/-]+)\/(routes|jobs)\.ts$/.exec(name);
        return (
          Boolean(match) &&
          match![1] !== 'background' &&
          !lists.test(path) &&
          !path.startsWith(`server/${match![1]}/`)
        );
      }),
    ).toEqual([]);
  });

  test('features import only features below them', () => {
    const order = [
      'lists',
      'settings/current',
      'staff/proposals',
      'settings',
      'staff/money-decisions',
      'files/uploads',
      'staff/queue-claims',
      'staff/access',
      'accounts/factors',
      'accounts/sessions',
      'settings/credentials',
      'accounts',
      'accounts/identities',
      'addresses',
      'places',
      'shipping',
      'listings/vacations',
      'listings/catalogue',
      'listings/views',
      'listings',
      'listings/photo-links',
      'community/questions',
      'listings/favorites',
      'listings/stock-alerts',
      'listings/follows',
      'community/reports',
      'incidents',
      'ledger',
      'payments',
      'risk',
      'orders',
      'payments/staff-blocks',
      'payments/fund',
      'payments/analyses',
      'payments/payment-proofs',
      'refunds',
      'orders/conversations',
      'complaints',
      'dossiers',
      'payments/contestations',
      'withdrawals',
      'ledger/statements',
      'tickets',
      'accounts/privacy',
      'community/ratings',
      'payments/webhooks',
      'notifications',
      'notifications/push',
      'notifications/realtime',
      'staff',
      'appeals',
      'staff/confirmations',
      'simulator',
    ];
    // Process and HTTP serve them all; adapters and the rest know none.
    const shared =
      /^server\/(adapters|background|concurrency|config|database|events|files|http|letters|metrics|process|secrets|tracing)\//;
    const featureOf = (path: string) =>
      order
        .filter((feature) => path.startsWith(`server/${feature}/`))
        .toSorted((one, other) => other.length - one.length)
        .at(0);
    const homeless = files.filter(
      (path) => /^server\/[\w-]+\//.test(path) && !shared.test(path) && featureOf(path) === undefined,
    );
    expect(homeless).toEqual([]);
    expect(
      offenders(/^server\//, (name, path) => {
        const from = order.indexOf(featureOf(path) ?? '');
        const to = order.indexOf(featureOf(name.slice(1)) ?? '');
        return from >= 0 && to >= 0 && to > from;
      }),
    ).toEqual([]);
  });

  test('web never imports server or db, and its primitives know no feature', () => {
    expect(
      offenders(/^web\//, (name) => /^#(server|db)\//.test(name) || name.startsWith('node:')).filter(
        (line) => !line.startsWith('web/entry.server.tsx'),
      ),
    ).toEqual([]);
    expect(
      offenders(
        /^web\/ui\//,
        (name) =>
          // How letters are counted belongs to no feature, and counters and rules must agree.
          (/^#(contract|domain)\//.test(name) && name !== '#domain/text/visible-length.ts') ||
          name === 'react-router' ||
          (name.startsWith('#web/') && !name.startsWith('#web/ui/')),
      ),
    ).toEqual([]);
  });
});

describe('the code style', () => {
  test('there are no barrels, no utils, no misc, no helpers', () => {
    expect(files.filter((path) => /(^|\/)(index\.tsx?|utils?|misc|helpers?)(\/|\.ts|$)/.test(path))).toEqual(
      [],
    );
  });

  test('no file uses `any` or leaves work for later', () => {
    const anyType = /[:<,(|]\s*any\b(?!\w)|\bas any\b/;
    expect(
      product
        .filter(({ text }) => anyType.test(text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*|'[^'\n]*'/g, '')))
        .map(({ path }) => path),
    ).toEqual([]);
    const leftover = new RegExp(`\\b(TO${'DO'}|FIX${'ME'}|HA${'CK'})\\b`);
    expect(sources.filter(({ text }) => leftover.test(text)).map(({ path }) => path)).toEqual([]);
  });

  test('only pages, layouts, the root and configuration have default exports', () => {
    const may =
      /(-page|-layout|auth-redirect)\.tsx$|^web\/(root|entry\.server|routes)\.tsx?$|\.config\.ts$|^test\/global-setup\.ts$/;
    expect(
      product
        .filter(({ path, text }) => /^export default/m.test(text) && !may.test(path))
        .map(({ path }) => path),
    ).toEqual([]);
  });

  test('only the configuration reads the environment', () => {
    const readers = product.filter(({ path, text }) => /process\.env/.test(text) && !path.startsWith('bin/'));
    expect(
      readers
        .map(({ path }) => path)
        .filter((path) => path !== 'server/config/config.ts' && path !== 'server/main.ts'),
    ).toEqual([]);
  });

  test('no call that may only throw stands alone, because the bundler drops it', () => {
    const alone = /^\s*(?:(?:de|en)codeURI(?:Component)?|String|Number|Symbol)\(.*\);$/m;
    expect(product.filter(({ text }) => alone.test(text)).map(({ path }) => path)).toEqual([]);
  });

  test('only adapters, the site’s API client and the first script of a page call fetch', () => {
    const may = /^(server\/adapters\/|web\/api\/api\.ts|web\/boot\/start-script\.ts|bin\/)/;
    expect(
      product
        .filter(({ path, text }) => /(?<![.\w])fetch\(/.test(text) && !may.test(path))
        .map(({ path }) => path),
    ).toEqual([]);
  });

  test('people read the detail of a refusal, never its request message (specification §8)', () => {
    const read = /\b(error|caught|refusal|fault|session|outcome|state)\??\.message\b(?! ===)/;
    expect(
      product
        .filter(
          ({ path, text }) => path.startsWith('web/') && path !== 'web/api/api-error.ts' && read.test(text),
        )
        .map(({ path }) => path),
    ).toEqual([]);
  });

  test('only the modules below access browser storage: for people through own-storage.ts (ADR 0077)', () => {
    const allowed = new Set([
      'web/ui/storage/own-storage.ts',
      'web/ui/storage/session-token.ts',
      'web/accounts/leave-cleanly.ts',
      // The theme of the site on this device, for any user.
      'web/ui/theme/theme.ts',
      'web/ui/theme/theme-script.ts',
      'web/ui/storage/toast-time.ts',
      'web/boot/reserved-space.ts',
      'web/boot/reserved-space-script.ts',
      'web/layouts/member-script.ts',
      // Reads the session's token to ask for the page's data before any module runs.
      'web/boot/start-script.ts',
      'web/orders/lists/use-order-view.ts',
      'web/staff/shell/use-collapsed.ts',
      'web/staff/shell/use-shortcuts.ts',
      'web/boot/preload-error.ts',
      'web/notifications/push/push-offer.ts',
      // The device's subscription, with the id of the person whom the server knows it for.
      'web/notifications/push/subscribe.ts',
      'web/accounts/sign-in/last-provider.ts',
    ]);
    const store = /\b(localStorage|sessionStorage|indexedDB|caches\.|BroadcastChannel|cookieStore)\b/;
    const touching = product.filter(
      ({ path, text }) => path.startsWith('web/') && !allowed.has(path) && store.test(withoutComments(text)),
    );
    expect(touching.map(({ path }) => path)).toEqual([]);
  });

  test('only the ledger names the ledger’s tables and only post.ts calls money.post', () => {
    const names = /\bmoney\.(accounts|account_kinds|journals|journal_kinds|transfers|leg_rules|post)\b/;
    // What is told of a person names every table there is.
    const may = /^(server\/ledger\/|db\/|server\/accounts\/privacy\/export\/personal-data\.ts)/;
    const guilty = product.filter(({ path, text }) => names.test(text) && !may.test(path));
    expect(guilty.map(({ path }) => path)).toEqual([]);
    const posters = product.filter(
      ({ path, text }) => /money\.post\b/.test(text) && path.endsWith('.ts') && !path.startsWith('db/'),
    );
    expect(posters.map(({ path }) => path)).toEqual(['server/ledger/post.ts']);
  });

  test('the only classes are errors and those that a library requires', () => {
    const extended = /^(?:Error|Query)\b/;
    const classes = product.flatMap(({ path, text }) =>
      [
        ...text.matchAll(
          /^\s*(?:export )?(?:default )?(?:abstract )?class (\w+)(?:<[^>]*>)?(?: extends ([\w.]+))?/gm,
        ),
      ]
        .filter(([, , parent]) => !parent || !extended.test(parent))
        .map(([, name]) => `${path} ${name}`),
    );
    expect(classes).toEqual([]);
  });

  test('routes hold no SQL', () => {
    expect(
      product
        .filter(({ path, text }) => /^server\/[\w/-]+\/routes\.ts$/.test(path) && /sql[<`]/.test(text))
        .map(({ path }) => path),
    ).toEqual([]);
  });

  test('files stay small', () => {
    const limit = 300;
    // This list may only shrink.
    const exceptions: string[] = [];
    const tooLong = product
      .filter(({ path }) => path !== 'db/schema.ts' && !path.startsWith('demo/goods/'))
      .filter(({ text }) => text.split('\n').length > limit)
      .map(({ path }) => path);
    expect(tooLong.filter((path) => !exceptions.includes(path))).toEqual([]);
  });
});

describe('the contract', () => {
  test('every endpoint is served exactly once', () => {
    const served = allRoutes.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`).toSorted();
    const declared = allEndpoints.map((endpoint) => `${endpoint.method} ${endpoint.path}`).toSorted();
    expect(served).toEqual(declared);
  });

  test('every POST asks for an Idempotency-Key, or says that repeating it is harmless', () => {
    const forgotten = allEndpoints.filter(
      ({ method, idempotent, repeats }) => method === 'POST' && !idempotent && repeats !== 'harmless',
    );
    expect(forgotten.map(({ path }) => path)).toEqual([]);
    const contradictory = allEndpoints.filter(
      ({ method, idempotent, repeats }) => repeats && (method !== 'POST' || idempotent),
    );
    expect(contradictory.map(({ path }) => path)).toEqual([]);
  });

  test('every refusal is a sentence that ends with the next action or the current state', () => {
    for (const [code, [status, words]] of Object.entries(errorTable)) {
      expect(status, code).toBeGreaterThanOrEqual(400);
      expect(words, code).toMatch(/^[A-ZÀ-Ú].*\.$/);
    }
  });
});

describe('the repository', () => {
  test('names no registry host and no machine path', () => {
    const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
    expect(lock).not.toMatch(/"resolved": "http/);
  });

  test('keeps the secrets of .env out of the repository and the image, and the superuser’s from the application', () => {
    for (const name of ['.gitignore', '.dockerignore'])
      expect(readFileSync(join(root, name), 'utf8').split('\n'), name).toContain('.env');
    const compose = readFileSync(join(root, 'compose.yaml'), 'utf8');
    const [, settings] = /\nx-settings: &settings\n(.*?)\nservices:\n/s.exec(compose)!;
    expect(settings).toContain("DATABASE_ROOT_PASSWORD: ''");
    for (const name of ['web', 'worker'])
      expect(compose).toMatch(new RegExp(`\\n  ${name}:\\n    <<: \\*praca\\n[^]*?<<: \\*settings\\n`));
  });

  test('visits every route of the map in the page tour', () => {
    const map = readFileSync(join(root, 'web/routes.ts'), 'utf8');
    const tour = ['places.ts', 'every-page.e2e.ts']
      .map((name) => readFileSync(join(root, 'test/e2e', name), 'utf8'))
      .join('');
    const paths = [...map.matchAll(/route\('([^'*]+)'/g)].map((match) => match[1]!);
    const forgotten = paths.filter((path) => !tour.includes(`/${path.split('/:')[0]}`));
    expect(forgotten).toEqual([]);
  });

  test('restores the process state that a test changes, which other files share', () => {
    const changes = [
      [/vi\.stubGlobal\(/, /vi\.unstubAllGlobals\(/],
      [/vi\.stubEnv\(/, /vi\.unstubAllEnvs\(/],
      [/vi\.useFakeTimers\(/, /vi\.useRealTimers\(/],
      [/vi\.spyOn\((Date|Math|console|performance|process|globalThis)\b/, /vi\.restoreAllMocks\(/],
      [/process\.(env[.[]\S+ = |chdir\()/, /^$/],
    ] as const;
    const left = sources.filter(
      ({ path, text }) =>
        isTest(path) && changes.some(([change, undoing]) => change.test(text) && !undoing.test(text)),
    );
    expect(left.map(({ path }) => path)).toEqual([]);
  });

  test('names only existing test files first', () => {
    expect(longest.filter((path) => !files.includes(path))).toEqual([]);
  });
});
