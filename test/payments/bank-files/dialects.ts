import * as fc from 'fast-check';
import { transaction } from './cases.ts';

/** A credit or a debit that a bank writes down. */
export interface Movement {
  bankId: string;
  /** Whole seconds. */
  at: Date;
  /** Below zero for money that went out. */
  cents: number;
  payerName: string;
}

const letters = [...'ABCÇDEÉIÃOÕUzção&<>\'";,|\t '];
const name = fc
  .string({ unit: fc.constantFrom(...letters), maxLength: 25 })
  .map((text) => `Ana ${text.replaceAll(/\s+/g, ' ').trim()} X`.replaceAll(/\s+/g, ' '));
const bankId = fc
  .string({ unit: fc.constantFrom(...'ABCdef0123456789-. '), minLength: 1, maxLength: 30 })
  .map((text) => `E${text}x`.replaceAll(/ +/g, ' '));

/** Movements of one file, each with its own id. */
export const movements: fc.Arbitrary<Movement[]> = fc.uniqueArray(
  fc.record({
    bankId,
    at: fc
      .date({
        min: new Date('2024-01-01T00:00:00Z'),
        max: new Date('2027-12-31T00:00:00Z'),
        noInvalidDate: true,
      })
      .map((at) => new Date(Math.floor(at.getTime() / 1_000) * 1_000)),
    cents: fc.oneof(fc.integer({ min: 1, max: 10_000_000_000 }), fc.integer({ min: -9_999_999, max: -1 })),
    payerName: name,
  }),
  { minLength: 1, maxLength: 8, selector: (movement) => movement.bankId },
);

const pad = (value: number, length = 2) => String(value).padStart(length, '0');

/** The parts of an instant as a clock shows it so many hours from Greenwich. */
function clock(at: Date, hours: number) {
  const there = new Date(at.getTime() + hours * 3_600_000);
  const day = pad(there.getUTCDate());
  const month = pad(there.getUTCMonth() + 1);
  const time = [there.getUTCHours(), there.getUTCMinutes(), there.getUTCSeconds()].map((part) => pad(part));
  return { day, month, year: pad(there.getUTCFullYear(), 4), time };
}

type Write<T> = (value: T) => string;

const grouped = (cents: number, group: string, mark: string) => {
  const whole = String(Math.trunc(Math.abs(cents) / 100)).replaceAll(/\B(?=(\d{3})+$)/g, group);
  return `${whole}${mark}${pad(Math.abs(cents) % 100)}`;
};
const signed = (cents: number, text: string) => (cents < 0 ? `-${text}` : text);

const csvAmounts: Record<string, Write<number>> = {
  brazilian: (cents) => signed(cents, grouped(cents, '.', ',')),
  english: (cents) => signed(cents, grouped(cents, ',', '.')),
  bare: (cents) => signed(cents, grouped(cents, '', '.')),
  reais: (cents) => signed(cents, `R$ ${grouped(cents, '.', ',')}`),
  letter: (cents) => `${grouped(cents, '.', ',')} ${cents < 0 ? 'D' : 'C'}`,
  brackets: (cents) => (cents < 0 ? `(${grouped(cents, '.', ',')})` : grouped(cents, '.', ',')),
};
const csvInstants: Record<string, Write<Date>> = {
  brazilian: (at) => {
    const { day, month, year, time } = clock(at, -3);
    return `${day}/${month}/${year} ${time.join(':')}`;
  },
  short: (at) => {
    const { day, month, year, time } = clock(at, -3);
    return `${day}/${month}/${year.slice(2)} ${time.join(':')}`;
  },
  iso: (at) => at.toISOString(),
  offset: (at) => {
    const { day, month, year, time } = clock(at, 2);
    return `${year}-${month}-${day}T${time.join(':')}+02:00`;
  },
};
const ofxOffsets: Record<string, number> = {
  '': -3,
  '[-3:BRT]': -3,
  '.000[-03:EST]': -3,
  '[0:GMT]': 0,
  '[+5:X]': 5,
};

