import { sql } from 'kysely';
import type { Body, Reply } from '#contract/endpoint.ts';
import type { getTableSettings, saveTableSettings } from '#contract/staff/staff.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import type { Db } from '#server/context.ts';

type Settings = Reply<typeof getTableSettings>;

const usual: Settings = { hidden: [], density: 'compact', views: [] };

/** What the viewer chose for a list; the usual where nothing was chosen. */
export async function tableSettings(db: Db, viewer: Viewer, table: string): Promise<Settings> {
  const { rows } = await sql<{ settings: Settings }>`
    select settings from table_settings where user_id = ${viewer.id} and table_name = ${table}`.execute(db);
  return rows[0]?.settings ?? usual;
}

/** Keeps it; the last word wins. */
export async function keepTableSettings(
  db: Db,
  viewer: Viewer,
  table: string,
  settings: Body<typeof saveTableSettings>,
): Promise<Settings> {
  await sql`insert into table_settings (user_id, table_name, settings)
    values (${viewer.id}, ${table}, ${JSON.stringify(settings)}::jsonb)
    on conflict (user_id, table_name) do update set settings = excluded.settings`.execute(db);
  return settings;
}
