import { createServer } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDatavalid } from './datavalid.ts';
import type { DocumentVerifier } from './document-verifier.ts';
import { createDocumentSimulator } from './simulator.ts';

/** Simulates Datavalid: tokens, its reply fields, and the ways in which it fails. */
let double: Server;
let baseUrl: string;
let requests: { path: string; authorization: string; body: string }[] = [];

const face = (similaridade: number) => ({
  disponivel: true,
  probabilidade: 'Altíssima probabilidade',
  similaridade,
});
const whole = {
  cpf_disponivel: true,
  nome: true,
  nome_similaridade: 1,
  data_nascimento: true,
  biometria_face: face(0.98),
};

/** The status and body of a reply, by the last name. */
const replies: Record<string, readonly [status: number, body: string]> = {
  Souza: [200, JSON.stringify(whole)],
  Divergente: [200, JSON.stringify({ ...whole, nome: false })],
  Nascida: [200, JSON.stringify({ ...whole, data_nascimento: false })],
  Alheia: [200, JSON.stringify({ ...whole, biometria_face: face(0.2) })],
  Incerta: [200, JSON.stringify({ ...whole, biometria_face: face(0.8) })],
  Semface: [200, JSON.stringify({ ...whole, biometria_face: { disponivel: false } })],
  Estranha: [200, JSON.stringify({ ...whole, biometria_face: face(7) })],
  Ilegivel: [422, JSON.stringify({ message: 'Imagem sem face' })],
  Foradoar: [503, 'manutenção'],
  Vazia: [200, '[]'],
  Pagina: [200, '<html>'],
  Negada: [401, '{}'],
};

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const piece of request) body += String(piece);
  return body;
}

beforeAll(async () => {
  double = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      requests.push({ path: request.url!, authorization: request.headers.authorization!, body });
      const [status, content] =
        request.url === '/token'
          ? [200, JSON.stringify({ access_token: `ficha-${requests.length}`, expires_in: 3_600 })]
          : replies[/"nome":"Ana (\w+)"/.exec(body)![1]!]!;
      response.writeHead(status, { 'content-type': 'application/json' }).end(content);
    });
  });
  await new Promise<void>((resolve) => double.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(double.address() as AddressInfo).port}`;
});
beforeEach(() => void (requests = []));
afterAll(() => double.close());

const datavalid = () => createDatavalid({ key: 'chave', secret: 'segredo', baseUrl });
const verifiers: Record<string, () => DocumentVerifier> = {
  simulator: createDocumentSimulator,
  datavalid,
};
const selfie = Buffer.from('uma selfie');
const subject = (last: string, picture: Buffer | null = selfie) => ({
  cpf: '52998224725',
  fullName: `Ana ${last}`,
  bornOn: '1990-01-31',
  selfie: picture,
});

describe.each(Object.keys(verifiers))('a person by the %s', (name) => {
  test.each([
    ['Souza', 'match'],
    ['Divergente', 'mismatch'],
    ['Incerta', 'unsure'],
  ])('called %s is a %s', async (last, answer) => {
    expect(await verifiers[name]!().verify(subject(last))).toBe(answer);
  });

  test('has no answer while the service is away', async () => {
    await expect(verifiers[name]!().verify(subject('Foradoar'))).rejects.toThrow();
  });
});

test.each([
  ['another birth date', 'Nascida', 'mismatch'],
  ['another face', 'Alheia', 'mismatch'],
  ['no face on record', 'Semface', 'unsure'],
  ['a likeness out of range', 'Estranha', 'unsure'],
  ['a picture without a face', 'Ilegivel', 'unsure'],
])('Datavalid with %s', async (_what, last, answer) => {
  expect(await datavalid().verify(subject(last))).toBe(answer);
});

test.each(['Vazia', 'Pagina', 'Negada'])('a reply that is none (%s) throws', async (last) => {
  await expect(datavalid().verify(subject(last))).rejects.toThrow('documents: Datavalid');
});

test('Datavalid gets CPF, name, birth date and selfie, and one token serves several questions', async () => {
  const one = datavalid();
  await one.verify(subject('Souza'));
  await one.verify(subject('Souza', null));
  expect(requests.map(({ path }) => path)).toEqual([
    '/token',
    '/datavalid/v3/validate/pf-facial',
    '/datavalid/v3/validate/pf-basica',
  ]);
  expect(requests[0]).toMatchObject({ authorization: `Basic ${btoa('chave:segredo')}` });
  expect(requests[1]!.authorization).toBe('Bearer ficha-1');
  expect(JSON.parse(requests[1]!.body)).toEqual({
    key: { cpf: '52998224725' },
    answer: {
      nome: 'Ana Souza',
      data_nascimento: '1990-01-31',
      biometria_face: { formato: 'JPG', base64: selfie.toString('base64') },
    },
  });
  expect(JSON.parse(requests[2]!.body).answer).toEqual({ nome: 'Ana Souza', data_nascimento: '1990-01-31' });
});

test('after a refused token the next question takes a new one', async () => {
  const one = datavalid();
  await expect(one.verify(subject('Negada'))).rejects.toThrow('401');
  await one.verify(subject('Souza'));
  expect(requests.filter(({ path }) => path === '/token')).toHaveLength(2);
});

test('a service that nothing listens for throws', async () => {
  const away = createDatavalid({ key: 'a', secret: 'b', baseUrl: 'http://127.0.0.1:1' });
  await expect(away.verify(subject('Souza'))).rejects.toThrow();
});
