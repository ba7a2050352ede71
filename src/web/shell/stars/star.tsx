import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { StarButton } from "#web/ui/star-button.tsx";
import { undoTime } from "./undo-time.ts";
import { type StarKind, useStar } from "./use-star.ts";

export interface StarProps {
  of: StarKind;
  id: number;
  name: string;
  isStarred: boolean;
  isOnPicture?: boolean;
}

/** The star of one thing. Taken away, it may leave the list it stands in, so that can be undone. */
export function Star({ of, id, name, isStarred, isOnPicture = false }: StarProps) {
  const t = useText();
  const star = useStar(of);
  const undo = () => star.mutate({ ids: [id], starred: true });

  async function change(starred: boolean): Promise<void> {
    try {
      await star.mutateAsync({ ids: [id], starred });
    } catch {
      // Said by the hook.
      return;
    }
    if (!starred)
      showToast(
        {
          tone: "info",
          title: t("common.unstarred", { name }),
          action: { label: t("common.undo"), onAction: undo },
        },
        undoTime,
      );
  }

  return (
    <StarButton
      label={t(isStarred ? "common.unstar_named" : "common.star_named", { name })}
      isStarred={isStarred}
      isOnPicture={isOnPicture}
      onChange={(starred) => void change(starred)}
    />
  );
}
