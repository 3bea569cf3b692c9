import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Reply } from '#contract/endpoint.ts';
import type { uploadDocumentFile } from '#contract/accounts/documents.ts';
import type { Viewer } from '#domain/accounts/accounts.ts';
import type { DocumentPart } from '#domain/accounts/documents/checks.ts';
import type { Ctx, Tx } from '#server/context.ts';
import { discardFiles, removeOrDiscardFile } from '#server/files/orphaned-files.ts';
import { checkUpload, writePrivateFile } from '#server/files/private-uploads.ts';
import { withinUploadQuota } from '#server/files/uploads/quota.ts';
import { newFileKey, sealFile, unsealFile } from '#server/secrets/seal-file.ts';
import { seal, unseal } from '#server/secrets/seal.ts';

const accepted = {
  kinds: ['image', 'pdf'],
  refusal: 'Este tipo de arquivo não é aceito, ou ele não abre. Envie uma foto JPG ou PNG, ou um PDF.',
} as const;
const onlyPicture = {
  kinds: ['image'],
  refusal: 'A selfie é uma foto. Envie uma imagem JPG ou PNG.',
} as const;

/** A stored file of a document. */
export interface DocumentFile {
  ownerId: number;
  key: string;
  sealedKey: Buffer;
}

/**
 * Checks a file and stores it encrypted: the file first, then its row with the sealed key, so that a row always has its
 * file.
 * @throws as `checkUpload`
 */
export function storeDocumentFile(
  ctx: Ctx,
  viewer: Viewer,
  { part, bytes }: { part: DocumentPart; bytes: Buffer },
): Promise<Reply<typeof uploadDocumentFile>> {
  return withinUploadQuota(ctx, viewer, { purpose: 'document', bytes: bytes.length }, async () => {
    const { kind, content, picture } = await checkUpload(bytes, part === 'selfie' ? onlyPicture : accepted);
    const hash = picture?.pixelHash ?? createHash('sha256').update(content).digest();
    const fileKey = newFileKey();
    const key = await writePrivateFile(ctx, sealFile(fileKey, content));
    const sealedKey = seal(ctx.keys.seal, bindingOf({ ownerId: viewer.id, key }), fileKey.toString('hex'));
    try {
      const { rows } = await sql<{ id: number }>`
        insert into document_files (owner_id, part, key, key_sealed, kind, bytes, content_hash)
        values (${viewer.id}, ${part}, ${key}, ${sealedKey}, ${kind}, ${content.length}, ${hash})
        returning id`.execute(ctx.db);
      return { id: rows[0]!.id, part, bytes: content.length };
    } catch (error) {
      await removeOrDiscardFile(ctx, key);
      throw error;
    }
  });
}

/** The key of `sealedColumns` has the same binding. */
const bindingOf = ({ ownerId, key }: Pick<DocumentFile, 'ownerId' | 'key'>) =>
  `document-file:${ownerId}:${key}`;

/** The content of a file; null where the store has none. @throws unless the bytes are the stored ones */
export async function readDocumentFile(ctx: Ctx, file: DocumentFile): Promise<Buffer | null> {
  const stored = await ctx.files.read(file.key);
  if (stored === null) return null;
  const pieces: Buffer[] = [];
  for await (const piece of stored) pieces.push(piece as Buffer);
  const key = Buffer.from(unseal(ctx.keys.seal, bindingOf(file), file.sealedKey), 'hex');
  return unsealFile(key, Buffer.concat(pieces));
}

/** Deletes the documents of a person whose account is closed. */
export async function discardDocumentsOf(tx: Tx, userId: number): Promise<void> {
  const { rows } = await sql<{ key: string }>`
    delete from document_files where owner_id = ${userId} returning key`.execute(tx);
  await discardFiles(
    tx,
    rows.map(({ key }) => key),
  );
}
