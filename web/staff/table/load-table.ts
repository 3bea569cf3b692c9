import type { Reply } from '#contract/endpoint.ts';
import { getTableSettings, saveTableSettings } from '#contract/staff/staff.ts';
import type { StaffList } from '#domain/staff/lists.ts';
import { api, ApiError } from '#web/api/api.ts';
import { writeLatest } from '#web/api/latest-write.ts';
import { queryOf } from './table-definition.ts';
import type { TableDefinition, TablePage } from './table-definition.ts';

export type TableSettings = Reply<typeof getTableSettings>;

export interface LoadedTable<Row> {
  page: TablePage<Row> | null;
  /** Why the page failed to load. */
  problem: string | null;
  settings: TableSettings;
}

const defaultSettings: TableSettings = { hidden: [], density: 'compact', views: [] };
const cache = new Map<StaffList, TableSettings>();

/** The page in the address and the user's settings of this list; a failure leaves the rest of the page. */
export async function loadTable<Row>(
  request: Request,
  definition: TableDefinition<Row>,
): Promise<LoadedTable<Row>> {
  const query = queryOf(definition, new URL(request.url).searchParams);
  const [page, settings] = await Promise.all([
    definition.read(query).then(
      (answer) => ({ page: answer, problem: null }),
      (error: unknown) => {
        if (!(error instanceof ApiError) || error.code === 'unauthenticated') throw error;
        return { page: null, problem: error.detail };
      },
    ),
    readSettings(definition.name),
  ]);
  return { ...page, settings };
}

/** Requested once per visit and then cached in this browser. */
async function readSettings(name: StaffList): Promise<TableSettings> {
  const known = cache.get(name);
  if (known) return known;
  const settings = await api(getTableSettings, { params: { table: name } }).catch(() => null);
  if (settings) cache.set(name, settings);
  return settings ?? defaultSettings;
}

/**
 * Stores the settings for the next page of the list and for the next visit.
 * @returns false when they could not be stored
 */
export async function saveSettings(name: StaffList, settings: TableSettings): Promise<boolean> {
  const from = cache.get(name) ?? defaultSettings;
  cache.set(name, settings);
  const end = await writeLatest(`lista ${name}`, from, settings, (body) =>
    api(saveTableSettings, { params: { table: name }, body, keepalive: true }),
  );
  return !end?.problem;
}
