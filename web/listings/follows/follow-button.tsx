import { UserCheck, UserPlus } from 'lucide-react';
import { useHydrated } from '#web/boot/hydrated.ts';
import { useSession } from '#web/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { useIntentAfterSignIn } from '#web/api/use-intent-after-sign-in.ts';
import { useFollowing } from './use-following.ts';

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
  const { following, failure, change } = useFollowing(username, initially, onChange);
  const wish = useIntentAfterSignIn('seguir', username, () => void change(true));

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
