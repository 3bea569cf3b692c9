import sharp from 'sharp';
import { demoAccount, demoCompany } from './receiving-account.ts';

export interface Transfer {
  bank: string;
  /** Hex, of the bank's own. */
  color: string;
  /** The bank's id of the movement. */
  bankId: string;
  paidAt: Date;
  cents: number;
  payerName: string;
}

const money = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
const moment = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'America/Sao_Paulo',
});

/** What a bank's application shows after a Pix, as the buyer's screenshot. */
export function drawBankReceipt({
  bank,
  color,
  bankId,
  paidAt,
  cents,
  payerName,
}: Transfer): Promise<Buffer> {
  const lines = [
    ['Valor', money.format(cents / 100)],
    ['Quando', moment.format(paidAt)],
    ['De', payerName],
    ['Instituição', bank],
    ['Para', demoCompany.name],
    ['Chave', demoAccount.pixKey],
    ['ID', bankId],
  ].map(
    ([label, value], place) =>
      `<text x="60" y="${420 + place * 130}" font-size="30" fill="#667085">${label}</text>
       <text x="60" y="${465 + place * 130}" font-size="36" fill="#101828">${escaped(value!)}</text>`,
  );
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="1400" font-family="sans-serif">
    <rect width="900" height="1400" fill="#ffffff"/><rect width="900" height="170" fill="${color}"/>
    <text x="60" y="105" font-size="52" font-weight="bold" fill="#ffffff">${bank}</text>
    <text x="60" y="290" font-size="50" font-weight="bold" fill="#101828">Comprovante de Pix</text>${lines.join('')}</svg>`;
  return sharp(Buffer.from(drawing)).png().toBuffer();
}

/** Text for an SVG drawing. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
