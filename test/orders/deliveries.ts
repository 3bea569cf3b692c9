import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect } from 'vitest';
import type { DeliveryProof } from '#domain/orders/delivery-proofs.ts';
import { filmOf } from '#test/files/videos.ts';
import type { Person } from '#test/accounts/people.ts';
import { openSales } from './sales.ts';
import type { Placed } from './sales.ts';

export type Deliveries = Awaited<ReturnType<typeof openDeliveries>>;

/** What a seller says with every delivery. */
export const note = 'Entreguei na portaria às 10 h, com a Dona Inês.';
export const pdf: Buffer = Buffer.from('%PDF-1.4\nRecibo\n%%EOF');

/** A photo that says who took it. */
export const picture = () =>
  sharp({ create: { width: 90, height: 60, channels: 3, background: '#a3b18a' } })
    .withExif({ IFD0: { Artist: 'Fulana de Tal' } })
    .jpeg()
    .toBuffer();

/** A market with a category for each proof of manual deliveries (P13), and an admin. */
export async function openDeliveries() {
  const sales = await openSales();
  const admin = await sales.user({ role: 'admin' });
  const categories = {} as Record<DeliveryProof, number>;
  for (const deliveryProof of ['text', 'file', 'video'] as const)
    categories[deliveryProof] = await sales.category({ name: `Prova ${deliveryProof}`, deliveryProof });

  /** A sale whose delivery its seller began. */
  async function begun(asks: DeliveryProof, options: { seller?: Person } = {}): Promise<Placed> {
    const sale = await sales.paid({ categoryId: categories[asks], ...options });
    await sales.act(sale, sale.seller, 'delivery-start');
    return sale;
  }

  const sendTo =
    (door: 'delivery-files' | 'delivery-videos' | 'cancellation-files') =>
    (sale: Placed, who: Person, body: Buffer, type: string, name = 'prova') =>
      sales.request('POST', `/orders/${sale.hash}/${door}?name=${encodeURIComponent(name)}`, {
        token: who.token,
        body,
        headers: { 'content-type': type },
      });
  const sendFile = (
    sale: Placed,
    who: Person,
    body: Buffer = pdf,
    type = 'application/pdf',
    name = 'recibo.pdf',
  ) => sendTo('delivery-files')(sale, who, body, type, name);
  const sendVideo = (
    sale: Placed,
    who: Person,
    body: Buffer = filmOf('mp4'),
    type = 'video/mp4',
    name = 'entrega.mp4',
  ) => sendTo('delivery-videos')(sale, who, body, type, name);

  /** P14: a file for a refusal to cancel. */
  const sendRefusal = (sale: Placed, who: Person, body: Buffer = pdf, type = 'application/pdf') =>
    sendTo('cancellation-files')(sale, who, body, type, 'conversa.pdf');

  /** The id of a file that its seller sent up. */
  async function sentUp(sale: Placed, asks: 'file' | 'video' = 'file'): Promise<number> {
    const answer = await (asks === 'file' ? sendFile : sendVideo)(sale, sale.seller);
    expect(answer.status, answer.text).toBe(201);
    return answer.data.id;
  }

  const deliver = (sale: Placed, fileIds?: readonly number[], who = sale.seller) =>
    sales.tryAct(sale, who, 'delivery', { note, ...(fileIds && { fileIds }) });

  const open = (sale: Placed, fileId: number, who: Person, staff = false) =>
    sales.request('POST', `${staff ? '/staff' : ''}/orders/${sale.hash}/delivery-files/${fileId}/openings`, {
      token: who.token,
      ip: '203.0.113.7',
    });

  const remove = (sale: Placed, fileId: number, who = sale.seller) =>
    sales.request('DELETE', `/orders/${sale.hash}/delivery-files/${fileId}`, { token: who.token });

  /** The number of files in the private store. */
  async function keptFiles(): Promise<number> {
    const root = join(sales.ctx.config.dataDir, 'files');
    const found = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
    return found.filter((entry) => entry.isFile()).length;
  }

  return {
    ...sales,
    admin,
    categories,
    begun,
    sendFile,
    sendVideo,
    sendRefusal,
    sentUp,
    deliver,
    open,
    remove,
    keptFiles,
  };
}
