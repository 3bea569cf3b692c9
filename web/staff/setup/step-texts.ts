import type { SetupState, SetupStep } from '#domain/staff/setup.ts';
import type { Tone } from '#web/ui/data/status-badge.tsx';

interface StepTexts {
  title: string;
  why: string;
  /** Where the step is done, with the label of the link. */
  link?: { to: string; label: string };
}

export const stepTexts: Readonly<Record<SetupStep, StepTexts>> = {
  second_step: {
    title: 'Segunda etapa de quem administra',
    why: 'Uma senha vaza; com um aplicativo ou uma chave de acesso, quem tem só a senha não abre o painel.',
    link: { to: '/conta/seguranca?returnTo=/dashboard/primeiros-passos', label: 'Abrir segurança' },
  },
  brand: {
    title: 'Marca',
    why: 'Nome, cor e logotipo aparecem em cada página, e-mail e recibo.',
    link: { to: '/dashboard/configuracoes?secao=marca', label: 'Abrir marca' },
  },
  company: {
    title: 'Empresa',
    why: 'A lei pede nome, CNPJ, endereço e e-mail à vista (Decreto 7.962/2013). Eles vão para o rodapé e os termos.',
    link: { to: '/dashboard/configuracoes?secao=empresa', label: 'Abrir empresa' },
  },
  payments: {
    title: 'Pagamentos',
    why: 'A instituição recebe de quem compra, guarda até a entrega e paga quem vende.',
    link: { to: '/dashboard/configuracoes?secao=conexoes', label: 'Escolher provedor' },
  },
  mail: {
    title: 'E-mail',
    why: 'Sem e-mail ninguém confirma a conta, cria senha nova nem sabe que vendeu.',
    link: { to: '/dashboard/configuracoes?secao=conexoes', label: 'Escolher provedor' },
  },
  sms: {
    title: 'SMS',
    why: 'O celular confirmado é o que deixa vender e sacar: sem SMS ninguém passa do primeiro nível.',
    link: { to: '/dashboard/configuracoes?secao=conexoes', label: 'Escolher provedor' },
  },
  storage: {
    title: 'Fotos e arquivos',
    why: 'Fotos, provas e comprovantes precisam sobreviver ao servidor. Com mais de uma máquina, use um balde S3 (S3_BUCKET).',
    link: { to: '/dashboard/configuracoes?secao=conexoes', label: 'Testar conexões' },
  },
  categories: {
    title: 'Categorias',
    why: 'Um anúncio só nasce dentro de uma categoria, que traz os campos, as regras e os prazos dele.',
    link: { to: '/dashboard/categorias', label: 'Abrir categorias' },
  },
  fees: {
    title: 'Tarifas',
    why: 'É o que o site ganha em cada venda. Quem vende vê o valor antes de anunciar.',
    link: { to: '/dashboard/planos', label: 'Abrir planos' },
  },
  texts: {
    title: 'Termos e perguntas frequentes',
    why: 'São o contrato com quem usa o site. Leia com quem cuida da parte jurídica antes de abrir.',
    link: { to: '/dashboard/configuracoes?secao=textos', label: 'Abrir textos' },
  },
};

export const stateTexts: Readonly<Record<SetupState, { label: string; tone: Tone }>> = {
  done: { label: 'Pronto', tone: 'success' },
  standard: { label: 'Padrão em uso', tone: 'neutral' },
  waiting: { label: 'À espera', tone: 'info' },
  missing: { label: 'Falta', tone: 'warning' },
};
