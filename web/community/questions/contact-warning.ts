/** Says before sending what will leave, as it will leave (§4.12). */
export function contactWarning(masked: string): string {
  return `Para sua segurança, não compartilhe telefone, e-mail ou link aqui. Vai sair assim: «${masked}»`;
}
