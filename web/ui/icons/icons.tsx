import type { ComponentType, SVGProps } from 'react';
import sprite from './sprite.svg?url';

export type Icon = ComponentType<SVGProps<SVGSVGElement>>;

/**
 * An icon of Lucide by its file's name, drawn from one file that the browser caches: a page with fifty icons would carry
 * 25 kB of paths otherwise, in its markup and again in its scripts.
 */
function drawIcon(name: string): Icon {
  return function Icon(props) {
    return <SpriteIcon {...props} href={`${sprite}#${name}`} />;
  };
}

/** A symbol of a sprite. Without a label it is hidden from screen readers. */
export function SpriteIcon({ href, className = '', ...props }: SVGProps<SVGSVGElement> & { href: string }) {
  const isLabelled = 'aria-label' in props || 'aria-labelledby' in props || 'title' in props;
  return (
    <svg
      width="24"
      height="24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden={isLabelled ? undefined : true}
      {...props}
      className={`icon ${className}`}
    >
      <use href={href} />
    </svg>
  );
}

export const AlarmClock = drawIcon('alarm-clock');
export const ArrowDown = drawIcon('arrow-down');
export const ArrowDownRight = drawIcon('arrow-down-right');
export const ArrowLeft = drawIcon('arrow-left');
export const ArrowRight = drawIcon('arrow-right');
export const ArrowUp = drawIcon('arrow-up');
export const ArrowUpRight = drawIcon('arrow-up-right');
export const BadgeCheck = drawIcon('badge-check');
export const Ban = drawIcon('ban');
export const Banknote = drawIcon('banknote');
export const Barcode = drawIcon('barcode');
export const Bell = drawIcon('bell');
export const BellRing = drawIcon('bell-ring');
export const BookmarkPlus = drawIcon('bookmark-plus');
export const CalendarClock = drawIcon('calendar-clock');
export const CalendarPlus = drawIcon('calendar-plus');
export const Camera = drawIcon('camera');
export const ChartColumn = drawIcon('chart-column');
export const Check = drawIcon('check');
export const CheckCheck = drawIcon('check-check');
export const ChevronDown = drawIcon('chevron-down');
export const ChevronLeft = drawIcon('chevron-left');
export const ChevronRight = drawIcon('chevron-right');
export const ChevronUp = drawIcon('chevron-up');
export const ChevronsUpDown = drawIcon('chevrons-up-down');
export const Circle = drawIcon('circle');
export const CircleAlert = drawIcon('circle-exclamation-point');
export const CircleCheck = drawIcon('circle-check');
export const CircleDashed = drawIcon('circle-dashed');
export const CircleHelp = drawIcon('circle-question-mark');
export const CirclePlus = drawIcon('circle-plus');
export const CircleX = drawIcon('circle-x');
export const ClipboardCheck = drawIcon('clipboard-check');
export const Clock = drawIcon('clock');
export const ClockAlert = drawIcon('clock-exclamation-point');
export const CloudAlert = drawIcon('cloud-exclamation-point');
export const CloudCheck = drawIcon('cloud-check');
export const Columns3 = drawIcon('columns-3');
export const Copy = drawIcon('copy');
export const CreditCard = drawIcon('credit-card');
export const Download = drawIcon('download');
export const Ellipsis = drawIcon('ellipsis');
export const EllipsisVertical = drawIcon('ellipsis-vertical');
export const ExternalLink = drawIcon('external-link');
export const Eye = drawIcon('eye');
export const EyeOff = drawIcon('eye-off');
export const FileCheck = drawIcon('file-check');
export const FileCheck2 = drawIcon('file-check-corner');
export const FileDown = drawIcon('file-down');
export const FileSpreadsheet = drawIcon('file-spreadsheet');
export const FileText = drawIcon('file-text');
export const FileUp = drawIcon('file-up');
export const FileX = drawIcon('file-x');
export const Fingerprint = drawIcon('fingerprint-pattern');
export const Flag = drawIcon('flag');
export const FolderTree = drawIcon('folder-tree');
export const Gavel = drawIcon('gavel');
export const Gem = drawIcon('gem');
export const GripVertical = drawIcon('grip-vertical');
export const HandCoins = drawIcon('hand-coins');
export const HandHelping = drawIcon('hand-helping');
export const Handshake = drawIcon('handshake');
export const Heart = drawIcon('heart');
export const Hourglass = drawIcon('hourglass');
export const House = drawIcon('house');
export const Image = drawIcon('image');
export const ImageUp = drawIcon('image-up');
export const Info = drawIcon('info');
export const KeyRound = drawIcon('key-round');
export const Keyboard = drawIcon('keyboard');
export const Landmark = drawIcon('landmark');
export const Laptop = drawIcon('laptop');
export const LayoutDashboard = drawIcon('layout-dashboard');
export const LayoutGrid = drawIcon('layout-grid');
export const LayoutList = drawIcon('layout-list');
export const Link = drawIcon('link');
export const ListChecks = drawIcon('list-checks');
export const LoaderCircle = drawIcon('loader-circle');
export const Lock = drawIcon('lock');
export const LockKeyhole = drawIcon('lock-keyhole');
export const LockOpen = drawIcon('lock-open');
export const LogOut = drawIcon('log-out');
export const MailCheck = drawIcon('mail-check');
export const Menu = drawIcon('menu');
export const Merge = drawIcon('merge');
export const MessageCircle = drawIcon('message-circle');
export const MessageCircleQuestion = drawIcon('message-circle-question-mark');
export const MessageCircleReply = drawIcon('message-circle-reply');
export const MessageSquareReply = drawIcon('message-square-reply');
export const MessagesSquare = drawIcon('messages-square');
export const Minus = drawIcon('minus');
export const Monitor = drawIcon('monitor');
export const MonitorSmartphone = drawIcon('monitor-smartphone');
export const Moon = drawIcon('moon');
export const OctagonAlert = drawIcon('octagon-exclamation-point');
export const Package = drawIcon('package');
export const PackageCheck = drawIcon('package-check');
export const PackageMinus = drawIcon('package-minus');
export const PackageOpen = drawIcon('package-open');
export const PanelLeftClose = drawIcon('panel-left-close');
export const PanelLeftOpen = drawIcon('panel-left-open');
export const PanelRight = drawIcon('panel-right');
export const Paperclip = drawIcon('paperclip');
export const PartyPopper = drawIcon('party-popper');
export const Pause = drawIcon('pause');
export const Pencil = drawIcon('pencil');
export const PencilLine = drawIcon('pencil-line');
export const Plus = drawIcon('plus');
export const Printer = drawIcon('printer');
export const QrCode = drawIcon('qr-code');
export const ReceiptText = drawIcon('receipt-text');
export const RefreshCw = drawIcon('refresh-cw');
export const Rocket = drawIcon('rocket');
export const RotateCcw = drawIcon('rotate-ccw');
export const RotateCw = drawIcon('rotate-cw');
export const Rows3 = drawIcon('rows-3');
export const Rows4 = drawIcon('rows-4');
export const Scale = drawIcon('scale');
export const ScrollText = drawIcon('scroll-text');
export const Search = drawIcon('search');
export const SendHorizontal = drawIcon('send-horizontal');
export const Settings = drawIcon('settings');
export const Share2 = drawIcon('share-2');
export const Shield = drawIcon('shield');
export const ShieldAlert = drawIcon('shield-exclamation-point');
export const ShieldCheck = drawIcon('shield-check');
export const ShieldOff = drawIcon('shield-off');
export const ShoppingBag = drawIcon('shopping-bag');
export const SlidersHorizontal = drawIcon('sliders-horizontal');
export const Smartphone = drawIcon('smartphone');
export const Split = drawIcon('split');
export const Star = drawIcon('star');
export const Store = drawIcon('store');
export const Sun = drawIcon('sun');
export const Tag = drawIcon('tag');
export const TimerOff = drawIcon('timer-off');
export const Trash2 = drawIcon('trash');
export const TrendingDown = drawIcon('trending-down');
export const TriangleAlert = drawIcon('triangle-exclamation-point');
export const Truck = drawIcon('truck');
export const Undo2 = drawIcon('undo-2');
export const Unlink = drawIcon('unlink');
export const Upload = drawIcon('upload');
export const UserCheck = drawIcon('user-check');
export const UserCog = drawIcon('user-cog');
export const UserPlus = drawIcon('user-plus');
export const UserRound = drawIcon('user-round');
export const UserX = drawIcon('user-x');
export const Users = drawIcon('users');
export const Wallet = drawIcon('wallet');
export const X = drawIcon('x');
export const Zap = drawIcon('zap');
