import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Ctx } from '#server/context.ts';
import type { Sweep } from '#server/background/worker.ts';

const unzip = promisify(gunzip);

/** How long a page that was opened before an upgrade can still load its parts. */
const keptFor = '30 days';
/** Much shorter than that, so that the files of a running server are always kept. */
const publishEveryMs = 12 * 3_600_000;

const types: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};
const fileName = /^[A-Za-z0-9_.~-]{1,200}\.(css|js|svg|woff2)$/;

/** Stores the files of this server's build for servers of other versions, and deletes those that none has any more. */
export function keepBuild(folder: string): Sweep {
  return {
    name: 'site.keep-build',
    everyMs: publishEveryMs,
    async run(ctx) {
      await publishBuild(ctx, folder);
      const { numAffectedRows } = await sql`
        delete from build_files where published_at < now() - ${keptFor}::interval`.execute(ctx.db);
      return Number(numAffectedRows ?? 0);
    },
  };
}

/** @param folder holds the files that are served below `/build/`, with a `.gz` beside those that compress */
export async function publishBuild({ db }: Ctx, folder: string): Promise<void> {
  const present = new Set(await readdir(folder));
  const names = [...present].filter((name) => fileName.test(name));
  // In one order and without waiting: several processes publish the same build at once.
  await sql`update build_files set published_at = now() where name in (
    select name from build_files where name = any (${names}::text[]) order by name for update skip locked)`.execute(
    db,
  );
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${names}::text[]) name where name not in (select name from build_files)`.execute(
    db,
  );
  for (const { name } of rows) {
    const gzipped = present.has(`${name}.gz`);
    const content = await readFile(join(folder, gzipped ? `${name}.gz` : name));
    await sql`insert into build_files (name, gzipped, content) values (${name}, ${gzipped}, ${content})
      on conflict do nothing`.execute(db);
  }
}

/** Sends a file below `/build/` that this server's own build does not have; 404 where no build of the last weeks has it. */
export async function sendFormerFile(
  { db }: Pick<Ctx, 'db'>,
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
): Promise<FastifyReply> {
  const name = path.slice('/build/'.length);
  const extension = fileName.exec(name)?.[1];
  if (!extension) return refuse(reply);
  const { rows } = await sql<{ gzipped: boolean; content: Buffer }>`
    select gzipped, content from build_files where name = ${name}`.execute(db);
  const [file] = rows;
  if (!file) return refuse(reply);
  reply.type(types[extension]!).header('Cache-Control', 'public, max-age=31536000, immutable');
  // As for the files of the present build (`web.ts`).
  if (extension === 'woff2') reply.header('Access-Control-Allow-Origin', '*');
  if (!file.gzipped) return reply.send(file.content);
  reply.header('Vary', 'Accept-Encoding');
  if (!/\bgzip\b/.test(String(request.headers['accept-encoding'])))
    return reply.send(await unzip(file.content));
  return reply.header('Content-Encoding', 'gzip').send(file.content);
}

function refuse(reply: FastifyReply): FastifyReply {
  reply.callNotFound();
  return reply;
}
