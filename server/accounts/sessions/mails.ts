import { brandName } from '#server/settings/current/brand.ts';
import type { LetterParts } from '#server/letters/letters.ts';

const instantFormat = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'America/Sao_Paulo',
});

interface NewDevice {
  to: string;
  username: string;
  /** The label: `Chrome no Windows`. */
  device: string;
  ip: string;
  at: Date;
  /** Whether the second step is still missing. */
  waits: boolean;
  url: string;
}

/** Tells the owner that a new device signed in, or passed the password step. */
export function newDeviceMail({ to, username, device, ip, at, waits, url }: NewDevice): LetterParts {
  const when = instantFormat.format(at);
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
