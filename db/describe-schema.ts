import type { Client } from 'pg';

/**
 * What a database is made of, in the same words and the same order whatever way it was made: extensions, schemas,
 * tables with their columns in order, constraints, indexes, triggers, views, functions, policies, rights, comments and
 * the rows of its reference tables. The job queue's own objects are left out, the rights on them are not.
 * @returns one entry for each object, of one or several lines
 */
export async function describeSchema(client: Client): Promise<string[]> {
  await client.query('set search_path = pg_catalog');
  const entries: string[] = [];
  for (const [kind, sql] of Object.entries(catalogue)) {
    const { rows } = await client.query<{ text: string }>(sql);
    entries.push(...rows.map(({ text }) => `${kind} ${text}`).toSorted());
  }
  return [...entries, ...(await describeRows(client))];
}

/** The schemas of ours; the bookkeeping of migrations is none of the schema. */
const ours = `('public', 'money', 'simulator')`;
const isOurs = `n.nspname in ${ours} and c.relname <> 'schema_migrations'`;
const ofExtension = (oid: string) =>
  `exists (select from pg_depend e where e.objid = ${oid} and e.deptype = 'e')`;
const rights = (
  acl: string,
  kind: string,
  owner: string,
) => `(select coalesce(string_agg(line, ' ' order by line), '')
  from (select concat(case when grantee = 0 then 'public' else grantee::regrole::text end, '=',
    string_agg(privilege_type || case when is_grantable then '*' else '' end, ',' order by privilege_type)) as line
  from aclexplode(coalesce(${acl}, acldefault('${kind}', ${owner}))) group by grantee) as each)`;
const table = `format('%I.%I', n.nspname, c.relname)`;
const fromTables = `from pg_class c join pg_namespace n on n.oid = c.relnamespace`;

const catalogue: Record<string, string> = {
  extension: `select format('%s in %s', extname, extnamespace::regnamespace) as text from pg_extension`,
  schema: `select concat(nspname, ' ', nspowner::regrole, ' ', ${rights('nspacl', 'n', 'nspowner')}) as text
    from pg_namespace where nspname in ${ours} or nspname = 'graphile_worker'`,
  'default rights': `select concat(defaclnamespace::regnamespace, ' ', defaclobjtype, ' ',
    ${rights('defaclacl', 'r', 'defaclrole')}) as text from pg_default_acl`,
  table: `select concat(${table}, ' ', c.relkind, ' ', c.relpersistence, ' ', array_to_string(c.reloptions, ','),
      case when c.relrowsecurity then ' row security' end, ' ', ${rights('c.relacl', 'r', 'c.relowner')},
      E'\\n' || obj_description(c.oid, 'pg_class'), E'\\n' || (select string_agg(concat('  ', a.attname, ' ',
        format_type(a.atttypid, a.atttypmod), case when a.attnotnull then ' not null' end,
        case when a.attcollation <> t.typcollation then ' collate ' || a.attcollation::regcollation end,
        case a.attidentity when 'a' then ' always identity' when 'd' then ' identity' end,
        case when a.attgenerated <> '' then ' generated' end,
        ' = ' || pg_get_expr(d.adbin, d.adrelid), ' storage ', a.attstorage,
        ' statistics ' || nullif(a.attstattarget, -1)::text, ' ' || array_to_string(a.attoptions, ','),
        ' ' || ${rights('a.attacl', 'c', 'c.relowner')}, ' -- ' || col_description(c.oid, a.attnum)),
        E'\\n' order by a.attnum)
      from pg_attribute a join pg_type t on t.oid = a.atttypid
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped)) as text
    ${fromTables} where c.relkind in ('r', 'v', 'm', 'p') and ${isOurs}`,
  "table of the queue's": `select concat(${table}, ' ', ${rights('c.relacl', 'r', 'c.relowner')}) as text
    ${fromTables} where n.nspname = 'graphile_worker' and c.relkind in ('r', 'v', 'S')`,
  sequence: `select concat(${table}, ' ', s.seqtypid::regtype, ' ', s.seqstart, ' ', s.seqincrement, ' ', s.seqmax, ' ',
      s.seqcycle, ' ', ${rights('c.relacl', 's', 'c.relowner')}) as text
    ${fromTables} join pg_sequence s on s.seqrelid = c.oid where ${isOurs}`,
  constraint: `select concat(${table}, ' ', k.conname, ' ', pg_get_constraintdef(k.oid), ' ', k.condeferrable, ' ',
      k.condeferred, ' ', k.convalidated, ' ' || obj_description(k.oid, 'pg_constraint')) as text
    ${fromTables} join pg_constraint k on k.conrelid = c.oid where ${isOurs} and k.contype <> 't'`,
  index: `select concat(pg_get_indexdef(i.indexrelid), ' ', i.indisvalid, ' ', i.indisclustered, ' ', i.indisreplident,
      ' ' || obj_description(i.indexrelid, 'pg_class')) as text
    ${fromTables} join pg_index i on i.indrelid = c.oid where ${isOurs}`,
  statistics: `select pg_get_statisticsobjdef(oid) as text from pg_statistic_ext`,
  trigger: `select concat(pg_get_triggerdef(t.oid), ' ', t.tgenabled, ' ' || obj_description(t.oid, 'pg_trigger'))
      as text
    ${fromTables} join pg_trigger t on t.tgrelid = c.oid where ${isOurs} and not t.tgisinternal`,
  policy: `select concat(${table}, ' ', p.polname, ' ', p.polcmd, ' ', p.polpermissive, ' ', p.polroles::regrole[], ' ',
      pg_get_expr(p.polqual, p.polrelid), ' ', pg_get_expr(p.polwithcheck, p.polrelid)) as text
    ${fromTables} join pg_policy p on p.polrelid = c.oid`,
  view: `select concat(${table}, E'\\n', pg_get_viewdef(c.oid)) as text ${fromTables}
    where c.relkind in ('v', 'm') and ${isOurs}`,
  type: `select concat(t.oid::regtype, ' ', t.typtype, ' ', ${rights('t.typacl', 'T', 't.typowner')}) as text
    from pg_type t join pg_namespace n on n.oid = t.typnamespace
    where n.nspname in ${ours} and t.typtype in ('d', 'e', 'r') and not ${ofExtension('t.oid')}`,
  function: `select concat(pg_get_functiondef(p.oid), p.proowner::regrole, ' ',
      ${rights('p.proacl', 'f', 'p.proowner')}, E'\\n' || obj_description(p.oid, 'pg_proc')) as text
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ${ours} and not ${ofExtension('p.oid')}`,
  "function of the queue's": `select concat(p.oid::regprocedure, ' ', ${rights('p.proacl', 'f', 'p.proowner')}) as text
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'graphile_worker'`,
};

/** Times are those of the making, so they say nothing. */
async function describeRows(client: Client): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select ${table} as name ${fromTables} where c.relkind = 'r' and ${isOurs} order by 1`,
  );
  const entries: string[] = [];
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t`);
    entries.push(...rows.map(({ row }) => `row ${name} ${row.replaceAll(aTime, '<time>')}`).toSorted());
  }
  return entries;
}

const aTime = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[\d.]*[+-]\d\d:\d\d/g;
