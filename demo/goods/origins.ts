import type { SeedCategory } from '#demo/types.ts';
import type { Row } from './row.ts';

/** Where a thing comes from, by its own words; `open` when either would be believed. */
export type Origin = 'handmade' | 'new' | 'used' | 'open';

/** Who may sell a thing follows from this, and how used it is. */
export function originOf(category: SeedCategory, [title, , , detail]: Row): Origin {
  const text = `${title} ${detail}`;
  if (category.delivery !== 'shipping') return isSingle(category, title) ? 'used' : 'new';
  if (handmadeWords.test(text)) return 'handmade';
  if (giftWords.test(text)) return 'used';
  if (category.parentSlug === 'jardim' || newWords.test(text)) return 'new';
  return usedWords.test(text) ? 'used' : 'open';
}

/** A person's own game account or worn item exists once, although its code is delivered by the system. */
export function isSingle({ slug }: SeedCategory, title: string): boolean {
  return slug === 'contas-de-jogos' || /^(?:AK-47|Faca Butterfly|Pet Unicórnio|Luvas CS2)/.test(title);
}

/** A present or a wrong size that stays in its box. */
export const unopenedWords = /lacrad|no plástico|nunca usad|só abri/i;

const handmadeWords = /à mão|artesanal|crochê|no tear|forno a lenha|da serra gaúcha/i;
const giftWords = /presente|ganhei|comprei número/i;
const newWords =
  /lacrad|autoirrig|^carregador|^par de capas antichoque|^película|infantil com luz|^kit de el|^capacete urbano/i;
const usedWords = new RegExp(
  [
    String.raw`usad[ao]|usei|\buso\b|seminov|vintage|retrô|como novo|na garantia|fabricante até|ano 20|\b2019\b|T480`,
    String.raw`\bmeses\b|poucas horas|400 horas|cliques|ciclos|saúde da bateria|bateria em|mês passado|\b(meu|minha)\b`,
    'trocad|revis|refeit|redefinid|formatad|limpeza|lubrificad|lavad|lavagens|higienizad|hidratad|descalcificad',
    String.raw`polid|afiad|regulada|calibrad|minerou|testad|terminei|li em|sublinhad|amarelad|dobra\.|dedicatória`,
    String.raw`anos 90|\b19\d\d\b|herança|antig|cresceu|aprendeu|sobreviveu|troquei|vezes|desde o|rodou|viajou`,
    String.raw`nunca (caiu|bateu|foi|teve)|foi à|marcas?\b|marcad|mancha|risc|trinca|amass|descascad|lasca|ferrugem`,
    'fungo|mofo|furos|rasgos|desvio|folga|queda|acidente|desgaste|pixel morto|empeno|impecável|intacta|inteir',
    String.raw`em ponto|funcionando|perfeit[ao]s?[.,]|original|contad|conferid|completos?\b|nov[ao]s?\.|^lote|limpos?[ .]`,
    'plastificad|rodinhas boas|(cordas|bateria|borracha|almofadas|sapatas|mangueira|visor|lixa|rodas|cadarço) nov',
  ].join('|'),
  'i',
);
