import { listNotifications } from '#contract/accounts/accounts.ts';
import { api } from '#web/api/api.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSession } from '#web/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { useMore } from '#web/api/use-more.ts';
import { NoticeRow } from './notice-row.tsx';

/** Loads older notices on demand; every page loads only the newest. */
export function OlderNotices({ before, now }: { before: number; now: number }) {
  const { markRead } = useSession();
  const older = useMore(before, (id) => api(listNotifications, { query: { before: String(id) } }));
  return (
    <>
      <ul className="divide-y divide-border border-t border-border">
        {older.items.map((notice) => (
          <NoticeRow key={notice.id} notice={notice} now={now} onSeen={() => markRead(notice.id)} />
        ))}
      </ul>
      <div className="flex flex-col gap-2 p-3 not-has-[*]:hidden">
        <ProblemBanner problem={older.problem} />
        {older.next !== null && (
          <Button variant="quiet" size="sm" loading={older.loading} onClick={() => void older.more()}>
            Ver avisos mais antigos
          </Button>
        )}
      </div>
    </>
  );
}
