/** How a notice may reach a person besides the page itself. */
export interface NoticeChannels {
  email: boolean;
  push: boolean;
}

/**
 * What notices are about (product §4.16). Money, security and legal ones cannot be muted; marketing is asked for
 * first (LGPD) and sends nothing yet, so it has no row.
 */
export const noticeGroups = {
  security: { locked: true, usual: { email: true, push: true } },
  money: { locked: true, usual: { email: true, push: true } },
  complaints: { locked: true, usual: { email: true, push: true } },
  orders: { locked: false, usual: { email: true, push: true } },
  messages: { locked: false, usual: { email: false, push: true } },
  support: { locked: false, usual: { email: true, push: true } },
  listings: { locked: false, usual: { email: true, push: true } },
  questions: { locked: false, usual: { email: true, push: true } },
  ratings: { locked: false, usual: { email: true, push: true } },
  social: { locked: false, usual: { email: false, push: false } },
} as const satisfies Record<string, { locked: boolean; usual: NoticeChannels }>;
export type NoticeGroup = keyof typeof noticeGroups;
export const noticeGroupNames = Object.keys(noticeGroups) as NoticeGroup[];

/** Where a notice of the group goes, given what the person chose; what is locked goes everywhere. */
export function channelsOf(group: NoticeGroup, chosen: NoticeChannels | undefined): NoticeChannels {
  const { locked, usual } = noticeGroups[group];
  return locked ? usual : (chosen ?? usual);
}

/** A push token older than this is sent to the server again (specification §9), in milliseconds. */
export const pushRenewalMs = 7 * 86_400_000;
