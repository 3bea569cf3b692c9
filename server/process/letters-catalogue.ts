import type { LetterName } from '#domain/settings/letters.ts';
import { earlierAccessMail } from '#server/accounts/earlier-access-mail.ts';
import {
  addressInUseMail,
  confirmationMail,
  emailChangedMail,
  newAddressMail,
  oldAddressMail,
  securityMail,
} from '#server/accounts/mails.ts';
import { alreadyMemberMail, passwordChangedMail, passwordResetMail } from '#server/accounts/sign-in-mails.ts';
import { proofCodeMail, securityChangeMail } from '#server/accounts/factors/mails.ts';
import type { LetterParts } from '#server/letters/letters.ts';
import { rulesInForce } from '#server/settings/current/rules-in-force.ts';
import {
  closedMail,
  closureAskedMail,
  closureNearMail,
  exportMail,
  standingMail,
} from '#server/accounts/privacy/mails.ts';
import { askedMail, publishedMail, repliedMail } from '#server/community/ratings/mails.ts';
import { noticeMail } from '#server/notifications/mails.ts';
import { regretMail } from '#server/refunds/mails.ts';
import { newDeviceMail } from '#server/accounts/sessions/mails.ts';

/** The values that fill a letter when it is previewed or tested. */
export interface Sample {
  /** The configured origin, without a slash at the end. */
  origin: string;
  username: string;
  to: string;
  /** A second address, for letters that mention one. */
  other: string;
}

export const defaultSample: Omit<Sample, 'origin'> = {
  username: 'clara_compra',
  to: 'clara@exemplo.com.br',
  other: 'clara.nova@exemplo.com.br',
};

const sampleRemoved = {
  sessions: 2,
  password: 1,
  passkeys: 1,
  totp: 1,
  recoveryCodes: 10,
  identities: 1,
  phone: 1,
  devices: 0,
  emailChanges: 0,
  noticePreferences: 0,
  closures: 0,
};

/** Every letter of the marketplace; the name is its address below /dev/letters. */
export const allLetters: Readonly<Record<LetterName, (sample: Sample) => LetterParts>> = {
  'confirmar-email': ({ origin, to, username }) =>
    confirmationMail({ to, username, code: '482913', url: `${origin}/verification?token=exemplo` }),
  'trocar-email-atual': ({ origin, to, username, other }) =>
    oldAddressMail({ to, username, newEmail: other, url: `${origin}/verification?change=exemplo` }),
  'trocar-email-novo': ({ origin, username, other }) =>
    newAddressMail({ to: other, username, newEmail: other, url: `${origin}/verification?change=exemplo` }),
  'email-em-uso': ({ to, username }) => addressInUseMail({ to, username }),
  'email-alterado': ({ to, username, other }) => emailChangedMail({ to, username, newEmail: other }),
  'mudanca-de-seguranca': ({ to, username }) => securityMail({ to, username, what: 'Celular alterado' }),
  'acessos-encerrados': ({ origin, to, username }) =>
    earlierAccessMail({
      to,
      username,
      removed: sampleRemoved,
      needsPassword: true,
      url: `${origin}/auth/recovery`,
    }),
  'ja-tem-conta': ({ origin, to }) => alreadyMemberMail({ to, url: `${origin}/auth/recovery` }),
  'nova-senha': ({ origin, to, username }) =>
    passwordResetMail({ to, username, url: `${origin}/auth/recovery?token=exemplo` }),
  'senha-trocada': ({ origin, to, username }) =>
    passwordChangedMail({ to, username, url: `${origin}/auth/recovery` }),
  'codigo-de-confirmacao': ({ to, username }) => proofCodeMail({ to, username, code: '482913', minutes: 10 }),
  'duas-etapas': ({ origin, to, username }) =>
    securityChangeMail({ to, username, change: { kind: 'totp_on' }, url: `${origin}/conta/seguranca` }),
  'aparelho-novo': ({ origin, to, username }) =>
    newDeviceMail({
      to,
      username,
      device: 'Chrome no Windows',
      ip: '203.0.113.7',
      at: new Date('2026-11-21T15:00:00Z'),
      waits: false,
      url: `${origin}/conta/seguranca`,
    }),
  'dados-prontos': ({ origin, to, username }) => exportMail({ to, username }, origin, 7),
  'exclusao-pedida': ({ origin, to, username }) => closureAskedMail({ to, username }, origin, sampleDay),
  'exclusao-perto': ({ origin, to, username }) => closureNearMail({ to, username }, origin, sampleDay),
  'conta-excluida': ({ to, username }) => closedMail({ to, username }),
  desistencia: ({ origin, to, username }) =>
    regretMail(
      { to, username },
      {
        url: `${origin}/pedido/exemplo`,
        title: sampleTitle,
        protocol: 'ARR-7K2M',
        way: 'opened',
        decisionBy: new Date('2026-11-23T15:00:00Z'),
        returnBy: null,
      },
    ),
  'avalie-o-pedido': ({ origin, to, username }) =>
    askedMail({ to, username }, `${origin}/pedido/exemplo#avaliacao`, {
      title: sampleTitle,
      windowMs: rulesInForce.ratings.windowMs,
    }),
  'avaliacoes-publicadas': ({ origin, to, username }) =>
    publishedMail({ to, username }, `${origin}/pedido/exemplo#avaliacao`, {
      title: sampleTitle,
      mine: true,
      theirs: true,
      replyMs: rulesInForce.ratings.replyMs,
    }),
  'avaliacao-respondida': ({ origin, to, username }) =>
    repliedMail({ to, username }, `${origin}/pedido/exemplo#avaliacao`, 'vera_vende', sampleTitle),
  aviso: ({ origin, to, username }) =>
    noticeMail({ to, username }, origin, {
      title: 'Pedido entregue',
      description: `«${sampleTitle}» foi entregue. Confira e confirme.`,
      url: '/pedido/exemplo',
    }),
  'conta-suspensa': ({ origin, to, username }) =>
    standingMail({ to, username }, origin, {
      state: 'suspended',
      reason: 'Dois anúncios com dados de contato.',
      until: sampleDay,
    }),
};

const sampleDay = '2026-12-05T12:00:00Z';
const sampleTitle = 'Teclado mecânico compacto';
