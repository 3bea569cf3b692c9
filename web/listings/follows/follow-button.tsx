import { UserCheck, UserPlus } from '#web/ui/icons/icons.tsx';
import { useHydrated } from '#web/boot/hydrated.ts';
import { useSession } from '#web/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { useIntentAfterSignIn } from '#web/api/use-intent-after-sign-in.ts';
import { useFollowing } from './use-following.ts';

interface FollowButtonProps {
  username: string;
  /** The state if already known, as in the list of followed sellers. */
  initially?: boolean;
  /** Called with +1 or −1, and with the opposite if the change was not saved. */
  onChange?: (by: 1 | -1) => void;
  full?: boolean;
}

/** «Seguir» and «Seguindo». Pages are cached for all visitors, so the state is requested after hydration. */
export function FollowButton(props: FollowButtonProps) {
  const { user } = useSession();
  const hydrated = useHydrated();
  if (hydrated && user.username === props.username) return null;
  return <HydratedFollowButton key={`${user.id} ${props.username}`} {...props} />;
}

function HydratedFollowButton({ username, initially, onChange, full }: FollowButtonProps) {
  const { following, failure, change } = useFollowing(username, initially, onChange);
  const intent = useIntentAfterSignIn('seguir', username, () => void change(true));

  function press(): void {
    if (following) void change(false);
    else intent(username);
  }

  const Icon = following ? UserCheck : UserPlus;
  const text = following ? 'Seguindo' : 'Seguir';
  return (
    <div className={full ? 'flex w-full flex-col gap-1' : 'flex flex-col gap-1'}>
      <Button
        variant="secondary"
        full={full}
        aria-pressed={following}
        aria-label={`${text} @${username}`}
        icon={<Icon aria-hidden="true" className="size-4.5" />}
        onClick={press}
      >
        {text}
      </Button>
      {failure && (
        <p role="alert" className="text-sm text-danger">
          {failure}
        </p>
      )}
    </div>
  );
}