const lineEnds = ['\n', '\r\n', '\r'];
const encodings = ['utf-8', 'utf-8-mark', 'windows-1252', 'utf-16le', 'utf-16be'] as const;
type Encoding = (typeof encodings)[number];

const csvDialect = fc.record({
  separator: fc.constantFrom(';', ',', '\t', '|'),
  lineEnd: fc.constantFrom(...lineEnds),
  quoted: fc.boolean(),
  splitLines: fc.boolean(),
  amount: fc.constantFrom(...Object.keys(csvAmounts)),
  instant: fc.constantFrom(...Object.keys(csvInstants)),
  encoding: fc.constantFrom(...encodings),
});

const ofxDialect = fc.record({
  isXml: fc.boolean(),
  lineEnd: fc.constantFrom(...lineEnds),
  offset: fc.constantFrom(...Object.keys(ofxOffsets)),
  byNumber: fc.boolean(),
  encoding: fc.constantFrom(...encodings),
});

export const csvFile = fc
  .tuple(movements, csvDialect)
  .map(([rows, dialect]) => ({ rows, dialect: JSON.stringify(dialect), bytes: writeCsv(rows, dialect) }));
export const ofxFile = fc
  .tuple(movements, ofxDialect)
  .map(([rows, dialect]) => ({ rows, dialect: JSON.stringify(dialect), bytes: writeOfx(rows, dialect) }));

type Dialect<T> = T extends fc.Arbitrary<infer Value> ? Value : never;

function writeCsv(rows: readonly Movement[], dialect: Dialect<typeof csvDialect>): Uint8Array {
  const { separator, lineEnd, quoted, splitLines } = dialect;
  const cell = (text: string) =>
    quoted || /["\r\n]/.test(text) || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text;
  const records = rows.map(({ bankId: id, at, cents, payerName }) => [
    id,
    csvInstants[dialect.instant]!(at),
    csvAmounts[dialect.amount]!(cents),
    splitLines ? payerName.replace(' ', lineEnd) : payerName,
  ]);
  const lines = [['id', 'data', 'valor', 'nome'], ...records].map((cells) => cells.map(cell).join(separator));
  return encode(lines.join(lineEnd), dialect.encoding);
}

function writeOfx(rows: readonly Movement[], dialect: Dialect<typeof ofxDialect>): Uint8Array {
  const { isXml, lineEnd, offset, byNumber, encoding } = dialect;
  const value = (text: string) =>
    text.replaceAll(byNumber ? /[^A-Za-z0-9 ]/g : /[&<>]/g, (letter) => `&#${letter.codePointAt(0)};`);
  const body = rows.map(({ bankId: id, at, cents, payerName }) => {
    const { day, month, year, time } = clock(at, ofxOffsets[offset]!);
    const written = transaction({
      TRNTYPE: cents < 0 ? 'DEBIT' : 'CREDIT',
      DTPOSTED: `${year}${month}${day}${time.join('')}${offset}`,
      TRNAMT: signed(cents, grouped(cents, '', '.')),
      FITID: value(id),
      NAME: value(payerName),
    });
    return isXml ? written.replaceAll(/<([A-Z]+)>(.+)\n/g, '<$1>$2</$1>\n') : written;
  });
  const head = isXml ? '<?xml version="1.0"?>\n' : 'OFXHEADER:100\nENCODING:USASCII\nCHARSET:1252\n\n';
  const text = `${head}<OFX><BANKTRANLIST>\n${body.join('')}</BANKTRANLIST></OFX>\n`;
  return encode(text.replaceAll('\n', lineEnd), encoding);
}

function encode(text: string, encoding: Encoding): Uint8Array {
  if (encoding === 'utf-8' || encoding === 'utf-8-mark')
    return new TextEncoder().encode(encoding === 'utf-8' ? text : `\ufeff${text}`);
  if (encoding === 'windows-1252') return Uint8Array.from(text, (letter) => letter.codePointAt(0)!);
  const bytes = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at++)
    bytes.setUint16(at * 2, text.charCodeAt(at), encoding === 'utf-16le');
  return new Uint8Array(bytes.buffer);
}
