import type { Plugin, Rolldown } from 'vite';

type Graph = Parameters<Exclude<Rolldown.CodeSplittingGroup['name'], string>>[1];

/**
 * Writes what several pages import into a few files. With a file for each set of pages a member's page asked for seventy
 * files, on six connections; with one file for all of them a visitor would download the dashboard.
 */
export function shareChunks(): Plugin {
  const build = {
    rolldownOptions: {
      // A shared file may then export more than its page, and each module stays with the pages that use it.
      preserveEntrySignatures: 'allow-extension' as const,
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ tags: ['$initial' as const], name: chunkName }],
        },
      },
    },
  };
  return { name: 'share-chunks', enforce: 'post', config: () => ({ environments: { client: { build } } }) };
}

function chunkName(module: string, graph: Graph): string | null {
  // It starts the page, so it runs last and alone.
  if (module.endsWith('/web/entry.client.tsx')) return null;
  // Half a kilobyte that public and staff pages share: less than a file of its own would cost.
  if (/\/(web\/listings\/categories|domain\/places|contract\/places)\//.test(module)) return 'shell';
  if (!module.includes('node_modules')) {
    const name = chunkOf(pagesOf(module, graph));
    // Members' pages mostly load dialogs and menus when one is opened.
    return name === null || wholeChunks.has(name) ? name : (overlayOf(module, graph) ?? name);
  }
  return packageChunks.find(([, test]) => test.test(module))?.[0] ?? null;
}

/** Packages export all their parts from one module, so the graph does not say which page uses which part. */
const packageChunks: [name: string, test: RegExp][] = [
  [
    'shell',
    /node_modules\/(react|react-dom|react-router|scheduler|clsx|class-variance-authority|@fontsource-variable)\//,
  ],
  ['inputs', /node_modules\/maska\//],
  ['shell', /node_modules\/@radix-ui\/react-(slot|compose-refs|label|primitive)\//],
  [
    'menus',
    /node_modules\/(@radix-ui\/react-(menu|dropdown-menu|popover|popper|arrow|tooltip)|@floating-ui)\//,
  ],
  [
    'controls',
    /node_modules\/@radix-ui\/(primitive|react-(context|presence|id|direction|collection|roving-focus|checkbox|radio-group|switch|use-[\w-]+))\//,
  ],
  [
    'dialogs',
    /node_modules\/(@radix-ui|react-remove-scroll|react-remove-scroll-bar|react-style-singleton|aria-hidden|use-sidecar|use-callback-ref|get-nonce|tslib)\//,
  ],
];

/** A module that this many public pages import is loaded by every page. */
const minShellPages = 5;
/** Below that, what this many members' and staff pages import is one more file for them, not several. */
const minCommonPages = 2;

/** The chunk of a module that these pages import; null leaves it to the bundler, by the exact set of its pages. */
export function chunkOf(pages: ReadonlySet<string>): string | null {
  if (pages.has(everyPage)) return 'shell';
  if (pages.size < 2) return null;
  const open = [...pages].filter((page) => !staffPage.test(page) && !memberPage.test(page));
  if (open.length > 0)
    return publicChunks.find(([, holds]) => holds(open, pages.size - open.length))?.[0] ?? null;
  const area = areaChunks.find(([, test]) => [...pages].every((page) => test.test(page)));
  if (area) return area[0];
  const staff = [...pages].filter((page) => staffPage.test(page));
  if (staff.length === 0) return 'member';
  if (staff.length < pages.size) return 'signed-in';
  return 'staff';
}

const everyPage = 'every page';
const staffPage = /^(staff\/|layouts\/staff-layout)/;
/** Few visitors open `/transparencia`, so what it shares with members' pages stays with those. */
const memberPage =
  /^(addresses|appeals|orders|notifications)\/|^ledger\/trans(actions|parency)-page|^layouts\/account-layout|^accounts\/(summary|profile|security|privacy|ages|documents|seller-levels|legacy-page)|^listings\/(own|views|favorites|vacations)\/|^community\/questions\//;

/** What only the pages of one area share, so that the others do not load it: 5 to 10 kB each. */
const areaChunks: [name: string, pages: RegExp][] = [
  ['order-lists', /^orders\/lists\//],
  ['settings', /^staff\/(settings|plans|proposals)-page/],
  ['cases', /^staff\/(complaint-case|complaints|order)-page/],
];

/** Chunks that hold also those of their modules that open dialogs and menus. */
const wholeChunks: ReadonlySet<string> = new Set(['staff', ...areaChunks.map(([name]) => name)]);

/** Public pages differ much, so a chunk of theirs holds only what nearly all of its pages need. */
const publicChunks: [name: string, holds: (pages: string[], others: number) => boolean][] = [
  ['cards', (pages) => pages.length >= 4 && pages.every((page) => cardPage.test(page))],
  ['forms', (pages) => pages.length >= 4 && pages.every((page) => formPage.test(page))],
  ['shell', (pages) => pages.length >= minShellPages],
  ['sign-in', (pages) => pages.length === 2 && pages.every((page) => signInPage.test(page))],
  ['people', (pages) => pages.length === 2 && pages.every((page) => personPage.test(page))],
  ['panels', (pages) => pages.length === 1 && publishPage.test(pages[0]!)],
  [
    'inputs',
    (pages) => pages.some((page) => publishPage.test(page)) && !pages.some((page) => lightPage.test(page)),
  ],
  ['common', (pages, others) => others >= minCommonPages && !pages.some((page) => /auth-page/.test(page))],
];
const cardPage = /(home|results|listing|profile|publish)-page/;
const formPage = /(auth|verification|verification-phone|first-admin|listing|publish)-page/;
const signInPage = /(auth|first-admin)-page/;
const personPage = /(listing|profile)-page/;
const publishPage = /publish-page/;
const lightPage = /(home|listing|results|categories|faq|fees)-page/;

/** The route files, below `web/`, from which static imports lead to the module. */
function pagesOf(module: string, graph: Graph): ReadonlySet<string> {
  const pages = new Set<string>();
  const seen = new Set([module]);
  // A set grows while it is walked, so this visits every importer once.
  for (const id of seen) {
    const info = graph.getModuleInfo(id);
    if (info?.isEntry) pages.add(pageOf(id));
    for (const importer of info?.importers ?? []) seen.add(importer);
  }
  return pages;
}

/** The kind of overlay to which static imports lead from the module. */
function overlayOf(module: string, graph: Graph): 'menus' | 'dialogs' | null {
  const seen = new Set([module]);
  for (const id of seen)
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) seen.add(imported);
  const overlays = [...seen].map((id) => /\/web\/ui\/overlays\/([\w-]+)\.tsx$/.exec(id)?.[1]);
  if (overlays.some((name) => name === 'menu' || name === 'popover')) return 'menus';
  return overlays.some((name) => /^(modal|sheet)$/.test(name ?? '')) ? 'dialogs' : null;
}

function pageOf(entry: string): string {
  const file = entry.split('?')[0]!.replace(/^.*\/web\//, '');
  return /^(root|entry\.client|layouts\/site-layout)\.tsx$/.test(file) ? everyPage : file;
}
