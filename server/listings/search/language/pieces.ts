import { fold } from '#domain/text/fold.ts';

/** A run of letters or a number in a text. */
export interface Piece {
  /** In lower case, with its accents; of a number, thousands without dots and decimals after a comma. */
  text: string;
  isNumber: boolean;
  /** Its position among the pieces of the text, from 1. */
  place: number;
  /** How it follows the piece before in its chunk: with a sign between («Wi-Fi»), or none («128GB»); null for the first. */
  joint: '' | '-' | '&' | null;
}

/** What is written without a space: `Wi-Fi`, `NOR.0707-60`, `128GB`. */
export type Chunk = readonly Piece[];

const maxChunk = 80;

/**
 * Cuts a text into pieces, grouped by what is written without a space between. Listings and queries are cut by the
 * same function, so that what is typed as it stands in a title finds it.
 */
export function cut(text: string): Chunk[] {
  let place = 0;
  return normalize(text)
    .split(/[\s,;:!?()[\]{}"“”«»|•·…=<>@]+/)
    .flatMap((chunk) => {
      const pieces = piecesOf(chunk.slice(0, maxChunk)).map((piece) => ({ ...piece, place: ++place }));
      return pieces.length > 0 ? [pieces] : [];
    });
}

function normalize(text: string): string {
  return (
    text
      .normalize('NFC')
      .toLowerCase()
      // Inches and numerals: «27"», «nº 42», «6º».
      .replaceAll(/(\d)\s?(?:"|″|”|'')/g, '$1pol ')
      .replaceAll(/\bn[º°]\.?\s?(?=\d)/g, ' ')
      .replaceAll(/[º°ª]/g, ' ')
      // Another sign for the comma between digits: the others part words.
      .replaceAll(/(\d),(?=\d)/g, '$1‚')
      .replaceAll(/(?<=(?:^|[^\p{L}])\p{L})\s&\s(?=\p{L}(?:$|[^\p{L}]))/gu, '&')
  );
}

type Unplaced = Omit<Piece, 'place'>;

function piecesOf(chunk: string): Unplaced[] {
  const pieces: Unplaced[] = [];
  let end = 0;
  for (const { 0: found, index } of chunk.matchAll(/\d+(?:[.‚]\d+)*|\p{L}[\p{L}\p{M}]*/gu)) {
    const between = chunk.slice(end, index);
    const joint = pieces.length === 0 ? null : jointOf(between);
    end = index + found.length;
    if (!/^\d/.test(found)) pieces.push({ text: found, isNumber: false, joint });
    else
      pieces.push(
        ...numbersIn(found).map((number, nth) => ({
          text: number,
          isNumber: true,
          joint: nth === 0 ? joint : ('-' as const),
        })),
      );
  }
  return pieces;
}

function jointOf(between: string): Piece['joint'] {
  return between === '' || between === '&' ? between : '-';
}

/** «20.000» is 20000 and «1,5» as «1.5» is 1,5; «0707.60» and «10.2.1» are several numbers. */
function numbersIn(written: string): string[] {
  const text = written.replaceAll('‚', ',');
  if (/^[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/.test(text)) return [text.replaceAll('.', '')];
  if (/^(?:0|[1-9]\d{0,3})[.,]\d{1,2}$/.test(text)) return [text.replace('.', ',')];
  return text.split(/[.,]/);
}

/** The pieces as one word, as they are indexed: «Wi-Fi» is `wifi`, «10/12» is `10/12`, «M&M» is `m&m`. */
export function joined(pieces: Chunk): string {
  return pieces
    .map(({ text, isNumber, joint }, index) => {
      if (index === 0) return fold(text);
      const sign = joint === '&' ? '&' : isNumber && pieces[index - 1]!.isNumber ? '/' : '';
      return sign + fold(text);
    })
    .join('');
}
