/** The channels of a notice besides the page itself. */
export interface NoticeChannels {
  email: boolean;
  push: boolean;
}

/**
 * Groups of notices (§4.16). Money, security and legal notices cannot be muted; marketing needs consent
 * (LGPD) and sends nothing yet, so it has no group.
 */
export const noticeGroups = {
  security: { locked: true, usual: { email: true, push: true } },
  money: { locked: true, usual: { email: true, push: true } },
  complaints: { locked: true, usual: { email: true, push: true } },
  orders: { locked: false, usual: { email: true, push: true } },
  messages: { locked: false, usual: { email: false, push: true } },
  support: { locked: false, usual: { email: true, push: true } },
  listings: { locked: false, usual: { email: true, push: true } },
  statistics: { locked: false, usual: { email: true, push: false } },
  questions: { locked: false, usual: { email: true, push: true } },
  ratings: { locked: false, usual: { email: true, push: true } },
  // The person asked for each of these alerts, so they use every channel by default.
  awaited: { locked: false, usual: { email: true, push: true } },
  social: { locked: false, usual: { email: false, push: false } },
} as const satisfies Record<string, { locked: boolean; usual: NoticeChannels }>;
export type NoticeGroup = keyof typeof noticeGroups;
export const noticeGroupNames = Object.keys(noticeGroups) as NoticeGroup[];

/** The channels of a notice of this group by the person's choice; locked groups use every channel. */
export function channelsOf(group: NoticeGroup, chosen: NoticeChannels | undefined): NoticeChannels {
  const { locked, usual } = noticeGroups[group];
  return locked ? usual : (chosen ?? usual);
}

/** A push token older than this is sent to the server again (specification §9), in milliseconds. */
export const pushRenewalMs = 7 * 86_400_000;

/** Icons of notices, by their lucide names. */
export const noticeIcons = [
  'alarm-clock',
  'badge-check',
  'ban',
  'banknote',
  'calendar-clock',
  'chart-column',
  'circle-check',
  'circle-help',
  'circle-x',
  'clock-alert',
  'credit-card',
  'eye',
  'eye-off',
  'file-check',
  'file-down',
  'file-x',
  'fingerprint',
  'hourglass',
  'key-round',
  'landmark',
  'link',
  'lock-open',
  'log-out',
  'mail-check',
  'merge',
  'message-circle',
  'message-circle-question',
  'message-circle-reply',
  'monitor-smartphone',
  'octagon-alert',
  'package-check',
  'package-minus',
  'package-open',
  'party-popper',
  'pause',
  'pencil',
  'receipt-text',
  'rocket',
  'rotate-cw',
  'scale',
  'shield',
  'shield-alert',
  'shield-check',
  'shield-off',
  'shopping-bag',
  'smartphone',
  'split',
  'star',
  'store',
  'timer-off',
  'trending-down',
  'truck',
  'undo-2',
  'unlink',
  'user-check',
  'user-cog',
  'user-x',
  'wallet',
] as const;
export type NoticeIcon = (typeof noticeIcons)[number];
