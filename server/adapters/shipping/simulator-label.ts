import { formatPostalCode } from '#domain/addresses/postal-codes.ts';
import { writePdf } from './merge-pdfs.ts';

export interface LabelText {
  trackingCode: string;
  serviceName: string;
  fromPostalCode: string;
  toPostalCode: string;
  weightGrams: number;
}

/** 10 × 15 cm in points. */
const [width, height] = [283, 425];
const firstObject = 3;

/** Labels of the simulated carrier, a page each. They have no names and addresses: the simulator keeps none. */
export function simulatedLabels(labels: readonly LabelText[]): Uint8Array {
  const font = firstObject + 2 * labels.length;
  const objects = new Map<number, string>();
  const kids: string[] = [];
  for (const [index, label] of labels.entries()) {
    const page = firstObject + 2 * index;
    const content = drawing(label);
    kids.push(`${page} 0 R`);
    objects.set(
      page,
      `<</Type/Page/Parent 1 0 R/MediaBox[0 0 ${width} ${height}]/Contents ${page + 1} 0 R/Resources<</Font<</F1 ${font} 0 R>>>>>>`,
    );
    objects.set(page + 1, `<</Length ${content.length}>>\nstream\n${content}\nendstream`);
  }
  objects.set(font, '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>');
  objects.set(1, `<</Type/Pages/Count ${kids.length}/Kids[${kids.join(' ')}]>>`);
  objects.set(2, '<</Type/Catalog/Pages 1 0 R>>');
  return writePdf(objects);
}

function drawing({
  trackingCode,
  serviceName,
  fromPostalCode,
  toPostalCode,
  weightGrams,
}: LabelText): string {
  const lines = [
    [22, serviceName],
    [12, 'Etiqueta de demonstração: não vale para postar'],
    [20, trackingCode],
    [14, `De: CEP ${formatPostalCode(fromPostalCode)}`],
    [20, `Para: CEP ${formatPostalCode(toPostalCode)}`],
    [12, `Peso: ${weightGrams} g`],
  ] as const;
  const texts = lines.map(([size, line]) => `/F1 ${size} Tf (${escaped(line)}) Tj 0 -48 Td`);
  return `BT 20 ${height - 60} Td ${texts.join(' ')} ET`;
}

const escaped = (line: string) => line.replaceAll(/[\\()]/g, String.raw`\$&`);
