import sharp from 'sharp';
import type { DocumentPart } from '#domain/accounts/documents/checks.ts';
import { escaped } from '../bank-receipt.ts';

/** A drawn specimen of an identity card, or of a person who holds it, so that the queue of documents has pictures. */
export function drawDocument(part: DocumentPart, { name, number }: { name: string; number: string }) {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="640" font-family="sans-serif">
    ${{ front: front(name), back: back(name, number), selfie: selfie(name) }[part]}
    <text x="500" y="350" font-size="130" font-weight="bold" fill="#b42318" fill-opacity="0.22" text-anchor="middle"
      transform="rotate(-18 500 320)">EXEMPLO</text></svg>`;
  return sharp(Buffer.from(drawing)).png().toBuffer();
}

const paper =
  '<rect width="1000" height="640" fill="#e4efe6"/><rect width="1000" height="110" fill="#2f6b46"/>';

function front(name: string): string {
  return `${paper}${heading('CARTEIRA DE IDENTIDADE')}
    <rect x="60" y="160" width="300" height="400" fill="#c6d6ca"/>${portrait(210, 330)}
    ${line(420, 230, 'Nome', name)}${line(420, 360, 'Nacionalidade', 'Brasileira')}`;
}

function back(name: string, number: string): string {
  return `${paper}${heading('DOCUMENTO DE EXEMPLO, SEM VALOR')}
    ${line(60, 210, 'CPF', number)}${line(60, 340, 'Órgão expedidor', 'Repartição de exemplo')}
    ${line(60, 470, 'Assinatura', name)}`;
}

function selfie(name: string): string {
  return `<rect width="1000" height="640" fill="#8fa6b5"/>${portrait(380, 300)}
    <rect x="560" y="330" width="320" height="200" rx="12" fill="#e4efe6"/><rect x="560" y="330" width="320" height="36" fill="#2f6b46"/>
    <text x="580" y="460" font-size="22" fill="#1d2b22">${escaped(name.slice(0, 24))}</text>`;
}

function portrait(x: number, y: number): string {
  return `<circle cx="${x}" cy="${y}" r="75" fill="#7b5b45"/>
    <path d="M${x - 125} ${y + 230} q125 -220 250 0 z" fill="#37506b"/>`;
}

function heading(words: string): string {
  return `<text x="60" y="72" font-size="40" font-weight="bold" fill="#ffffff">${words}</text>`;
}

function line(x: number, y: number, label: string, words: string): string {
  return `<text x="${x}" y="${y}" font-size="24" fill="#5d6f63">${label}</text>
    <text x="${x}" y="${y + 44}" font-size="34" fill="#1d2b22">${escaped(words)}</text>`;
}
