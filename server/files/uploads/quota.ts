import { sql } from 'kysely';
import type { Viewer } from '#domain/accounts/accounts.ts';
import { fail } from '#domain/errors.ts';
import type { Rules } from '#domain/settings/rules.ts';
import type { UploadPurpose } from '#domain/uploads.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { currentRules } from '#server/settings/queries.ts';
import { inTransaction } from '#server/database/transaction.ts';

/** An upload and the purpose it is for; for a stream, its maximum size. */
export interface Incoming {
  purpose: UploadPurpose;
  bytes: number;
}

/**
 * Stores a file within its sender's daily quota (T88). The upload counts before it is read, so twenty parallel uploads
 * count like twenty in a row; an upload that fails afterwards no longer counts.
 * @throws `too_many_requests` with `retryAfterSeconds`: when enough earlier uploads are a day old
 */
export async function withinUploadQuota<T>(
  ctx: Ctx,
  viewer: Viewer,
  incoming: Incoming,
  store: () => Promise<T>,
): Promise<T> {
  const { rules } = await currentRules(ctx.db);
  const id = await inTransaction(ctx.db, (tx) => reserve(tx, viewer, { rules, ...incoming }));
  try {
    return await store();
  } catch (error) {
    await sql`delete from uploads where id = ${id}`.execute(ctx.db);
    throw error;
  }
}

interface Quota {
  purposes: readonly UploadPurpose[];
  files: number;
  megabytes: number;
}

const privatePurposes = ['conversation', 'ticket', 'receipt', 'complaint', 'delivery', 'document'] as const;

/** Every quota that an upload counts in: its purpose's own, where there is one, and the shared ones. */
function quotasOf(purpose: UploadPurpose, { uploads, conversations, tickets }: Rules): Quota[] {
  const all = {
    purposes: [...privatePurposes, 'photo'] as const,
    files: Infinity,
    megabytes: uploads.megabytesPerDay,
  };
  if (purpose === 'photo') return [all];
  const quotas: Quota[] = [
    all,
    { purposes: privatePurposes, files: uploads.filesPerDay, megabytes: Infinity },
  ];
  const { filesPerDay, fileMegabytesPerDay } = conversations;
  const { maxFilesPerDay, maxFileMegabytesPerDay } = tickets;
  if (purpose === 'conversation')
    quotas.push({ purposes: [purpose], files: filesPerDay, megabytes: fileMegabytesPerDay });
  if (purpose === 'ticket')
    quotas.push({ purposes: [purpose], files: maxFilesPerDay, megabytes: maxFileMegabytesPerDay });
  return quotas;
}

async function reserve(
  tx: Tx,
  viewer: Viewer,
  { rules, purpose, bytes }: Incoming & { rules: Rules },
): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`uploads:${viewer.id}`}, 0))`.execute(tx);
  const waits = [];
  for (const quota of quotasOf(purpose, rules)) waits.push(await secondsUntil(tx, viewer, bytes, quota));
  const retryAfterSeconds = Math.max(...waits);
  if (retryAfterSeconds > 0)
    fail('too_many_requests', { detail: tooMuch(retryAfterSeconds), meta: { retryAfterSeconds } });
  const { rows } = await sql<{ id: number }>`
    insert into uploads (owner_id, door, bytes) values (${viewer.id}, ${purpose}, ${bytes}) returning id`.execute(
    tx,
  );
  return rows[0]!.id;
}

/** Seconds until enough uploads are a day old that this one fits; 0 where it fits now. */
async function secondsUntil(tx: Tx, viewer: Viewer, bytes: number, quota: Quota): Promise<number> {
  const room = quota.megabytes * 1_048_576 - bytes;
  const { rows } = await sql<{ seconds: number | null }>`
    select ceil(extract(epoch from max(created_at) + interval '1 day' - market_now()))::int as seconds from (
      select created_at, count(*) over newest as files, sum(bytes) over newest as bytes from uploads
      where owner_id = ${viewer.id} and door = any(${quota.purposes}) and created_at > market_now() - interval '1 day'
      window newest as (order by created_at desc, id desc rows unbounded preceding)
    ) sent where files >= ${quota.files}::float8 or bytes > ${room}::float8`.execute(tx);
  return rows[0]!.seconds ?? 0;
}

function tooMuch(seconds: number): string {
  const hours = Math.ceil(seconds / 3_600);
  const wait = hours === 1 ? '1 hora' : `${hours} horas`;
  return `Você já enviou muitos arquivos hoje. Tente de novo em ${wait}, ou envie um arquivo menor.`;
}
