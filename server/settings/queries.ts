import { setBrand } from '#server/settings/current/brand.ts';
import { setWordings } from '#server/letters/letters.ts';
import { setCurrentRules } from '#server/settings/current/rules-in-force.ts';
import { sql } from 'kysely';
import { defaultRules, completeRules } from '#domain/settings/rules.ts';
import type { Rules } from '#domain/settings/rules.ts';
import type { Db, Queryable } from '#server/context.ts';

export interface RuleVersion {
  id: number;
  rules: Rules;
}

/** Versions never change, so each process reads each one once. */
const versions = new WeakMap<Db, Map<number, Rules>>();
const current = new WeakMap<Db, { version: RuleVersion; until: number }>();
const cacheMs = 1_000;
/** The primary of each replica: a replica that lags behind must not bring old rules back. */
const primaries = new WeakMap<Db, Db>();

/** Whether a primary that has a replica is away. */
const absences = new WeakMap<Db, () => boolean>();

/** Makes reads of the rules on a replica use the primary, and the last ones read while that is away. */
export function readRulesFromPrimary(original: Db, copy: Db, isAway: () => boolean): void {
  primaries.set(copy, original);
  absences.set(original, isAway);
}

/** Counts the invalidations: a read that began before one is not cached. */
let invalidations = 0;

/**
 * The current rules, read again every second, so that every process has a new version within one.
 * @param via the open transaction, if there is one: waiting for a second connection inside a transaction may deadlock
 */
export async function currentRules(asking: Db, through?: Queryable): Promise<RuleVersion> {
  const db = primaries.get(asking) ?? asking;
  const via = through ?? db;
  const known = current.get(db);
  if (known && (known.until > performance.now() || absences.get(db)?.())) return known.version;
  const asked = invalidations;
  const { rows } = await sql<RuleVersion>`
    select id, rules from rule_versions where starts_at <= market_now() order by starts_at desc, id desc limit 1`.execute(
    via,
  );
  if (!rows[0]) throw new Error('no rules: the installation was not prepared');
  const version = { id: rows[0].id, rules: completeRules(rows[0].rules) };
  if (asked !== invalidations) return version;
  setCurrentRules(version.rules);
  setBrand(version.rules.brand);
  setWordings(version.rules.letters);
  current.set(db, { version, until: performance.now() + cacheMs });
  return version;
}

/** Makes the next read find a version that was just written. */
export function invalidateRules(db: Db): void {
  invalidations += 1;
  current.delete(db);
}

/** The rules an order was created with. `via` as in {@link currentRules}. */
export async function rulesOf(asking: Db, versionId: number, through?: Queryable): Promise<Rules> {
  const db = primaries.get(asking) ?? asking;
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

/** Stores the first version in a new installation. Safe when two processes start in parallel. */
export async function ensureRules(db: Queryable): Promise<void> {
  await sql`insert into rule_versions (rules, starts_at)
    select ${JSON.stringify(defaultRules)}::jsonb, '2020-01-01' where not exists (select from rule_versions)`.execute(
    db,
  );
}
