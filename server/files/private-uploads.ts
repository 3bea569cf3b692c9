import { createHash } from 'node:crypto';
import { fail } from '#domain/errors.ts';
import type { Ctx } from '#server/context.ts';
import { redrawPicture } from './encode-image.ts';
import type { RedrawnPicture } from './encode-image.ts';
import { writeFile } from './unwanted-files.ts';
import { heicRefusal, isHeic, isPhoto } from './photo-kinds.ts';
import { refuseHarm } from './uploads/refuse-harm.ts';

export type UploadKind = 'image' | 'pdf' | 'text';

/** A file in the private store. */
export interface KeptUpload {
  key: string;
  kind: UploadKind;
  bytes: number;
  /** SHA-256 of what is kept. */
  contentHash: Buffer;
}

/** What a door takes, and what it says to anything else. */
export interface Taken<Kind extends UploadKind> {
  kinds: readonly Kind[];
  refusal: string;
}

const anyKind: Taken<UploadKind> = {
  kinds: ['image', 'pdf', 'text'],
  refusal: 'Este tipo de arquivo não é aceito. Envie uma imagem JPG ou PNG, um PDF ou um texto.',
};

/** A file that may be kept: of an image only what was drawn of it, the rest as it was sent. */
export type ReadUpload<Kind extends UploadKind> = { content: Buffer } & (
  | { kind: Kind & 'image'; picture: RedrawnPicture }
  | { kind: Exclude<Kind, 'image'>; picture: null }
);

/**
 * The one gate of every private file: it is what its bytes are and not what it says it is. Photos are drawn anew; a PDF
 * and a text are looked into (T87) and kept as they are, and only ever leave as a download (T81).
 * @throws `unsupported_media` for anything else, `payload_too_large` for a photo with too many pixels, `unsafe_file`
 */
export async function readUpload<Kind extends UploadKind>(
  sent: Buffer,
  { kinds, refusal }: Taken<Kind>,
): Promise<ReadUpload<Kind>> {
  const kind = kindOf(sent);
  if (kind === null || !(kinds as readonly UploadKind[]).includes(kind))
    fail('unsupported_media', { detail: refusalOf(sent, kinds, refusal) });
  if (kind === 'image') {
    const picture = await redrawPicture(sent);
    return { kind: kind as Kind & 'image', content: picture.bytes, picture };
  }
  refuseHarm(sent, kind);
  return { kind: kind as Exclude<Kind, 'image'>, content: sent, picture: null };
}

/**
 * Keeps what somebody sent under a random key.
 * @throws as {@link readUpload}
 */
export async function keepPrivately(ctx: Ctx, sent: Buffer): Promise<KeptUpload>;
export async function keepPrivately<Kind extends UploadKind>(
  ctx: Ctx,
  sent: Buffer,
  taken: Taken<Kind>,
): Promise<KeptUpload & { kind: Kind }>;
export async function keepPrivately(
  ctx: Ctx,
  sent: Buffer,
  taken: Taken<UploadKind> = anyKind,
): Promise<KeptUpload> {
  const { kind, content } = await readUpload(sent, taken);
  const contentHash = createHash('sha256').update(content).digest();
  return { key: await writePrivately(ctx, content), kind, bytes: content.length, contentHash };
}

/** Puts a file that was read into the private store; answers with its random key. */
export async function writePrivately(ctx: Ctx, content: Buffer): Promise<string> {
  return (await writeFile(ctx, once(content))).key;
}

const isPdf = (sent: Buffer) => sent.toString('latin1', 0, 5) === '%PDF-';
const isWholePdf = (sent: Buffer) => sent.subarray(-1_024).includes('%%EOF');

/** A file of a kind that is taken is damaged where it is not read; another one is told what is taken. */
function refusalOf(sent: Buffer, kinds: readonly UploadKind[], refusal: string): string {
  if (kinds.includes('pdf') && isPdf(sent) && !isWholePdf(sent))
    return 'Este PDF está incompleto. Envie o PDF inteiro: baixe-o ou salve-o de novo.';
  return kinds.includes('image') && isHeic(sent) ? heicRefusal : refusal;
}

/** What a file is, by its first bytes; a text is what reads as one from end to end. */
function kindOf(sent: Buffer): UploadKind | null {
  if (isPhoto(sent)) return 'image';
  if (isPdf(sent)) return isWholePdf(sent) ? 'pdf' : null;
  return isText(sent) ? 'text' : null;
}

/** As many letters of a file's name as every table of files takes. */
const nameLetters = 120;

/** The name as people read it: no path, nothing that turns the line around, not too long. */
export function shownName(name: string): string {
  const base = name.split(/[/\\]/).at(-1) ?? '';
  const clean = base.replaceAll(/[\p{C}\u2028\u2029]/gu, '').trim();
  return [...clean].slice(-nameLetters).join('') || 'arquivo';
}

/** Markup of any kind is no text: a browser that guesses must find nothing to run. */
const markup = /^\s*(?:<[!?a-z]|#!|%!)/iu;

/** A reader takes for a PDF whatever says so this early; here only what says so at once is looked into as one. */
const pdfHeadBytes = 1_024;

function isText(sent: Buffer): boolean {
  if (sent.subarray(0, pdfHeadBytes).includes('%PDF-')) return false;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(sent);
    // oxlint-disable-next-line no-control-regex -- they are what tells a program from a text
    return !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/u.test(text) && !markup.test(text);
  } catch {
    return false;
  }
}

async function* once(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}
