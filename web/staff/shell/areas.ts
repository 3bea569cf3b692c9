import {
  Banknote,
  ClipboardCheck,
  FileCheck2,
  Flag,
  FolderTree,
  Gavel,
  Gem,
  LayoutDashboard,
  ListChecks,
  MessagesSquare,
  QrCode,
  Scale,
  Settings,
  ShieldAlert,
  ShoppingBag,
  Tag,
  Truck,
  UserCheck,
  Users,
  Undo2,
} from '#web/ui/icons/icons.tsx';
import type { Icon } from '#web/ui/icons/icons.tsx';
import type { QueueName } from '#domain/staff/queues.ts';

export const areaGroups = ['', 'Filas', 'Operação', 'Catálogo', 'Sistema'] as const;

/** An area of the dashboard (specification §2). */
export interface StaffArea {
  path: string;
  label: string;
  /** «Carregando os pedidos». */
  thing: string;
  /** The shape of its placeholder while it loads. */
  skeleton: 'overview' | 'triage' | 'queue' | 'receipts' | 'table' | 'desk' | 'rows' | 'plans';
  icon: Icon;
  group: (typeof areaGroups)[number];
  /** The letter that opens it after `g`. */
  letter: string;
  /** The queue whose count is shown next to it. */
  queue?: QueueName;
  /** The queue's address, when the area opens with another page. */
  queuePath?: string;
  /** The queue's name, when it is another than the area's. */
  queueLabel?: string;
  /** Another page that belongs to it. */
  page?: string;
  /** It is as high as the window and scrolls by itself. */
  fullHeight?: true;
}

/** All areas in the sidebar's order: navigation, palette, keys, queue cards and placeholders use this list. */
export const staffAreas: readonly StaffArea[] = [
  {
    path: '/dashboard',
    label: 'Visão geral',
    thing: 'o painel',
    skeleton: 'overview',
    icon: LayoutDashboard,
    group: '',
    letter: 'v',
  },
  {
    path: '/dashboard/revisao',
    label: 'Revisão',
    thing: 'a fila de revisão',
    skeleton: 'triage',
    icon: ClipboardCheck,
    group: 'Filas',
    letter: 'r',
    queue: 'reviews',
  },
  {
    path: '/dashboard/reclamacoes',
    label: 'Reclamações',
    thing: 'as reclamações',
    skeleton: 'queue',
    icon: Scale,
    group: 'Filas',
    letter: 'q',
    queue: 'complaints',
  },
  {
    path: '/dashboard/comprovantes',
    label: 'Comprovantes',
    thing: 'os comprovantes',
    skeleton: 'receipts',
    icon: FileCheck2,
    group: 'Filas',
    letter: 'm',
    queue: 'receipts',
  },
  {
    path: '/dashboard/saques',
    label: 'Saques',
    thing: 'os saques',
    skeleton: 'queue',
    icon: Banknote,
    group: 'Filas',
    letter: 's',
    queue: 'withdrawals',
  },
  {
    path: '/dashboard/denuncias',
    label: 'Denúncias',
    thing: 'as denúncias',
    skeleton: 'queue',
    icon: Flag,
    group: 'Filas',
    letter: 'x',
    queue: 'reports',
  },
  {
    path: '/dashboard/recursos',
    label: 'Recursos',
    thing: 'os recursos',
    skeleton: 'queue',
    icon: Gavel,
    group: 'Filas',
    letter: 'l',
    queue: 'appeals',
  },
  {
    path: '/dashboard/risco',
    label: 'Risco',
    thing: 'os pedidos com risco',
    skeleton: 'queue',
    icon: ShieldAlert,
    group: 'Filas',
    letter: 'f',
    queue: 'risk_holds',
  },
  {
    path: '/dashboard/pedidos',
    label: 'Pedidos',
    thing: 'os pedidos',
    skeleton: 'table',
    icon: ShoppingBag,
    group: 'Operação',
    letter: 'd',
    page: '/dashboard/falhas',
  },
  {
    path: '/dashboard/envios',
    label: 'Envios',
    thing: 'os envios',
    skeleton: 'queue',
    icon: Truck,
    group: 'Operação',
    letter: 'i',
    queue: 'shipments',
  },
  {
    path: '/dashboard/pagamentos',
    label: 'Pagamentos',
    thing: 'os pagamentos',
    skeleton: 'table',
    icon: QrCode,
    group: 'Operação',
    letter: 't',
    queue: 'payment_reviews',
    queuePath: '/dashboard/pagamentos?aba=analise',
  },
  {
    path: '/dashboard/usuarios',
    label: 'Usuários',
    thing: 'os usuários',
    skeleton: 'table',
    icon: Users,
    group: 'Operação',
    letter: 'u',
    queue: 'document_checks',
    queuePath: '/dashboard/usuarios/documentos',
    queueLabel: 'Documentos',
  },
  {
    path: '/dashboard/anuncios',
    label: 'Anúncios',
    thing: 'os anúncios',
    skeleton: 'table',
    icon: Tag,
    group: 'Catálogo',
    letter: 'n',
    queue: 'flagged_listings',
    queuePath: '/dashboard/anuncios?denuncias=flagged',
  },
  {
    path: '/dashboard/suporte',
    label: 'Atendimento',
    thing: 'o atendimento',
    skeleton: 'desk',
    icon: MessagesSquare,
    group: 'Filas',
    letter: 'a',
    queue: 'tickets',
    fullHeight: true,
  },
  {
    path: '/dashboard/reembolsos',
    label: 'Reembolsos',
    thing: 'os reembolsos',
    skeleton: 'queue',
    icon: Undo2,
    group: 'Filas',
    letter: 'e',
    queue: 'refunds',
  },
  {
    path: '/dashboard/categorias',
    label: 'Categorias',
    thing: 'as categorias',
    skeleton: 'rows',
    icon: FolderTree,
    group: 'Catálogo',
    letter: 'c',
  },
  {
    path: '/dashboard/planos',
    label: 'Planos',
    thing: 'os planos',
    skeleton: 'plans',
    icon: Gem,
    group: 'Catálogo',
    letter: 'p',
  },
  {
    path: '/dashboard/primeiros-passos',
    label: 'Primeiros passos',
    thing: 'os primeiros passos',
    skeleton: 'rows',
    icon: ListChecks,
    group: 'Sistema',
    letter: 'z',
  },
  {
    path: '/dashboard/configuracoes',
    label: 'Configurações',
    thing: 'as configurações',
    skeleton: 'rows',
    icon: Settings,
    group: 'Sistema',
    letter: 'o',
  },
  {
    path: '/dashboard/mudancas',
    label: 'Mudanças',
    thing: 'as mudanças',
    skeleton: 'queue',
    icon: UserCheck,
    group: 'Sistema',
    letter: 'b',
  },
];

/** The area of an address: the longest matching path. */
export function areaOf(pathname: string): StaffArea | undefined {
  return staffAreas
    .filter(
      ({ path, page }) =>
        pathname === path || pathname === page || (path !== '/dashboard' && pathname.startsWith(`${path}/`)),
    )
    .toSorted((a, b) => b.path.length - a.path.length)[0];
}
