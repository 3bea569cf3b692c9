import * as z from 'zod/mini';
import { queueNames } from '#domain/staff/queues.ts';
import { stuckKinds } from '#domain/staff/stuck-work.ts';
import { roles } from '#domain/accounts/accounts.ts';
import { staffLists } from '#domain/staff/lists.ts';
import { endpoint } from '#contract/endpoint.ts';
import { maxKeys, idText, instant, singleLine, nullableInstant } from '#contract/fields.ts';
import { calendarDay, oneOrMore, tableQuery, tableReply } from './tables.ts';

export const listQueues = endpoint({
  method: 'GET',
  path: '/staff/queues',
  auth: 'staff',
  summary:
    'The number of pending items in each staff queue, the age of the oldest, and background work that is stuck.',
  reply: z.object({
    /** Work that no process carries out, and since how many seconds; null where there never was a worker. */
    stuck: z.array(z.object({ kind: z.enum(stuckKinds), seconds: z.nullable(z.number()) })),
    items: z.array(z.object({ queue: z.enum(queueNames), count: z.int(), oldestAt: nullableInstant })),
  }),
});

const found = z.object({ path: z.string(), title: z.string(), detail: z.string() });

export const searchStaff = endpoint({
  method: 'GET',
  path: '/staff/search',
  auth: 'staff',
  summary: 'Searches people, orders and listings by name, e-mail, document, code or title.',
  query: z.strictObject({
    q: z
      .string('Digite o que procura.')
      .check(z.trim(), z.minLength(1, 'Digite o que procura.'), z.maxLength(100)),
  }),
  reply: z.object({ users: z.array(found), orders: z.array(found), listings: z.array(found) }),
});

const facts = z.nullable(z.record(z.string(), z.unknown()));

/** Kinds of things a decision can be about. */
export const auditSubjects = [
  'user',
  'listing',
  'question',
  'report',
  'order',
  'payment',
  'refund',
  'withdrawal',
  'installation',
] as const;

export const listAuditLog = endpoint({
  method: 'GET',
  path: '/staff/audit-log',
  auth: 'staff',
  summary:
    'Every decision of staff, of the operator and of the system, newest first: who, when, from where, before, after, why.',
  query: tableQuery(['id'], {
    by: oneOrMore(['support', 'admin', 'operator', 'system']),
    subject: z.optional(z.enum(auditSubjects, 'Escolha um tipo da lista.')),
    subjectId: z.optional(idText),
    from: calendarDay,
    to: calendarDay,
  }),
  reply: tableReply(
    z.object({
      id: z.int(),
      at: instant,
      kind: z.string(),
      actor: z.nullable(z.string()),
      role: z.enum([...roles, 'operator', 'system']),
      subject: z.object({ kind: z.string(), id: z.int(), path: z.nullable(z.string()) }),
      ip: z.nullable(z.string()),
      before: facts,
      after: facts,
      reason: z.string(),
    }),
  ),
});

const tableName = z.enum(staffLists, 'Esta lista não existe.');
const savedView = z.strictObject({
  name: z
    .string()
    .check(singleLine, z.minLength(1, 'Dê um nome à visão.'), z.maxLength(40, 'Use até 40 letras.')),
  /** The address's query: `situacao=paid&ordem=-id`. */
  query: z.string().check(singleLine, z.maxLength(500, 'Esta visão tem filtros demais.')),
});
const tableSettings = z.strictObject({
  hidden: z.array(z.string().check(z.maxLength(40))).check(z.maxLength(30)),
  density: z.enum(['compact', 'roomy'], 'Escolha compacta ou confortável.'),
  views: z.array(savedView).check(z.maxLength(20, 'Guarde até 20 visões.')),
});

export const getTableSettings = endpoint({
  method: 'GET',
  path: '/staff/table-settings/{table}',
  auth: 'staff',
  summary: 'The user’s columns, density and saved views for one list.',
  params: z.strictObject({ table: tableName }),
  reply: tableSettings,
});

export const saveTableSettings = endpoint({
  method: 'PUT',
  path: '/staff/table-settings/{table}',
  auth: 'staff',
  summary: 'Stores the user’s columns, density and saved views for one list.',
  params: z.strictObject({ table: tableName }),
  body: tableSettings,
  reply: tableSettings,
});

const tableExport = z.object({
  id: z.int(),
  table: z.string(),
  state: z.enum(['requested', 'ready', 'expired']),
  rows: z.nullable(z.int()),
  createdAt: instant,
});

export const exportTable = endpoint({
  method: 'POST',
  path: '/staff/table-exports',
  auth: 'staff',
  proof: 'recent',
  summary: 'Requests a filtered list as a CSV file, which a job creates (admins only).',
  idempotent: true,
  status: 202,
  body: z.strictObject({
    table: tableName,
    query: z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(400))).check(maxKeys(40)),
  }),
  reply: tableExport,
  errors: ['forbidden', 'not_found', 'invalid_request', 'step_up_required', 'too_many_requests'],
  limit: { max: 30, windowMs: 3_600_000, by: 'user' },
});

export const listTableExports = endpoint({
  method: 'GET',
  path: '/staff/table-exports',
  auth: 'staff',
  summary: 'The user’s requested files, newest first.',
  reply: z.object({ items: z.array(tableExport) }),
});

export const openTableExport = endpoint({
  method: 'POST',
  path: '/staff/table-exports/{id}/openings',
  auth: 'staff',
  // It creates a link and stores nothing.
  repeats: 'harmless',
  proof: 'recent',
  summary: 'A link, valid for some minutes, to an own finished file (admins only).',
  params: z.strictObject({ id: idText }),
  reply: z.object({ url: z.string() }),
  errors: ['forbidden', 'not_found', 'step_up_required'],
});
