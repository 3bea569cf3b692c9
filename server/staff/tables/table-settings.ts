import { sql } from 'kysely';
import type { Body, Reply } from '#contract/endpoint.ts';
import type { getTableSettings, saveTableSettings } from '#contract/staff/staff.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import type { Db } from '#server/context.ts';

type Settings = Reply<typeof getTableSettings>;

const defaultSettings: Settings = { hidden: [], density: 'compact', views: [] };

/** The viewer's settings of a list, or the defaults. */
export async function readTableSettings(db: Db, viewer: Viewer, table: string): Promise<Settings> {
  const { rows } = await sql<{ settings: Settings }>`
    select settings from table_settings where user_id = ${viewer.id} and table_name = ${table}`.execute(db);
  return rows[0]?.settings ?? defaultSettings;
}

/** Stores the viewer's settings of a list; the last write wins. */
export async function storeTableSettings(
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
