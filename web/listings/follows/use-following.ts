import { useEffect, useRef, useState } from 'react';
import { follow, getFollow, unfollow } from '#contract/listings/follows.ts';
import { api } from '#web/api/api.ts';
import { useSession } from '#web/session.tsx';
import { writeLatest } from '#web/api/latest-write.ts';

/**
 * Whether the user follows a seller, with a function to change it.
 * @param initially the state if already known, as in the list of followed sellers; otherwise it is requested
 * @param onChange called with +1 or −1, and with the opposite if the change was not saved
 */
export function useFollowing(username: string, initially?: boolean, onChange?: (by: 1 | -1) => void) {
  const { signedIn } = useSession();
  const [following, setFollowing] = useState(initially ?? false);
  const [failure, setFailure] = useState<string | null>(null);
  // A change made meanwhile overrides the reply.
  const changed = useRef(false);

  useEffect(() => {
    if (!signedIn || initially !== undefined) return;
    const unmounted = new AbortController();
    api(getFollow, { params: { username }, signal: unmounted.signal })
      .then((answer) => changed.current || setFollowing(answer.following))
      .catch(() => undefined);
    return () => unmounted.abort();
  }, [signedIn, initially, username]);

  /** Shown at once, and reverted with the reason if it was not saved (design §4.5). */
  async function change(shouldFollow: boolean): Promise<void> {
    changed.current = true;
    setFailure(null);
    show(shouldFollow);
    const end = await writeLatest(`seguir ${username}`, !shouldFollow, shouldFollow, (follows) =>
      api(follows ? follow : unfollow, { params: { username }, keepalive: true }),
    );
    if (!end?.problem) return;
    if (end.now !== shouldFollow) show(end.now);
    setFailure(end.problem.detail);
  }

  function show(follows: boolean): void {
    setFollowing(follows);
    onChange?.(follows ? 1 : -1);
  }

  return { following, failure, change };
}
