import { expect } from 'vitest';
import type { DocumentPart } from '#domain/accounts/documents/checks.ts';
import { pdf } from '#test/orders/deliveries.ts';
import { createPaymentProofFile } from '#test/payments/payment-proofs.ts';
import type { Market } from '#test/market.ts';
import type { Person } from './people.ts';

export const documentNote = 'Os dados e o rosto são da mesma pessoa.';

/** An identity as a person types it, with this document. */
export const typed = (document: string) => ({ fullName: 'Ana Souza', birthDate: '1990-01-31', document });

/** Helpers for documents in a market. */
export function documentsOf({ request }: Pick<Market, 'request'>) {
  const upload = async (
    { token }: Person,
    part: DocumentPart,
    body?: Buffer,
    type = body === pdf ? 'application/pdf' : 'image/jpeg',
  ) =>
    request('POST', `/document-files?part=${part}`, {
      token,
      body: body ?? (await createPaymentProofFile()),
      headers: { 'content-type': type },
    });

  async function fileOf(person: Person, part: DocumentPart, body?: Buffer): Promise<number> {
    const { status, data, text } = await upload(person, part, body);
    expect(status, text).toBe(201);
    return data.id;
  }

  /** A sending with a front and a selfie, and what a test changes of it. */
  async function trySending(person: Person, change: object = {}) {
    const front = { frontId: await fileOf(person, 'front', pdf), selfieId: await fileOf(person, 'selfie') };
    return request('POST', '/document-checks', {
      token: person.token,
      key: true,
      body: { level: 'N2', kind: 'cnh', expiresOn: '2099-12-31', ...front, ...change },
    });
  }

  async function sent(person: Person, change: object = {}): Promise<number> {
    const { status, data, text } = await trySending(person, change);
    expect(status, text).toBe(201);
    return data.check.id;
  }

  const decide = ({ token }: Person, id: number, body: object = {}) =>
    request('POST', `/staff/document-checks/${id}/decision`, {
      token,
      key: true,
      body: { decision: 'approve', note: documentNote, ...body },
    });

  const refuse = (staff: Person, id: number, refusal: string) =>
    decide(staff, id, { decision: 'refuse', refusal });

  const open = ({ token }: Person, id: number) =>
    request('POST', `/staff/document-checks/${id}/openings`, { token });

  const claim = (
    { token }: Person,
    id: number,
    words = 'Este documento é meu, e nunca tive outra conta aqui.',
  ) => request('POST', `/document-checks/${id}/claim`, { token, key: true, body: { words } });

  const revoke = ({ token }: Person, id: number) =>
    request('POST', `/staff/document-checks/${id}/revocation`, {
      token,
      key: true,
      body: { reason: 'O órgão emissor informou que o documento foi cancelado.' },
    });

  async function own({ token }: Person) {
    const { status, data, text } = await request('GET', '/documents', { token });
    expect(status, text).toBe(200);
    return data;
  }

  /** Documents that as many people of the team approved as their level needs. */
  async function approved(person: Person, staff: readonly Person[], change: object = {}): Promise<number> {
    const id = await sent(person, change);
    for (const each of staff) expect((await decide(each, id)).status).toBe(200);
    expect((await own(person)).check.state).toBe('approved');
    return id;
  }

  return { upload, fileOf, trySending, sent, decide, refuse, open, claim, revoke, own, approved };
}
