import { fold, hasAccent } from '#domain/text/fold.ts';

/** Words that say nothing about a thing. They are in no index; «nó» and «pára» are other words than «no» and «para». */
const stopWords = new Set(
  (
    'a à ao aos aquela aquelas aquele aqueles aquilo as às até com como da das de dela delas dele deles depois do dos e é ela ' +
    'elas ele eles em entre era eram essa essas esse esses esta está estão estas estava este estes estou eu foi for foram ' +
    'há isso isto já lhe lhes mais mas me mesmo meu meus minha minhas muito muita muitos muitas na não nas nem no nos nós ' +
    'nossa nossas nosso nossos num numa o os ou para pela pelas pelo pelos por porque pra pro qual quais quando que quem são ' +
    'se sem ser será seu seus só sua suas também te tem têm ter teu tinha tu tua um uma umas uns você vocês'
  ).split(' '),
);

/** Without accents, except where that is the name of a thing. */
const typedWithoutAccents = new Set(
  [...stopWords].filter((word) => hasAccent(word) && word !== 'nós').map((word) => fold(word)),
);

/** Whether a word in lower case is a stop word. */
export function isStopWord(word: string): boolean {
  return stopWords.has(word) || typedWithoutAccents.has(word);
}

/** What people write around the thing in a question: «onde comprar», «qual o melhor … para». */
const questionWords = new Set(
  (
    'acha achar acho alguem algum alguma anuncio anuncios boa bom compra comprar compro consigo custa custam custo encontra ' +
    'encontrar encontro existe gostaria melhor melhores onde pode posso preciso preco precos procurando procuro quanto quanta ' +
    'quanto quantos quer queria quero tenho vale valor vende vendem vender vendo voces'
  ).split(' '),
);

/** Whether a word is left out of a query that has other words. */
export function isQuestionWord(word: string): boolean {
  return questionWords.has(fold(word));
}
