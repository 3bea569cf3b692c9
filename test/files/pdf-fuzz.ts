import { AppError } from '#domain/errors.ts';
import type { Random } from '#demo/random.ts';
import { createRandom } from '#demo/random.ts';
import { refuseUnsafeFile } from '#server/files/uploads/unsafe-files.ts';
import { packOf, pdfOf, streamOf } from './pdfs.ts';

/** What a run of generated PDFs came to. */
export interface PdfFuzz {
  honest: number;
  hostile: number;
  damaged: number;
  /** Seeds of the inputs with a wrong outcome, with the error. */
  faults: string[];
}

/** Keys of dictionaries that make a document active, each with a value as writers put it. */
const actions: readonly (readonly [key: string, value: string])[] = [
  ['OpenAction', '<</S/JavaScript/JS(app.alert(1))>>'],
  ['AA', '<</O<</S/JavaScript/JS 9 0 R>>>>'],
  ['A', '<</S/Launch/F(cmd.exe)>>'],
  ['A', '<</S/SubmitForm/F(https://x.example)>>'],
  ['A', '<</S/GoToR/F(outro.pdf)/D[0/Fit]>>'],
  ['A', '<</S/ImportData/F(x.fdf)>>'],
  ['EF', '<</F 9 0 R>>'],
  ['Names', '<</EmbeddedFiles<</Names[]>>>>'],
  ['AcroForm', '<</XFA 9 0 R>>'],
  ['OpenAction', '<</S/URI/URI(https://x.example)>>'],
];

/** Keys and values of documents that only display something. */
const passive: readonly (readonly [key: string, value: string])[] = [
  ['Type', '/Page'],
  ['Title', '(Recibo \\(/JavaScript\\) de /Launch)'],
  ['A', '<</S/URI/URI(https://exemplo.com.br/JS?a=/AA)>>'],
  ['MediaBox', '[0 0 595 842]'],
  ['ID', '<4a617661536372697074>'],
  ['Dest', '[3 0 R/FitH null]'],
  ['Lang', '(pt-BR)'],
  ['Count', '1'],
];

/**
 * Refuses or accepts generated PDFs (T87): a third displays only, a third has one active entry in a random place and
 * spelling, a third is one of these with damaged bytes, which may be refused or accepted but never breaks the reader.
 */
export function fuzzPdfs({ seed, inputs }: { seed: number; inputs: number }): PdfFuzz {
  const result: PdfFuzz = { honest: 0, hostile: 0, damaged: 0, faults: [] };
  for (let each = 0; each < inputs; each++) {
    const random = createRandom(seed + each);
    const kind = (['honest', 'hostile', 'damaged'] as const)[each % 3]!;
    const whole = generatePdf(random, kind === 'hostile' || (kind === 'damaged' && random.chance(0.5)));
    const outcome = outcomeOf(kind === 'damaged' ? damage(random, whole) : whole);
    result[kind]++;
    const right =
      outcome === 'accepted' ? kind !== 'hostile' : outcome === 'refused' ? kind !== 'honest' : false;
    if (!right) result.faults.push(`${kind} ${seed + each}: ${outcome}`);
  }
  return result;
}

function outcomeOf(bytes: Buffer): string {
  try {
    refuseUnsafeFile(bytes, 'pdf');
    return 'accepted';
  } catch (error) {
    return error instanceof AppError ? 'refused' : String(error);
  }
}

function generatePdf(random: Random, hostile: boolean): Buffer {
  const objects = Array.from({ length: random.int(2, 6) }, () => dictionary(random, null));
  if (hostile) {
    const active = dictionary(random, random.pick(actions));
    if (random.chance(0.3))
      objects.push(packOf([objects[0]!, active], { deflated: random.chance(0.7) }).toString('latin1'));
    else objects[random.int(0, objects.length - 1)] = active;
  }
  if (random.chance(0.5)) objects.push(streamOf(noise(random, 200), '/Filter/DCTDecode').toString('latin1'));
  return pdfOf(objects);
}

/** A dictionary of passive entries, nested now and then, with the active one somewhere inside. */
function dictionary(random: Random, active: readonly [string, string] | null): string {
  const entries = random.sample(passive, random.int(1, 4)).map(([key, value]) => entry(random, key, value));
  if (active) {
    const inside = entry(random, ...active);
    entries.splice(random.int(0, entries.length), 0, inside);
  }
  const own = `<<${entries.join(blank(random))}${blank(random)}>>`;
  // The action of opening counts only in the catalog's own dictionary; everything else counts at any depth.
  const nested = random.chance(0.3) && active?.[0] !== 'OpenAction';
  return nested ? `<<${entry(random, 'Kids', `[${own}]`)}>>` : own;
}

function entry(random: Random, key: string, value: string): string {
  return `${blank(random)}/${spelled(random, key)}${blank(random) || ' '}${value.replaceAll(/\/([A-Za-z]{2,})/g, (whole, name: string, at: number) => (inString(value, at) ? whole : `/${spelled(random, name)}`))}`;
}

/** A name with some of its letters as `#xx` (ISO 32000-1 §7.3.5). */
function spelled(random: Random, name: string): string {
  return [...name]
    .map((letter) => (random.chance(0.15) ? `#${letter.charCodeAt(0).toString(16)}` : letter))
    .join('');
}

function inString(value: string, at: number): boolean {
  const before = value.slice(0, at).replaceAll(/\\./g, '');
  return before.split('(').length > before.split(')').length;
}

function blank(random: Random): string {
  return random.pick(['', '', ' ', '\n', '\r\n', '\t ', '%/JavaScript\n', '% endobj\r']);
}

function noise(random: Random, length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => random.int(0, 255)));
}

/** Bytes changed, cut off, doubled or put elsewhere. */
function damage(random: Random, whole: Buffer): Buffer {
  const bytes = Buffer.from(whole);
  for (let times = random.int(1, 8); times > 0; times--)
    bytes[random.int(0, bytes.length - 1)] = random.int(0, 255);
  const [from, to] = [random.int(0, bytes.length), random.int(0, bytes.length)].toSorted((a, b) => a - b);
  return random.pick([
    bytes,
    bytes.subarray(0, to),
    Buffer.concat([bytes.subarray(0, to), bytes.subarray(from)]),
    Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]),
  ]);
}
