import { maskContacts } from '#domain/contacts.ts';

/** Says before sending what will leave, as it will leave (product §4.12). */
export function contactWarning(text: string): string {
  return `Para sua segurança, não compartilhe telefone, e-mail ou link aqui. Vai sair assim: «${maskContacts(text.trim())}»`;
}
