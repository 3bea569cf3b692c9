/** Numbers of followed sellers (F12); times in milliseconds. */
export interface FollowRules {
  /** The maximum number of sellers one person follows. */
  max: number;
  /** The minimum time between two notices about one seller to a follower. */
  noticeEveryMs: number;
  /** Listings published within this time share one notice. */
  noticeWaitMs: number;
}

export const defaultFollowRules: FollowRules = {
  max: 500,
  noticeEveryMs: 86_400_000,
  noticeWaitMs: 15 * 60_000,
};
