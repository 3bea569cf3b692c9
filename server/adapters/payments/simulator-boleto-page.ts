import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { DB } from '#db/schema.ts';
import { interleavedBars, maskedLine } from '#domain/payments/boletos.ts';
import { saoPauloDay } from '#domain/business-days.ts';
import { numbersOf } from './simulator-charges.ts';

interface Row {
  reference: string;
  amountCents: number;
  description: string;
  expiresAt: Date;
}

export interface BoletoReceiver {
  name: string;
  document: string;
}

/** A boleto as a page to print. */
export async function boletoPage(
  db: Kysely<DB>,
  reference: string,
  receiver: BoletoReceiver,
): Promise<string | null> {
  const { rows } = await sql<Row>`
    select reference, amount_cents as "amountCents", description, expires_at as "expiresAt"
    from simulator.charges where reference = ${reference} and method = 'boleto'`.execute(db);
  const charge = rows[0];
  if (!charge) return null;
  const { line, barcode } = numbersOf(charge);
  const amount = (charge.amountCents / 100).toLocaleString('pt-BR', { style: 'currency', currency: 'BRL' });
  const due = saoPauloDay(charge.expiresAt).split('-').toReversed().join('/');
  return `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Boleto · Banco simulado</title>
<style>${style}</style></head><body><main><h1>Boleto do banco simulado</h1>
<p class="line">${maskedLine(line)}</p>
<dl><div><dt>Beneficiário</dt><dd>${escape(receiver.name)}, CNPJ ${escape(receiver.document)}</dd></div><div><dt>Vencimento</dt><dd>${due}</dd></div>
<div><dt>Valor</dt><dd>${amount}</dd></div><div><dt>Referente a</dt><dd>${escape(charge.description)}</dd></div></dl>
${drawn(barcode)}</main></body></html>`;
}

function drawn(barcode: string): string {
  const widths = interleavedBars(barcode);
  let at = 0;
  const bars = widths.map((width, place) => {
    const bar = place % 2 === 0 ? `<rect x="${at}" width="${width}" height="50"/>` : '';
    at += width;
    return bar;
  });
  return `<svg viewBox="0 0 ${at} 50" preserveAspectRatio="none" role="img" aria-label="Código de barras">${bars.join('')}</svg>`;
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

const style = `body{font:16px/1.5 system-ui,sans-serif;margin:0;color:#111;background:#fff}
main{max-width:720px;margin:0 auto;padding:24px}h1{font-size:20px}.line{font:16px/1.6 ui-monospace,monospace;overflow-wrap:anywhere}
dl{display:grid;grid-template-columns:repeat(auto-fit,minmax(160px,1fr));gap:16px;margin:24px 0}dt{font-size:13px;color:#555}dd{margin:0;font-weight:600}
svg{display:block;width:100%;height:72px}`;
