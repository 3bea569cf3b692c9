/**
 * Reads a migration and names what would stop a running site, or break the former version's server that still runs beside
 * the new one (db/migrations/README.md). It reads words, not syntax: a statement that is safe for a reason of its own says
 * so in a comment before it, `-- safe: REASON`.
 */

/** Tables of a few hundred rows whatever the market grows to, or of rows that live for minutes: a scan takes no time. */
const smallTables = new Set(
  `categories case_transitions clock event_relay installation money.account_kinds money.journal_kinds money.leg_rules
  money.status one_time_secrets order_transitions page_texts processes rule_versions shipment_event_kinds shipment_transitions stored_keys
  vapid_keys`.split(/\s+/),
);

interface Statement {
  text: string;
  /** Its table, where it begins like one of those that the rules are about. */
  table: string | undefined;
  isSafe: boolean;
  /** The release since which nothing of the code uses what it drops. */
  unusedSince: string | undefined;
}

interface Rule {
  pattern: RegExp;
  words: string;
  /** Whether it is allowed on a small table, where only time is lost. */
  smallIsFine?: boolean;
}

const rules: readonly Rule[] = [
  {
    pattern: /^create (?:unique )?index (?!concurrently)/,
    words: 'locks writers while it builds: put it into a file of its own that is marked `-- concurrently`',
    smallIsFine: true,
  },
  {
    pattern: /\badd (?:constraint \S+ )?(?:unique|primary key|exclude)\b(?! using index)/,
    words: 'builds an index under a lock: build it concurrently, then `add constraint … using index`',
    smallIsFine: true,
  },
  {
    pattern: /\badd (?:constraint \S+ )?(?:check|foreign key)\b(?!.* not valid)/,
    words:
      'scans the table under a lock: add it `not valid`, and `validate constraint` in a later migration file',
    smallIsFine: true,
  },
  {
    pattern: /\balter (?:column )?\S+ set not null/,
    words:
      'scans the table under a lock: validate a `check (… is not null)` in the file before, then mark it safe',
    smallIsFine: true,
  },
  {
    pattern: /\badd column .*\bnot null\b(?!.*\b(?:default|generated)\b)/,
    words: 'fails on rows that exist, and on rows that the former server inserts: give it a default',
  },
  {
    pattern:
      /\badd column .*(?:default [^,]*(?:random|clock_timestamp|nextval|uuid)|\bgenerated\b|\b(?:big)?serial\b)/,
    words: 'writes every row anew under a lock: add it empty, set it in batches by a sweep, then the default',
    smallIsFine: true,
  },
  {
    pattern: /\balter (?:column )?\S+ (?:set data )?type\b/,
    words: 'writes every row anew under a lock: add a column, fill it in batches, drop the former one later',
    smallIsFine: true,
  },
  {
    pattern: /\balter (?:column )?\S+ drop default/,
    words: 'makes the inserts of the former server fail: do it in the next release, and mark it safe',
  },
  {
    pattern: /^alter .*\b(?:rename|set schema)\b/,
    words: 'breaks the former server: add the new name, use both for a release, drop the former name later',
  },
  {
    pattern: /^revoke\b/,
    words: 'takes a right that the former server may use: do it in the next release, and mark it safe',
  },
  {
    pattern: /^(?:update|delete from|truncate)\b/,
    words: 'holds locks on many rows until the end of the upgrade: change them in batches by a sweep',
    smallIsFine: true,
  },
  { pattern: /^(?:vacuum full|cluster|lock)\b/, words: 'locks the whole table' },
];

const drop = /^drop (?:table|view|function|trigger|type|index(?! concurrently))\b|\bdrop column\b/;
const concurrentMark = /^-- concurrently$/m;
const tableOf =
  /^(?:alter table(?: if exists)?(?: only)?|update|delete from|truncate(?: table)?|create (?:unique )?index .*? on|revoke .*? on(?: table)?) ([a-z_.]+)/;

/**
 * @param releases the versions that were released
 * @returns a line for each statement that needs another form
 */
export function unsafeStatements(sql: string, releases: readonly string[]): string[] {
  if (concurrentMark.test(sql)) return [];
  const statements = splitStatements(sql);
  const created = new Set(
    statements.map(({ text }) => /^create (?:unlogged )?table (?:if not exists )?([a-z_.]+)/.exec(text)?.[1]),
  );
  return statements.flatMap((statement) => {
    if (statement.isSafe || (statement.table && created.has(statement.table))) return [];
    const fault = faultOf(statement, sql, releases);
    return fault === undefined ? [] : [`${statement.text.slice(0, 70)}: ${fault}`];
  });
}

function faultOf({ text, table, unusedSince }: Statement, sql: string, releases: readonly string[]) {
  const isSmall = table !== undefined && smallTables.has(table);
  if (/\bconcurrently\b/.test(text)) return 'needs a file of its own that is marked `-- concurrently`';
  if (drop.test(text) && !(unusedSince !== undefined && releases.includes(unusedSince)))
    return 'breaks the former server: drop it one release after the code stopped using it, with `-- unused since: X.Y.Z`';
  const validated = /\bvalidate constraint (\S+)/.exec(text)?.[1];
  if (validated && new RegExp(`add constraint ${validated}\\b`, 'i').test(sql))
    return 'scans under the lock of the statement that added it: put it into a later file';
  return rules.find(({ pattern, smallIsFine }) => pattern.test(text) && !(smallIsFine && isSmall))?.words;
}

/** Statements in lower case without comments, texts and function bodies, each with the comments that stand before it. */
function splitStatements(sql: string): Statement[] {
  const bare = sql
    .replaceAll(/--.*$/gm, (note) => note.replaceAll(/[;']/g, ' '))
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, `''`)
    .replaceAll(/'(?:[^']|'')*'/g, (text) =>
      text.includes('\n') || text.includes(';') || text.includes('--') ? `''` : text,
    );
  return bare.split(/;[^\S\n]*(?=\n|$|--|\S)/).flatMap((part) => {
    const notes = [...part.matchAll(/--(.*)$/gm)].map(([, note]) => note!.trim());
    const text = part
      .replaceAll(/--.*$/gm, '')
      .replaceAll(/'[^']*'/g, `''`)
      .replaceAll(/\s+/g, ' ')
      .trim()
      .toLowerCase();
    if (text === '') return [];
    const noteOf = (mark: string) =>
      notes
        .find((note) => note.startsWith(mark))
        ?.slice(mark.length)
        .trim();
    return [
      {
        text,
        table: tableOf.exec(text)?.[1],
        isSafe: Boolean(noteOf('safe:')),
        unusedSince: noteOf('unused since:'),
      },
    ];
  });
}
