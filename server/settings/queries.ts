import { knowBrand } from '#server/settings/current/brand.ts';
import { setWordings } from '#server/letters/letters.ts';
import { knowRules } from '#server/settings/current/rules-in-force.ts';
import { sql } from 'kysely';
import { defaultRules, completeRules } from '#domain/settings/rules.ts';
import type { Rules } from '#domain/settings/rules.ts';
import type { Db, Queryable } from '#server/context.ts';

export interface RuleVersion {
  id: number;
  rules: Rules;
}

/** Versions never change, so each process reads one once. */
const versions = new WeakMap<Db, Map<number, Rules>>();
const current = new WeakMap<Db, { version: RuleVersion; until: number }>();
const currentForMs = 1_000;
/** Of copies: rules hold for the whole process at once, and one that is behind must not bring old ones back. */
const originals = new WeakMap<Db, Db>();

/** Whoever asks a copy of the database for rules is answered by the database itself. */
export function readRulesOf(original: Db, copy: Db): void {
  originals.set(copy, original);
}

/** How often what was current had to be read again: what was asked for before that is not kept. */
let timesForgotten = 0;

/**
 * The rules in force. Read again every second, so that a new version is everywhere within one.
 * @param via the open transaction, if there is one: a transaction that waits for a second connection may wait for ever
 */
export async function currentRules(asking: Db, through?: Queryable): Promise<RuleVersion> {
  const db = originals.get(asking) ?? asking;
  const via = through ?? db;
  const known = current.get(db);
  if (known && known.until > performance.now()) return known.version;
  const asked = timesForgotten;
  const { rows } = await sql<RuleVersion>`
    select id, rules from rule_versions where starts_at <= market_now() order by starts_at desc, id desc limit 1`.execute(
    via,
  );
  if (!rows[0]) throw new Error('no rules: the installation was not prepared');
  const version = { id: rows[0].id, rules: completeRules(rows[0].rules) };
  if (asked !== timesForgotten) return version;
  knowRules(version.rules);
  knowBrand(version.rules.brand);
  setWordings(version.rules.letters);
  current.set(db, { version, until: performance.now() + currentForMs });
  return version;
}

/** The next reading finds a version that was written a moment ago. */
export function forgetRules(db: Db): void {
  timesForgotten += 1;
  current.delete(db);
}

/** The rules an order was born with. `via` as in {@link currentRules}. */
export async function rulesOf(asking: Db, versionId: number, through?: Queryable): Promise<Rules> {
  const db = originals.get(asking) ?? asking;
  const via = through ?? db;
  const known = versions.get(db) ?? new Map<number, Rules>();
  versions.set(db, known);
  const found = known.get(versionId);
  if (found) return found;
  const { rows } = await sql<{
    rules: Rules;
  }>`select rules from rule_versions where id = ${versionId}`.execute(via);
  const rules = completeRules(rows[0]!.rules);
  known.set(versionId, rules);
  return rules;
}

/** Gives a new installation its first version. Safe when two processes start at once. */
export async function ensureRules(db: Queryable): Promise<void> {
  await sql`insert into rule_versions (rules, starts_at)
    select ${JSON.stringify(defaultRules)}::jsonb, '2020-01-01' where not exists (select from rule_versions)`.execute(
    db,
  );
}
