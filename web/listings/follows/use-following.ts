import { useEffect, useRef, useState } from 'react';
import { follow, getFollow, unfollow } from '#contract/listings/follows.ts';
import { api } from '#web/api/api.ts';
import { useSession } from '#web/session.tsx';
import { writeLatest } from '#web/api/latest-write.ts';

/**
 * Whether one follows a seller, and the way in and out of it.
 * @param initially what is known already: a list of followed sellers knows. Otherwise it is asked.
 * @param onChange called with +1 or −1, and the other way round when it was not saved
 */
export function useFollowing(username: string, initially?: boolean, onChange?: (by: 1 | -1) => void) {
  const { signedIn } = useSession();
  const [following, setFollowing] = useState(initially ?? false);
  const [failure, setFailure] = useState<string | null>(null);
  // A press counts for more than an answer that was on its way before it.
  const pressed = useRef(false);

  useEffect(() => {
    if (!signedIn || initially !== undefined) return;
    const gone = new AbortController();
    api(getFollow, { params: { username }, signal: gone.signal })
      .then((answer) => pressed.current || setFollowing(answer.following))
      .catch(() => undefined);
    return () => gone.abort();
  }, [signedIn, initially, username]);

  /** At once on the screen, back again with the reason where it was not saved (design §4.5). */
  async function change(wanted: boolean): Promise<void> {
    pressed.current = true;
    setFailure(null);
    show(wanted);
    const end = await writeLatest(`seguir ${username}`, !wanted, wanted, (follows) =>
      api(follows ? follow : unfollow, { params: { username }, keepalive: true }),
    );
    if (!end?.problem) return;
    if (end.now !== wanted) show(end.now);
    setFailure(end.problem.detail);
  }

  function show(follows: boolean): void {
    setFollowing(follows);
    onChange?.(follows ? 1 : -1);
  }

  return { following, failure, change };
}
