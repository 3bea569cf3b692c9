import { figure, oneOf, required, words, yesOrNo } from './template.ts';
import type { TemplateBranch } from './template.ts';

const game = required(words('Jogo', 'O nome completo, como na loja oficial.'));
const platform = oneOf('Plataforma', 'PC', 'PlayStation', 'Xbox', 'Nintendo', 'Celular', 'Outra');
const region = oneOf('Região', 'Brasil', 'Global', 'Estados Unidos', 'Europa', 'Outra');

const honestCodes =
  'Venda só códigos comprados por você de loja autorizada. São proibidos códigos já usados, gerados por programas ou comprados com cartão de outra pessoa. Diga a região e se há prazo de validade.';

/** Accounts, items, codes and files: they arrive in minutes and can be taken back, so their rules are the strictest. */
export const digitalTemplate: readonly TemplateBranch[] = [
  {
    slug: 'contas',
    name: 'Contas',
    icon: 'gamepad-2',
    kind: 'account',
    riskClass: 'risky',
    holdDays: 14,
    warrantyDays: 14,
    deliveryProof: 'video',
    deliveryData: 'optional',
    deliveryDataHint: 'Um e-mail só seu, para onde passar a conta',
    rulesText:
      'Anuncie só contas suas, criadas ou compradas por você, com acesso ao e-mail de cadastro. São proibidas contas invadidas, compartilhadas, em disputa ou com banimento escondido. Grave a entrega: quem compra precisa poder trocar e-mail, senha e telefone. Quem retomar uma conta vendida perde a venda e o direito de vender.',
    leaves: [
      {
        slug: 'contas-de-jogos-online',
        name: 'Contas de jogos',
        attributes: [
          game,
          platform,
          words('Nível ou elo'),
          yesOrNo('Permite trocar o e-mail'),
          yesOrNo('Acesso ao e-mail original'),
        ],
      },
      {
        slug: 'contas-de-redes-sociais',
        name: 'Perfis e canais',
        icon: 'smartphone',
        attributes: [
          oneOf('Rede', 'Instagram', 'TikTok', 'YouTube', 'Discord', 'Outra'),
          figure('Seguidores'),
          words('Assunto'),
        ],
      },
    ],
  },
  {
    slug: 'itens-e-moedas',
    name: 'Itens e moedas de jogos',
    icon: 'swords',
    kind: 'code',
    deliveryProof: 'file',
    deliveryData: 'required',
    deliveryDataHint: 'Nome no jogo, servidor e melhor horário',
    rulesText:
      'Diga o servidor, a quantidade exata e como a entrega é feita. São proibidos itens obtidos por trapaça, duplicação ou roubo. Mande uma imagem que prove a entrega. Nunca peça a senha de quem compra.',
    leaves: [
      {
        slug: 'moedas-de-jogos',
        name: 'Moedas',
        attributes: [game, platform, required(figure('Quantidade')), words('Servidor')],
      },
      {
        slug: 'skins-e-itens',
        name: 'Skins e itens',
        riskClass: 'risky',
        attributes: [game, platform, words('Raridade'), words('Desgaste ou estado')],
      },
    ],
  },
  {
    slug: 'chaves-e-gift-cards',
    name: 'Chaves e gift cards',
    icon: 'key-round',
    kind: 'code',
    deliveryTypes: ['automatic'],
    rulesText: honestCodes,
    leaves: [
      { slug: 'chaves-de-ativacao', name: 'Chaves de jogos', attributes: [game, platform, region] },
      {
        slug: 'cartoes-presente',
        name: 'Gift cards',
        icon: 'gift',
        attributes: [required(words('Loja')), required(figure('Valor em reais')), region],
      },
      {
        slug: 'programas-e-assinaturas',
        name: 'Programas e assinaturas',
        icon: 'laptop',
        attributes: [
          required(words('Programa ou serviço')),
          figure('Duração em meses'),
          figure('Aparelhos'),
          region,
        ],
      },
    ],
  },
  {
    slug: 'servicos-em-jogos',
    name: 'Serviços em jogos',
    icon: 'bot',
    kind: 'service',
    deliveryProof: 'file',
    deliveryData: 'required',
    deliveryDataHint: 'Seu nome no jogo, o que quer alcançar e quando pode jogar',
    rulesText:
      'Ofereça aulas, companhia e ajuda jogando junto. São proibidos robôs, trapaças e qualquer coisa que peça a senha de quem compra. Combine prazo e resultado no anúncio, e mande uma imagem do resultado.',
    leaves: [
      { slug: 'aulas-de-jogos', name: 'Aulas e treino', attributes: [game, figure('Horas')] },
      { slug: 'jogar-junto', name: 'Jogar junto', attributes: [game, platform, figure('Partidas')] },
    ],
  },
  {
    slug: 'arquivos-digitais',
    name: 'Cursos e arquivos',
    icon: 'graduation-cap',
    kind: 'file',
    deliveryTypes: ['automatic', 'manual'],
    rulesText:
      'Venda só o que você criou ou pode revender, e diga a licença de uso. São proibidas cópias de cursos, livros e programas de outras pessoas. Descreva o formato e o que é preciso para abrir.',
    leaves: [
      {
        slug: 'cursos-gravados',
        name: 'Cursos gravados',
        attributes: [
          oneOf('Assunto', 'Tecnologia', 'Idiomas', 'Design', 'Negócios', 'Música', 'Outro'),
          figure('Horas de aula'),
          yesOrNo('Com certificado'),
        ],
      },
      {
        slug: 'livros-digitais',
        name: 'Livros digitais',
        icon: 'book-open',
        attributes: [oneOf('Formato', 'PDF', 'EPUB', 'Outro'), figure('Páginas')],
      },
      {
        slug: 'modelos-e-artes',
        name: 'Modelos e artes prontas',
        icon: 'palette',
        attributes: [
          required(words('Abre em', 'O programa e a versão.')),
          oneOf('Uso permitido', 'Pessoal', 'Comercial', 'Pessoal e comercial'),
        ],
      },
    ],
  },
];
