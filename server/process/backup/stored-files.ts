import { sql } from 'kysely';
import type { Ctx, Db } from '#server/context.ts';
import { filePath } from '#server/adapters/storage/file-store.ts';
import { avifWidths, imagePath, imageWidths } from '#server/adapters/storage/image-store.ts';
import { fileColumns } from '#server/files/orphaned-files.ts';

/** A photo or private file that the database names. */
export interface StoredFile {
  /** Below `DATA_DIR`, and the name in the bucket. */
  path: string;
  /** Whether its absence is a loss: a photo counts as lost with its smallest file, which each photo has. */
  isRequired: boolean;
  /** Its content, or null when the store does not have it. */
  read(stores: Pick<Ctx, 'images' | 'files'>): Promise<AsyncIterable<Buffer> | null>;
}

/** Every photo and private file that the database names. Others are left to their removal. */
export async function storedFiles(db: Db): Promise<StoredFile[]> {
  const [photos, files] = await Promise.all([photoKeys(db), fileKeys(db)]);
  return [...photos.flatMap(filesOfPhoto), ...files.map(privateFile)];
}

/** The keys by which `is_photo_in_use` (db/schema/functions/13_uploads.sql) finds a photo in use. */
async function photoKeys(db: Db): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from images
    union select substring(image from '^/imagens/([a-f0-9]{32})-320\\.webp$') from users
    union select rules #>> '{brand,logo}' from rule_versions`.execute(db);
  return rows.map(({ key }) => key).filter((key) => /^[a-f0-9]{32}$/.test(key ?? ''));
}

async function fileKeys(db: Db): Promise<string[]> {
  const columns = fileColumns.map(
    ([table, column]) => sql`select ${sql.ref(column)} as key from ${sql.table(table)}`,
  );
  const { rows } = await sql<{ key: string | null }>`${sql.join(columns, sql` union `)}`.execute(db);
  return rows.flatMap(({ key }) => (key === null ? [] : [key]));
}

function filesOfPhoto(key: string): StoredFile[] {
  const one = (width: number, format: 'webp' | 'avif'): StoredFile => ({
    path: `images/${imagePath(key, width, format)}`,
    isRequired: format === 'webp' && width === imageWidths[0],
    async read({ images }) {
      const bytes = await images.read(key, width, format);
      return (
        bytes &&
        (async function* () {
          yield bytes;
        })()
      );
    },
  });
  return [
    ...imageWidths.map((width) => one(width, 'webp')),
    ...avifWidths.map((width) => one(width, 'avif')),
  ];
}

function privateFile(key: string): StoredFile {
  return { path: `files/${filePath(key)}`, isRequired: true, read: ({ files }) => files.read(key) };
}
