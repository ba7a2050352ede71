import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { StarButton } from "#web/ui/star-button.tsx";
import { type StarKind, undoTime, useStar } from "./use-star.ts";

export interface StarProps {
  of: StarKind;
  id: number;
  name: string;
  isStarred: boolean;
  isOnPicture?: boolean;
}

/** The star of one record. Unstarring may remove it from the current list, so it can be undone. */
export function Star({ of, id, name, isStarred, isOnPicture = false }: StarProps) {
  const t = useText();
  const star = useStar(of);
  const set = (starred: boolean) => star.mutateAsync({ ids: [id], starred });
  const offerUndo = () =>
    showToast(
      {
        tone: "info",
        title: t("common.unstarred", { name }),
        action: { label: t("common.undo"), onAction: () => change(true) },
      },
      undoTime,
    );
  // A refusal is reported by the hook.
  const change = (starred: boolean) =>
    void set(starred).then(starred ? undefined : offerUndo, () => undefined);

  return (
    <StarButton
      label={t(isStarred ? "common.unstar_named" : "common.star_named", { name })}
      isStarred={isStarred}
      isOnPicture={isOnPicture}
      onChange={change}
    />
  );
}
