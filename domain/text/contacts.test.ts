import { expect, test } from 'vitest';
import { cpuTimeOf } from '#test/cpu-time.ts';
import { labelledTexts } from '#test/community/contact-texts/templates.ts';
import { hasContacts, maskContacts } from './contacts.ts';

const own = ['praca.com.br'];

test.each([
  ['me liga no 11 98765-4321 hoje', 'me liga no ••• hoje'],
  ['zap (21) 3456-7890', 'zap •••'],
  ['+55 11 98765 4321', '•••'],
  ['fala com joao.silva@gmail.com.br ok', 'fala com ••• ok'],
  ['segue @loja_do_ze lá', 'segue ••• lá'],
  ['veja https://exemplo.com/x?y=1 agora', 'veja ••• agora'],
  ['wa.me/5511987654321', '•••'],
  ['me chama no zap', '•••'],
  ['fale comigo pelo whatsapp', '•••'],
  ['zap 11 98765-4321, que respondo', 'zap •••, que respondo'],
  [
    'Vendo igual em minhaloja.com.br e instagram.com/fulano, ou linktr.ee/fulano.',
    'Vendo igual em ••• e •••, ou •••.',
  ],
  ['Ligue 11_98888_7777!', 'Ligue •••!'],
  ['É 11 – 98888 – 7777, tá?', 'É •••, tá?'],
  ['Número: ９８７６５４３２１.', 'Número: •••.'],
  ['Anota 9️⃣8️⃣7️⃣6️⃣5️⃣4️⃣3️⃣2️⃣1️⃣ já', 'Anota ••• já'],
  ['É só ligar: ÔNZE nóve oito sete meia, OK?', 'É só ligar: •••, OK?'],
  ['Escreve: joao arroba gmail ponto com', 'Escreve: •••'],
  ['Índigo 🙂 joao\u200B(at)gmail.com — até', 'Índigo 🙂 ••• — até'],
])('%j is masked as %j', (text, masked) => {
  expect(hasContacts(text, own)).toBe(true);
  expect(maskContacts(text, own)).toBe(masked);
});

test.each([
  'Serve no modelo 2019 a 2024?',
  'Custa R$ 1.249,90 ou R$ 12.345.678,90?',
  'A chave tem 16 dígitos e nível 30',
  'Tem 1280x720 e 512 GB?',
  'Entrega em 24 horas? São 3 unidades.',
  'Açúcar “ﬁno” ½ kg, ②ª via — já é № 7 🙂',
])('%j contains no contact', (text) => {
  expect(hasContacts(text, own)).toBe(false);
  expect(maskContacts(text, own)).toBe(text);
});

test('links to the marketplace stay, and lookalikes are masked', () => {
  for (const link of ['praca.com.br/anuncio/x-1', 'https://www.praca.com.br', 'http://PRACA.com.br:8080/a'])
    expect(maskContacts(`Veja ${link}`, own)).toBe(`Veja ${link}`);
  for (const link of ['praca.com.br.exemplo.com', 'https://praca.com.br@exemplo.com', 'prаca.com.br/anuncio'])
    expect(maskContacts(`Veja ${link}`, own)).toBe('Veja •••');
});

test('the filter reaches its recall and precision on the labelled texts (T108)', () => {
  const texts = labelledTexts();
  const found = texts.filter(({ text }) => hasContacts(text, own));
  const missed = texts.filter(({ text, smuggles }) => smuggles && !found.some((one) => one.text === text));
  const wronged = found.filter(({ smuggles }) => !smuggles);
  const hits = found.length - wronged.length;
  const figures = { recall: hits / (hits + missed.length), precision: hits / found.length };
  const said = JSON.stringify({ figures, missed, wronged }, null, 1);
  expect(new Set(texts.map(({ text }) => text)).size).toBeGreaterThanOrEqual(600);
  // T108 requires 0.90 and 0.95; later improvements are held too.
  expect(figures.recall, said).toBeGreaterThanOrEqual(0.98);
  expect(figures.precision, said).toBeGreaterThanOrEqual(0.98);
});

test('a masked text is never longer and has no contact left, and an honest text is unchanged', () => {
  for (const { text, smuggles } of labelledTexts()) {
    const masked = maskContacts(text, own);
    expect(masked.length, text).toBeLessThanOrEqual(text.length);
    expect(maskContacts(masked, own), text).toBe(masked);
    if (!smuggles && !hasContacts(text, own)) expect(masked).toBe(text);
  }
});

const hostile = [
  '1 ',
  '9 8',
  '9, ',
  '11 98888 777 ',
  'nove ',
  'nove e ',
  'noveoito',
  '1o',
  'a',
  'a b ',
  '@',
  'a@a.',
  'a.',
  'a-',
  'a%',
  '_',
  'aaaa_',
  'insta ',
  'insta a_',
  'chama me me me no ',
  'chama aaaaaaaa aaaaaaaa 1 ',
  'a arroba ',
  'loja ponto ',
  'a com ',
  ' ',
  '(',
  '+(',
  '/',
  '٩',
  '9\uFE0F\u20E3',
  '\u0301',
];

test('five thousand hostile letters are filtered in a short time (T95)', () => {
  const slow = hostile.filter((piece) => {
    const text = piece.repeat(5_000).slice(0, 5_000);
    return fastest(text) > 50;
  });
  expect(slow).toEqual([]);
});

/** Milliseconds of the fastest of several runs: the first ones compile the code. */
function fastest(text: string): number {
  return Math.min(...Array.from({ length: 6 }, () => cpuTimeOf(() => maskContacts(text, own))));
}
