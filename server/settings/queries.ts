import { sql } from 'kysely';
import { defaultRules } from '#domain/rules.ts';
import type { Rules } from '#domain/rules.ts';
import type { Queryable } from '#server/context.ts';

export interface RuleVersion {
  id: number;
  rules: Rules;
}

/** Versions never change, so each process reads one once. */
const versions = new WeakMap<object, Map<number, Rules>>();
const current = new WeakMap<object, { version: RuleVersion; until: number }>();
const currentForMs = 1_000;

/** The rules in force. Read again every second, so that a new version is everywhere within one. */
export async function currentRules(db: Queryable): Promise<RuleVersion> {
  const known = current.get(db);
  if (known && known.until > performance.now()) return known.version;
  const { rows } = await sql<RuleVersion>`
    select id, rules from rule_versions where starts_at <= market_now() order by starts_at desc, id desc limit 1`.execute(
    db,
  );
  const version = rows[0];
  if (!version) throw new Error('no rules: the installation was not prepared');
  current.set(db, { version, until: performance.now() + currentForMs });
  return version;
}

/** The rules an order was born with. */
export async function rulesOf(db: Queryable, versionId: number): Promise<Rules> {
  const known = versions.get(db) ?? new Map<number, Rules>();
  versions.set(db, known);
  const found = known.get(versionId);
  if (found) return found;
  const { rows } = await sql<{
    rules: Rules;
  }>`select rules from rule_versions where id = ${versionId}`.execute(db);
  known.set(versionId, rows[0]!.rules);
  return rows[0]!.rules;
}

/** Gives a new installation its first version. Safe when two processes start at once. */
export async function ensureRules(db: Queryable): Promise<void> {
  await sql`insert into rule_versions (rules, starts_at)
    select ${JSON.stringify(defaultRules)}::jsonb, '2020-01-01' where not exists (select from rule_versions)`.execute(
    db,
  );
}
