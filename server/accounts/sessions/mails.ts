import { brandName } from '#server/settings/current/brand.ts';
import type { LetterParts } from '#server/letters/letters.ts';

const instantWords = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'America/Sao_Paulo',
});

interface NewDevice {
  to: string;
  username: string;
  /** In words: `Chrome no Windows`. */
  device: string;
  ip: string;
  at: Date;
  /** The second step is still missing there. */
  waits: boolean;
  url: string;
}

/** Tells the owner that a browser we never saw got in, or got past the password. */
export function newDeviceMail({ to, username, device, ip, at, waits, url }: NewDevice): LetterParts {
  const when = instantWords.format(at);
  const explanation = waits
    ? 'Sua senha foi usada em um aparelho que não conhecemos. Falta a segunda etapa para entrar.'
    : 'Alguém entrou na sua conta em um aparelho que não conhecemos.';
  return {
    name: 'aparelho-novo',
    values: { nome: username, explicacao: explanation, aparelho: device, endereco: ip, quando: when },
    to,
    subject: `Acesso de um aparelho novo na sua conta da ${brandName}`,
    heading: 'Aparelho novo na sua conta',
    paragraphs: [
      `Olá, ${username}! ${explanation}`,
      `Aparelho: ${device}`,
      `Endereço: ${ip}`,
      `Quando: ${when} (horário de Brasília)`,
    ],
    button: { label: 'Ver a segurança da conta', url },
    note: 'Se foi você, não precisa fazer nada. Se não foi, encerre as outras sessões e troque a senha.',
  };
}
