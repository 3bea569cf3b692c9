import { fault } from '#db/fault.ts';
import type { Ctx } from '#server/context.ts';

const checkKey = 'praca-connection-check-0000000000000000';
const missingPhotoKey = '0'.repeat(32);

/**
 * Writes, reads and removes once in the bucket. A store that is down is no fault, because it may return by itself and
 * pages without files work meanwhile.
 * @throws a fault when the store refuses, because only the operator can fix that
 */
export async function checkStorage({
  config: { s3 },
  files,
  images,
}: Pick<Ctx, 'config' | 'files' | 'images'>): Promise<void> {
  if (s3 === null) return;
  try {
    await files.write(checkKey, one(Buffer.from('ok')));
    await files.remove(checkKey);
    // Without the right to list objects, S3 answers 403 for a missing one.
    await images.exists(missingPhotoKey);
  } catch (error) {
    const { status = 503, code } = ((error as Error).cause ?? {}) as { status?: number; code?: string };
    if (status >= 500 || status === 429) return;
    const where = `${new URL(s3.endpoint).host}/${s3.bucket}`;
    throw fault(
      `O armazém de arquivos (${where}) recusou: ${[status, code].filter(Boolean).join(' ')}. Confira S3_ENDPOINT, ` +
        'S3_BUCKET, S3_REGION e as chaves, que precisam poder listar, ler, gravar e apagar no bucket.',
      error,
    );
  }
}

async function* one(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
