import { UserCheck, UserPlus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { follow, getFollow, unfollow } from '#contract/follows.ts';
import { api } from '#web/api.ts';
import { useHydrated } from '#web/hydrated.ts';
import { useSession } from '#web/session.tsx';
import { allSettled, settle } from '#web/settle.ts';
import { Button } from '#web/ui/button.tsx';
import { useWish } from '#web/use-wish.ts';

interface FollowButtonProps {
  username: string;
  /** What is known already: a list of followed sellers knows. */
  initially?: boolean;
  /** Called with +1 or −1, and the other way round when it was not saved. */
  onChange?: (by: 1 | -1) => void;
  full?: boolean;
}

/** «Seguir» and back. Pages are the same for everybody, so whether one follows is asked after hydration. */
export function FollowButton(props: FollowButtonProps) {
  const { user } = useSession();
  const hydrated = useHydrated();
  if (hydrated && user.username === props.username) return null;
  return <Live key={`${user.id} ${props.username}`} {...props} />;
}

function Live({ username, initially, onChange, full }: FollowButtonProps) {
  const { signedIn } = useSession();
  const [following, setFollowing] = useState(initially ?? false);
  const [failure, setFailure] = useState<string | null>(null);
  const shown = useRef(following);
  // A press counts for more than an answer that was on its way before it.
  const pressed = useRef(false);

  useEffect(() => {
    if (!signedIn || initially !== undefined) return;
    const gone = new AbortController();
    allSettled()
      .then(() => api(getFollow, { params: { username }, signal: gone.signal }))
      .then((answer) => {
        if (pressed.current) return;
        shown.current = answer.following;
        setFollowing(answer.following);
      })
      .catch(() => undefined);
    return () => gone.abort();
  }, [signedIn, initially, username]);
  const wish = useWish('seguir', username, () => void change(true));

  /** At once on the screen, back again with the reason where it was not saved (design §4.5). */
  async function change(wanted: boolean): Promise<void> {
    pressed.current = true;
    setFailure(null);
    show(wanted);
    const { now, problem } = await settle({
      about: `seguir ${username}`,
      from: !wanted,
      to: wanted,
      send: (follows) => api(follows ? follow : unfollow, { params: { username }, keepalive: true }),
    });
    if (!problem) return;
    show(now);
    setFailure(problem.message);
  }

  /** Several presses hear of one failure: the count follows what changes, once. */
  function show(wanted: boolean): void {
    if (wanted === shown.current) return;
    shown.current = wanted;
    setFollowing(wanted);
    onChange?.(wanted ? 1 : -1);
  }

  function press(): void {
    if (following) void change(false);
    else wish(username);
  }

  const Icon = following ? UserCheck : UserPlus;
  return (
    <div className={full ? 'flex w-full flex-col gap-1' : 'flex flex-col gap-1'}>
      <Button
        variant="secondary"
        full={full}
        aria-pressed={following}
        aria-label={`Seguir @${username}`}
        icon={<Icon aria-hidden="true" className="size-4.5" />}
        onClick={press}
      >
        {following ? 'Seguindo' : 'Seguir'}
      </Button>
      {failure && (
        <p role="alert" className="text-sm text-danger">
          {failure}
        </p>
      )}
    </div>
  );
}
