import { createHash, randomBytes } from 'node:crypto';
import { fail } from '#domain/errors.ts';
import type { Ctx } from './context.ts';
import { redrawPicture } from './encode-image.ts';

export type UploadKind = 'image' | 'pdf' | 'text';

/** A file in the private store. */
export interface KeptUpload {
  key: string;
  kind: UploadKind;
  bytes: number;
  /** SHA-256 of what is kept. */
  contentHash: Buffer;
}

/**
 * Keeps what somebody sent under a random key, by what it is and not by what it says it is: photos are drawn anew,
 * a PDF and a text are kept as they are and only ever leave as a download (T81). Nothing foreign is run on them.
 * @throws `unsupported_media` for anything else, `payload_too_large` for a photo with too many pixels
 */
export async function keepPrivately(ctx: Ctx, sent: Buffer): Promise<KeptUpload> {
  const kind = kindOf(sent) ?? fail('unsupported_media', { detail: accepted });
  const content = kind === 'image' ? (await redrawPicture(sent)).bytes : sent;
  const key = randomBytes(32).toString('base64url');
  await ctx.files.write(key, once(content));
  const contentHash = createHash('sha256').update(content).digest();
  return { key, kind, bytes: content.length, contentHash };
}

const accepted = 'Este tipo de arquivo não é aceito. Envie uma imagem JPG ou PNG, um PDF ou um texto.';

/** What a file is, by its first bytes; a text is what reads as one from end to end. */
export function kindOf(sent: Buffer): UploadKind | null {
  if (pictures.some((isOne) => isOne(sent))) return 'image';
  if (sent.toString('latin1', 0, 5) === '%PDF-')
    return sent.subarray(-1_024).includes('%%EOF') ? 'pdf' : null;
  return isText(sent) ? 'text' : null;
}

const pictures: readonly ((sent: Buffer) => boolean)[] = [
  (sent) => sent.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex')),
  (sent) => sent.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')),
  (sent) => sent.toString('latin1', 0, 4) === 'RIFF' && sent.toString('latin1', 8, 12) === 'WEBP',
];

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

function isText(sent: Buffer): boolean {
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
