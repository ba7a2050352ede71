import { showFailure } from "#web/lib/failure-toast.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { StarButton } from "#web/ui/star-button.tsx";
import { type SavedKind, useStarSaved } from "./saved.queries.ts";

/** As long as destructive acts can be undone everywhere, in milliseconds. */
const undoFor = 10_000;

/** Its star is set, since it stands here; pressing it takes it off the list, with ten seconds to think better of it. */
export function SavedStar({
  kind,
  id,
  name,
  isOnPicture = true,
}: {
  kind: SavedKind;
  id: number;
  name: string;
  isOnPicture?: boolean;
}) {
  const t = useText();
  const star = useStarSaved(kind);
  const refused = (error: unknown) => showFailure(error, t);

  async function unstar(): Promise<void> {
    try {
      await star.mutateAsync({ id, starred: false });
    } catch (error) {
      refused(error);
      return;
    }
    showToast(
      {
        tone: "info",
        title: t("profile.saved_items.removed", { name }),
        action: {
          label: t("common.undo"),
          onAction: () => void star.mutateAsync({ id, starred: true }).catch(refused),
        },
      },
      undoFor,
    );
  }

  return (
    <StarButton
      label={t("profile.saved_items.unstar", { name })}
      isStarred
      isOnPicture={isOnPicture}
      onChange={() => void unstar()}
    />
  );
}
