import { honestTexts } from './honest.ts';
import { smugglingTexts } from './smuggling.ts';

export interface LabelledText {
  text: string;
  smuggles: boolean;
}

/**
 * Texts with contact data and without it (T108 asks for 600): those written by hand, and as many again from templates.
 * The same every time.
 */
export function labelledTexts(): LabelledText[] {
  const honest = [...honestTexts, ...combine(honestFrames, things, 260)];
  const smuggling = [...smugglingTexts, ...combine(smugglingFrames, contacts(), 280)];
  return [
    ...honest.map((text) => ({ text, smuggles: false })),
    ...smuggling.map((text) => ({ text, smuggles: true })),
  ];
}

/** So many of all pairs, spread evenly over them. */
function combine(frames: readonly string[], fillings: readonly string[], count: number): string[] {
  const all = fillings.flatMap((filling) => frames.map((frame) => frame.replace('…', () => filling)));
  return Array.from({ length: count }, (_, place) => all[Math.floor((place * all.length) / count)]!);
}

const honestFrames = [
  'Olá, boa noite! … Obrigado.',
  'Oi, tudo bem? …',
  '… Aguardo o retorno por aqui.',
  'Novo, lacrado, com nota. … Envio no mesmo dia.',
  'Chegou certinho. … Recomendo o vendedor!',
];

const things = [
  'São 3 unidades de R$ 49,90 cada, total R$ 149,70.',
  'Cabe em 1.366 x 768? A tela é 15.6.',
  'O modelo é LG 43UP7500PSF, de 2021.',
  'A versão é 14.2.1 (build 23C71).',
  'Paguei em 23/11/2026 às 09:15.',
  'O prazo é de 3 a 5 dias úteis?',
  'Meu CEP é 04538-133.',
  'O rastreio NX123456785BR não anda.',
  'Pedido 100234567 pago.',
  'Meu ID é 1987654321 no jogo.',
  'Tamanhos 36, 38, 40, 42 e 44.',
  'Serve no Onix 2017 2018 2019 2020?',
  'Notebook com i5-1135G7, 8GB, 256GB.',
  'Conta nível 80, 45 heróis, 120 skins.',
  'Entrego em 10 min, das 8 às 22h.',
  'Tem 12 meses de garantia e 7 dias para troca.',
  'Medidas: 120 x 60 x 75 cm, 18 kg.',
  'Compatível com PS4, PS5, Xbox One e PC.',
  'Cabo HDMI 2.1 de 2 m, 48 Gbps.',
  'Código de barras 7896541230987.',
  'Nota 5 de 5, voltarei a comprar.',
  'Aceito Pix ou cartão em até 12x.',
  'Não aceito troca nem devolução após o uso.',
  'Perfume 100 ml, 70% do frasco.',
  'Livro com 412 páginas, 2ª edição, 1997.',
  'Vem com 2 controles, 4 jogos e 1 HD de 500 GB.',
  'Gift card de 25 dólares, região EUA.',
  'Seguidores para Instagram: 1.000 por R$ 20,00.',
  'Pacote de 13.500 V-Bucks e 2.800 de bônus.',
  'A fonte é de 19V 3.42A, plugue 5.5x1.7.',
  'IMEI 867530912345678 limpo.',
  'Ar de 12.000 BTUs, 220 V, 60 Hz.',
  'Uma das nove peças veio com risco de dois centímetros.',
  'São oito xícaras, sete pires e um bule.',
  'O e-mail da conta pode ser trocado.',
  'Acesso total: login, senha e e-mail.',
  'A caixa.manual e carregador vêm juntos.',
  'Feito com React, Node.js e PostgreSQL 16.4.',
  'Rodas 5x114.3, aro 17, ET 45.',
  'Câmera Canon T7i, 24.2 MP, 12.345 cliques.',
  'Disco de 33 1/3 rpm, prensagem de 1982.',
  'Mil e uma noites, volumes um, dois e três.',
];

const smugglingFrames = [
  'Olá! … Abraço.',
  'faço mais barato … blz',
  'Oi, tenho 2 unidades de R$ 1.299,90, … qualquer dúvida',
  '…',
  'Produto novo, 128 GB.\n…\nEntrego em 24 horas',
];

/** Phones, e-mails, names and links, each in a number of disguises. */
function contacts(): string[] {
  const phones = ['11987654321', '21996543210', '85988776655', '47991234567', '61981726354'];
  const people = ['joana.lima', 'loja_do_beto', 'carlos77'];
  const hosts = ['lojadobeto.com.br', 'carlos-games.com', 'baratao.shop', 'joanamodas.store'];
  return [
    ...phones.flatMap((phone) => phoneDisguises.map((disguise) => disguise(phone))),
    ...people.flatMap((person) => personDisguises.map((disguise) => disguise(person))),
    ...hosts.flatMap((host) => hostDisguises.map((disguise) => disguise(host))),
  ];
}

const spoken = ['zero', 'um', 'dois', 'três', 'quatro', 'cinco', 'meia', 'sete', 'oito', 'nove'];
const spell = (digits: string) => [...digits].map((digit) => spoken[Number(digit)]!).join(' ');

const phoneDisguises: readonly ((phone: string) => string)[] = [
  (phone) => phone,
  (phone) => `(${phone.slice(0, 2)}) ${phone.slice(2, 7)}-${phone.slice(7)}`,
  (phone) => `+55 ${phone.slice(0, 2)} ${phone.slice(2)}`,
  (phone) => [...phone].join(' '),
  (phone) => [...phone].join('.'),
  (phone) => [...phone].join(' - '),
  (phone) => `${phone.slice(0, 2)}_${phone.slice(2, 7)}_${phone.slice(7)}`,
  (phone) => `${phone.slice(0, 2)} ${phone.slice(2, 3)} ${phone.slice(3, 7)} ${phone.slice(7)}`,
  (phone) => `${phone.slice(2, 7)}-${phone.slice(7)}`,
  (phone) => spell(phone),
  (phone) => spell(phone).toUpperCase(),
  (phone) => `${phone.slice(0, 2)} ${spell(phone.slice(2))}`,
  (phone) => `${spell(phone.slice(0, 3))} ${phone.slice(3)}`,
  (phone) => phone.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  (phone) => phone.replaceAll(/\d/g, '$&\uFE0F\u20E3'),
  (phone) => phone.replaceAll(/\d/g, '$&\u200D'),
  (phone) => `${phone.slice(0, 2)} ${phone.slice(2).replaceAll('0', 'O').replaceAll('1', 'l')}`,
  (phone) => [phone.slice(0, 2), phone.slice(2, 5), phone.slice(5, 8), phone.slice(8)].join(' '),
];

const personDisguises: readonly ((person: string) => string)[] = [
  (person) => `@${person}`,
  (person) => `${person}@gmail.com`,
  (person) => `${person} arroba gmail ponto com`,
  (person) => `${person}(arroba)hotmail.com`,
  (person) => `${person} @ outlook . com`,
  (person) => `meu insta é ${person}`,
  (person) => `instagram: ${person}`,
  (person) => `telegram ${person}`,
  (person) => `instagram.com/${person}`,
  (person) => `t.me/${person}`,
];

const hostDisguises: readonly ((host: string) => string)[] = [
  (host) => host,
  (host) => `https://${host}`,
  (host) => `www.${host}/oferta`,
  (host) => host.toUpperCase(),
  (host) => host.replaceAll('.', ' . '),
  (host) => host.replaceAll('.', ' ponto '),
  (host) => host.replaceAll('.', '(ponto)'),
  (host) => host.replaceAll('a', 'а'),
];
