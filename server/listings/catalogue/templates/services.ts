import { figure, oneOf, required, words, yesOrNo } from './template.ts';
import type { TemplateBranch } from './template.ts';

const place = oneOf('Onde', 'À distância', 'No endereço de quem compra', 'No endereço de quem vende');
const days = required(figure('Prazo em dias'));
const rounds = figure('Rodadas de ajuste');

/** Work that is made to order: buyers say what they need, and the delivery has a proof. */
export const servicesTemplate: readonly TemplateBranch[] = [
  {
    slug: 'design-e-imagem',
    name: 'Design e imagem',
    icon: 'palette',
    kind: 'service',
    deliveryProof: 'file',
    deliveryData: 'required',
    deliveryDataHint: 'O que precisa, medidas, cores e exemplos de que gosta',
    rulesText:
      'Diga o que está incluso, quantos ajustes e em que formato entrega. O trabalho é original ou usa só material com licença. Mostre trabalhos seus, nunca de outras pessoas. O uso comercial fica combinado no anúncio.',
    leaves: [
      { slug: 'logotipos-e-marcas', name: 'Logotipos e marcas', attributes: [days, rounds] },
      { slug: 'ilustracao', name: 'Ilustração', attributes: [words('Estilo'), days, rounds] },
      {
        slug: 'edicao-de-fotos',
        name: 'Edição de fotos',
        icon: 'camera',
        attributes: [figure('Fotos'), days],
      },
    ],
  },
  {
    slug: 'tecnologia',
    name: 'Sites e programas',
    icon: 'laptop',
    kind: 'service',
    deliveryProof: 'file',
    deliveryData: 'required',
    deliveryDataHint: 'O que precisa ser feito, onde vai funcionar e até quando',
    rulesText:
      'Descreva o que entrega, as tecnologias e por quanto tempo corrige erros. São proibidos invasão, envio em massa, avaliações falsas e cópias de sites. Acessos de quem compra passam só pela conversa do pedido.',
    leaves: [
      {
        slug: 'sites-e-lojas',
        name: 'Sites e lojas',
        attributes: [words('Tecnologia'), figure('Páginas'), days],
      },
      {
        slug: 'programas-e-automacao',
        name: 'Programas e automação',
        attributes: [words('Linguagem'), days],
      },
      {
        slug: 'conserto-de-aparelhos',
        name: 'Conserto de aparelhos',
        icon: 'smartphone',
        attributes: [required(words('Aparelho')), place, figure('Garantia em dias')],
      },
    ],
  },
  {
    slug: 'texto-audio-e-video',
    name: 'Texto, áudio e vídeo',
    icon: 'clapperboard',
    kind: 'service',
    deliveryProof: 'file',
    deliveryData: 'required',
    deliveryDataHint: 'Assunto, tamanho, tom e o material que já tem',
    rulesText:
      'Diga o tamanho, o prazo e quantos ajustes estão inclusos. São proibidos trabalhos escolares prontos, plágio e vozes ou rostos de pessoas sem autorização.',
    leaves: [
      {
        slug: 'textos-e-traducao',
        name: 'Textos e tradução',
        icon: 'book-open',
        attributes: [words('Idiomas'), figure('Palavras'), days],
      },
      { slug: 'edicao-de-video', name: 'Edição de vídeo', attributes: [figure('Minutos'), days, rounds] },
      {
        slug: 'audio-e-locucao',
        name: 'Áudio e locução',
        icon: 'headphones',
        attributes: [figure('Minutos'), days],
      },
    ],
  },
  {
    slug: 'aulas-e-consultoria',
    name: 'Aulas e consultoria',
    icon: 'graduation-cap',
    kind: 'service',
    deliveryData: 'required',
    deliveryDataHint: 'Seu nível, o que quer aprender e seus horários',
    rulesText:
      'Diga a duração, o formato e sua experiência. Profissões com conselho (saúde, direito, contabilidade) exigem o número de registro no anúncio. São proibidas promessas de nota, cura ou ganho.',
    leaves: [
      {
        slug: 'aulas-particulares',
        name: 'Aulas particulares',
        attributes: [required(words('Matéria')), figure('Minutos por aula'), place],
      },
      {
        slug: 'idiomas',
        name: 'Idiomas',
        attributes: [required(words('Idioma')), figure('Minutos por aula'), place],
      },
      {
        slug: 'consultoria',
        name: 'Consultoria',
        icon: 'briefcase',
        attributes: [required(words('Área')), words('Registro profissional'), place],
      },
    ],
  },
  {
    slug: 'casa-e-reparos',
    name: 'Casa e reparos',
    icon: 'hammer',
    kind: 'service',
    deliveryProof: 'file',
    deliveryData: 'required',
    deliveryDataHint: 'Bairro, o que precisa ser feito e os dias em que pode receber',
    rulesText:
      'Diga o que está incluso e quem compra o material. Serviços de eletricidade e gás exigem habilitação. Combine visita pela conversa do pedido e mande fotos de antes e depois. Nada é pago por fora.',
    leaves: [
      {
        slug: 'reparos-e-montagem',
        name: 'Reparos e montagem',
        attributes: [figure('Horas'), yesOrNo('Material incluso')],
      },
      {
        slug: 'limpeza',
        name: 'Limpeza',
        icon: 'house',
        attributes: [figure('Horas'), yesOrNo('Produtos inclusos')],
      },
      {
        slug: 'jardinagem',
        name: 'Jardinagem',
        icon: 'sprout',
        attributes: [figure('Horas'), yesOrNo('Material incluso')],
      },
    ],
  },
  {
    slug: 'eventos-e-bem-estar',
    name: 'Eventos e bem-estar',
    icon: 'sparkles',
    kind: 'service',
    deliveryData: 'required',
    deliveryDataHint: 'Data, local, número de pessoas e o que imagina',
    rulesText:
      'Diga a duração, o local e o que acontece se a data mudar. Comida exige higiene e lista de ingredientes. São proibidos procedimentos de saúde sem profissional habilitado.',
    leaves: [
      {
        slug: 'festas-e-fotografia',
        name: 'Festas e fotografia',
        icon: 'camera',
        attributes: [figure('Horas'), place],
      },
      { slug: 'beleza', name: 'Beleza', attributes: [figure('Minutos'), place] },
      {
        slug: 'passeio-e-cuidado-de-animais',
        name: 'Cuidado de animais',
        icon: 'paw-print',
        attributes: [figure('Dias'), place],
      },
    ],
  },
];
