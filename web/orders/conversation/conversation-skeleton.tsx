import { Loading, Skeleton } from '#web/ui/page/skeleton.tsx';

/** Placeholder in the shape of a few messages. */
export function ConversationSkeleton() {
  return (
    <Loading name="a conversa">
      <ConversationShape />
    </Loading>
  );
}

/** The same placeholder without a loading announcement, for when nothing loads yet. */
export function ConversationShape() {
  return (
    <div className="flex h-64 flex-col justify-end gap-3 p-4">
      <Skeleton className="h-12 w-3/5 rounded-lg" />
      <Skeleton className="h-12 w-2/5 self-end rounded-lg" />
      <Skeleton className="h-11 w-full rounded-md" />
    </div>
  );
}
