import { createHash } from 'node:crypto';
import { fail } from '#domain/errors.ts';
import type { Ctx } from '#server/context.ts';
import { reencodePicture } from './encode-image.ts';
import type { ReencodedPicture } from './encode-image.ts';
import { writeFile } from './orphaned-files.ts';
import { heicRefusal, isHeic, isPhoto } from './photo-kinds.ts';
import { refuseUnsafeFile } from './uploads/unsafe-files.ts';

export type UploadKind = 'image' | 'pdf' | 'text';

/** An uploaded file in the private store. */
export interface StoredUpload {
  key: string;
  kind: UploadKind;
  bytes: number;
  /** SHA-256 of the stored content. */
  contentHash: Buffer;
}

/** The kinds that an upload endpoint accepts, and its error text for others. */
export interface AcceptedKinds<Kind extends UploadKind> {
  kinds: readonly Kind[];
  refusal: string;
}

const anyKind: AcceptedKinds<UploadKind> = {
  kinds: ['image', 'pdf', 'text'],
  refusal: 'Este tipo de arquivo não é aceito. Envie uma imagem JPG ou PNG, um PDF ou um texto.',
};

/** A checked upload: of an image the re-encoded content, of other kinds the content as sent. */
export type CheckedUpload<Kind extends UploadKind> = { content: Buffer } & (
  | { kind: Kind & 'image'; picture: ReencodedPicture }
  | { kind: Exclude<Kind, 'image'>; picture: null }
);

/**
 * Checks every private file: its kind is what its bytes show, not what the client declares. Photos are re-encoded; PDFs
 * and texts are scanned (T87) and stored as sent, and are served as downloads only (T81).
 * @throws `unsupported_media` for any other kind, `payload_too_large` for a photo with too many pixels, `unsafe_file`
 */
export async function checkUpload<Kind extends UploadKind>(
  sent: Buffer,
  { kinds, refusal }: AcceptedKinds<Kind>,
): Promise<CheckedUpload<Kind>> {
  const kind = kindOf(sent);
  if (kind === null || !(kinds as readonly UploadKind[]).includes(kind))
    fail('unsupported_media', { detail: refusalOf(sent, kinds, refusal) });
  if (kind === 'image') {
    const picture = await reencodePicture(sent);
    return { kind: kind as Kind & 'image', content: picture.bytes, picture };
  }
  refuseUnsafeFile(sent, kind);
  return { kind: kind as Exclude<Kind, 'image'>, content: sent, picture: null };
}

/**
 * Checks an upload and stores it under a random key.
 * @throws as {@link checkUpload}
 */
export async function storeUpload(ctx: Ctx, sent: Buffer): Promise<StoredUpload>;
export async function storeUpload<Kind extends UploadKind>(
  ctx: Ctx,
  sent: Buffer,
  taken: AcceptedKinds<Kind>,
): Promise<StoredUpload & { kind: Kind }>;
export async function storeUpload(
  ctx: Ctx,
  sent: Buffer,
  taken: AcceptedKinds<UploadKind> = anyKind,
): Promise<StoredUpload> {
  const { kind, content } = await checkUpload(sent, taken);
  const contentHash = createHash('sha256').update(content).digest();
  return { key: await writePrivateFile(ctx, content), kind, bytes: content.length, contentHash };
}

/** Writes a checked file into the private store. @returns its random key */
export async function writePrivateFile(ctx: Ctx, content: Buffer): Promise<string> {
  return (await writeFile(ctx, once(content))).key;
}

const isPdf = (sent: Buffer) => sent.toString('latin1', 0, 5) === '%PDF-';
const isWholePdf = (sent: Buffer) => sent.subarray(-1_024).includes('%%EOF');

/** A damaged file of an accepted kind gets its own error text; other files get the list of accepted kinds. */
function refusalOf(sent: Buffer, kinds: readonly UploadKind[], refusal: string): string {
  if (kinds.includes('pdf') && isPdf(sent) && !isWholePdf(sent))
    return 'Este PDF está incompleto. Envie o PDF inteiro: baixe-o ou salve-o de novo.';
  return kinds.includes('image') && isHeic(sent) ? heicRefusal : refusal;
}

/** The kind of a file by its first bytes; a text must decode as UTF-8 from beginning to end. */
function kindOf(sent: Buffer): UploadKind | null {
  if (isPhoto(sent)) return 'image';
  if (isPdf(sent)) return isWholePdf(sent) ? 'pdf' : null;
  return isText(sent) ? 'text' : null;
}

/** The maximum length of a file name in every table of files. */
const maxNameLength = 120;

/** A file name for display: without path, control and direction characters, and shortened from the left. */
export function displayName(name: string): string {
  const base = name.split(/[/\\]/).at(-1) ?? '';
  const clean = base.replaceAll(/[\p{C}\u2028\u2029]/gu, '').trim();
  return [...clean].slice(-maxNameLength).join('') || 'arquivo';
}

/** Markup is not accepted as text: a browser that sniffs the content must find nothing to execute. */
const markup = /^\s*(?:<[!?a-z]|#!|%!)/iu;

/** PDF readers search this far for the header, but only files that begin with it are scanned as PDF. */
const pdfHeadBytes = 1_024;

function isText(sent: Buffer): boolean {
  if (sent.subarray(0, pdfHeadBytes).includes('%PDF-')) return false;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(sent);
    // oxlint-disable-next-line no-control-regex -- control characters distinguish binary files from text
    return !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/u.test(text) && !markup.test(text);
  } catch {
    return false;
  }
}

async function* once(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}
