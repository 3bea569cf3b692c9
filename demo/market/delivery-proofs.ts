import { sql } from 'kysely';
import sharp from 'sharp';
import { addDeliveryFile } from '#contract/orders/delivery-files.ts';
import type { DeliveryProof } from '#domain/orders/delivery-proofs.ts';
import { orderCode } from '#domain/orders/orders.ts';
import type { DemoApi } from './demo-api.ts';

/**
 * Uploads the proof that the order requires of its seller: a screenshot of the trade.
 * @returns the files to deliver with; none where words are enough
 */
export async function uploadDeliveryProof(
  api: DemoApi,
  seller: string,
  { id, hash }: { id: number; hash: string },
): Promise<number[]> {
  const { rows } = await sql<{ asked: DeliveryProof }>`
    select delivery_proof as asked from orders where id = ${id}`.execute(api.ctx.db);
  const params = { hash };
  if (rows[0]!.asked === 'text') return [];
  const file = await api.call(seller, addDeliveryFile, {
    params,
    query: { name: 'troca.png' },
    body: await drawTrade(orderCode(id)),
  });
  return [file.id];
}

/** The window of a trade inside a game. */
function drawTrade(code: string): Promise<Buffer> {
  const slots = Array.from(
    { length: 8 },
    (_, place) =>
      `<rect x="${180 + (place % 4) * 230}" y="${place < 4 ? 250 : 430}" width="200" height="150" rx="10" fill="#2c3644"/>`,
  );
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="800" font-family="sans-serif">
    <rect width="1280" height="800" fill="#10151d"/><rect x="120" y="90" width="1040" height="620" rx="18" fill="#1b232e"/>
    <text x="180" y="180" font-size="44" font-weight="bold" fill="#e8edf4">Troca concluída</text>${slots.join('')}
    <path d="M250 350 l60 -60 14 14 -60 60 z" fill="#d9b14a"/>
    <text x="180" y="660" font-size="30" fill="#9fb0c3">Item enviado. Pedido ${code}</text></svg>`;
  return sharp(Buffer.from(drawing)).png().toBuffer();
}
