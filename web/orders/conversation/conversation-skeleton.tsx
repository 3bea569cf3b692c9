import { Loading, Skeleton } from '#web/ui/page/skeleton.tsx';

/** The shape of a few messages. */
export function ConversationSkeleton() {
  return (
    <Loading name="a conversa">
      <ConversationShape />
    </Loading>
  );
}

/** The room of the messages, also while nothing loads yet: then nobody waits, and nothing is said about it. */
export function ConversationShape() {
  return (
    <div className="flex h-64 flex-col justify-end gap-3 p-4">
      <Skeleton className="h-12 w-3/5 rounded-lg" />
      <Skeleton className="h-12 w-2/5 self-end rounded-lg" />
      <Skeleton className="h-11 w-full rounded-md" />
    </div>
  );
}
