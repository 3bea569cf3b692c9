import { fault } from '#db/fault.ts';
import type { Ctx } from '#server/context.ts';

const checkKey = 'praca-connection-check-0000000000000000';
const nobodysPhoto = '0'.repeat(32);

/**
 * Writes, looks and removes once where files are kept in a bucket. A store that is away comes back by itself, and until
 * then pages without files are served.
 * @throws a fault when it refuses, because that only the operator can mend
 */
export async function refuseClosedStore({ config: { s3 }, files, images }: Ctx): Promise<void> {
  if (s3 === null) return;
  try {
    await files.write(checkKey, one(Buffer.from('ok')));
    await files.remove(checkKey);
    // Without the right to list, what is not there is refused instead.
    await images.exists(nobodysPhoto);
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
