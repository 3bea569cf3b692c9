/** Numbers of followed sellers (F12); times in milliseconds. */
export interface FollowRules {
  /** Most sellers one person follows. */
  max: number;
  /** News of one seller reach a follower at most this often. */
  noticeEveryMs: number;
  /** What is published within this time is told in one notice. */
  noticeWaitMs: number;
}

export const defaultFollowRules: FollowRules = {
  max: 500,
  noticeEveryMs: 86_400_000,
  noticeWaitMs: 15 * 60_000,
};
