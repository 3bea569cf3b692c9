import {
  addressInUseMail,
  confirmationMail,
  emailChangedMail,
  newAddressMail,
  oldAddressMail,
  securityMail,
} from './accounts/mails.ts';
import type { Mail } from './adapters/mail/mail-sender.ts';

/** What stands in the letters when they are shown or tested. */
export interface Sample {
  /** The configured origin, without a slash at the end. */
  origin: string;
  username: string;
  to: string;
  /** Another address, where a letter speaks of one. */
  other: string;
}

export const usualSample: Omit<Sample, 'origin'> = {
  username: 'clara_compra',
  to: 'clara@exemplo.com.br',
  other: 'clara.nova@exemplo.com.br',
};

/** Every letter the marketplace sends, by hand; the name is its address below /dev/letters. */
export const allLetters: Readonly<Record<string, (sample: Sample) => Mail>> = {
  'confirmar-email': ({ origin, to, username }) =>
    confirmationMail({ to, username, code: '482913', url: `${origin}/verification?token=exemplo` }),
  'trocar-email-atual': ({ origin, to, username, other }) =>
    oldAddressMail({ to, username, newEmail: other, url: `${origin}/verification?change=exemplo` }),
  'trocar-email-novo': ({ origin, username, other }) =>
    newAddressMail({ to: other, username, newEmail: other, url: `${origin}/verification?change=exemplo` }),
  'email-em-uso': ({ to, username }) => addressInUseMail({ to, username }),
  'email-alterado': ({ to, username, other }) => emailChangedMail({ to, username, newEmail: other }),
  'mudanca-de-seguranca': ({ to, username }) => securityMail({ to, username, what: 'Senha alterada' }),
};
