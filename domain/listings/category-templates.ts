/** Ready sets of categories for a new marketplace; their categories are in `server/listings/catalogue/templates`. */
export const categoryTemplates = ['digital', 'general', 'services'] as const;
export type CategoryTemplate = (typeof categoryTemplates)[number];

/** As administrators choose among them. */
export const categoryTemplateTexts: Readonly<Record<CategoryTemplate, { title: string; text: string }>> = {
  digital: {
    title: 'Contas e itens digitais',
    text: 'Contas de jogos, moedas, gift cards, licenças e arquivos. Contas passam por revisão de administradores e ficam retidas por mais tempo.',
  },
  general: {
    title: 'Usados em geral',
    text: 'Eletrônicos, casa, moda, crianças, esporte e hobbies, com envio ou retirada, estado do produto e itens proibidos.',
  },
  services: {
    title: 'Serviços',
    text: 'Criação, tecnologia, aulas, casa e eventos. Quem compra descreve o que precisa, e quem vende entrega com prova.',
  },
};
