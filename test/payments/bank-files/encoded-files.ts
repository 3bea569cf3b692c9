import { transaction } from './cases.ts';
import type { BankFile } from './cases.ts';

const noon = '2026-11-22T15:00:00.000Z';
const latin = (text: string) => Uint8Array.from(text, (letter) => letter.codePointAt(0)!);
const utf8 = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string, littleEndian: boolean) => {
  const bytes = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at++) bytes.setUint16(at * 2, text.charCodeAt(at), littleEndian);
  return new Uint8Array(bytes.buffer);
};
const joao = 'id;data;valor;nome\r\nE1;22/11/2026;10,00;João Conceição\r\n';
const joaoLine = `E1 1000 ${noon} João Conceição`;
const ofxJoao = (head: string) => `${head}\n\n<OFX>${transaction({ NAME: 'João Conceição' })}</OFX>`;

/** The same text in the encodings that people's programs write. */
export const encodedFiles: readonly BankFile[] = [
  { title: 'Windows-1252', file: latin(joao), lines: [joaoLine] },
  {
    title: 'Windows-1252 with its own letters',
    file: latin(joao.replace('João', 'Jo\u0080o \u0093x\u0094 ')),
    lines: [joaoLine.replace('João', 'Jo€o “x”')],
  },
  { title: 'UTF-8', file: utf8(joao), lines: [joaoLine] },
  { title: 'UTF-8 with a mark', file: utf8(`\ufeff${joao}`), lines: [joaoLine] },
  { title: 'UTF-16LE', file: utf16(`\ufeff${joao}`, true), lines: [joaoLine] },
  { title: 'UTF-16BE', file: utf16(`\ufeff${joao}`, false), lines: [joaoLine] },
  { title: 'UTF-16LE without a mark', file: utf16(joao, true), lines: [joaoLine] },
  {
    title: 'UTF-8 cut off in a letter',
    file: utf8(`${joao}E2;22/11/2026;10,00;Conceição João`).subarray(0, -2),
    lines: [joaoLine],
    faults: { 3: 'letras ilegíveis' },
  },
  {
    title: 'OFX that declares 1252',
    file: latin(ofxJoao('OFXHEADER:100\nENCODING:USASCII\nCHARSET:1252')),
    lines: [joaoLine],
  },
  {
    title: 'OFX that declares 1252 and writes UTF-8',
    file: utf8(ofxJoao('OFXHEADER:100\nENCODING:USASCII\nCHARSET:1252')),
    lines: [joaoLine],
  },
  {
    title: 'OFX that declares UTF-8 and writes Latin-1',
    file: latin(ofxJoao('OFXHEADER:100\nENCODING:UTF-8\nCHARSET:NONE')),
    lines: [joaoLine],
  },
  {
    title: 'OFX in XML that declares Latin-9',
    file: latin(ofxJoao('<?xml version="1.0" encoding="ISO-8859-15"?>').replace('João', 'Jo\u00a4o')),
    lines: [joaoLine.replace('João', 'Jo€o')],
  },
];
