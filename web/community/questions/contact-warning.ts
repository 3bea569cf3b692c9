/** The warning before sending that shows the text as it will be published (§4.12). */
export function contactWarning(masked: string): string {
  return `Para sua segurança, não compartilhe telefone, e-mail ou link aqui. Vai sair assim: «${masked}»`;
}
