import { Building2, Camera } from "lucide-react";
import type { Project } from "#contract/projects.ts";
import type { VisitRow } from "#contract/visits.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useFormat } from "#web/lib/format.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { PictureCard } from "#web/ui/picture-card.tsx";
import { StarButton } from "#web/ui/star-button.tsx";
import { type SavedKind, useStarSaved } from "./saved.queries.ts";

/** As long as destructive acts can be undone everywhere, in milliseconds. */
const undoFor = 10_000;

export function SavedProject({ project, isFirst }: { project: Project; isFirst: boolean }) {
  const t = useText();
  return (
    <PictureCard
      href={`/project/${project.id}`}
      src={project.cover}
      icon={Building2}
      title={project.name}
      isFirst={isFirst}
      corner={<SavedStar kind="projects" id={project.id} name={project.name} />}
    >
      {project.location !== "" && <p className="own-direction truncate text-ink-muted">{project.location}</p>}
      <p className="text-ink-muted tabular-nums">{t("projects.visits", { count: project.visit_count })}</p>
    </PictureCard>
  );
}

export function SavedVisit({ visit, isFirst }: { visit: VisitRow; isFirst: boolean }) {
  const t = useText();
  const format = useFormat();
  // Before one of its pictures can be seen there is nothing to walk.
  const isReady = visit.room_count > visit.processing_count;
  return (
    <PictureCard
      href={isReady ? `/viewer/${visit.code}` : `/editvisit/${visit.id}`}
      isDocument={isReady}
      src={visit.cover}
      icon={Camera}
      title={visit.name}
      isFirst={isFirst}
      corner={<SavedStar kind="visits" id={visit.id} name={visit.name} />}
    >
      <p className="own-direction truncate text-ink-muted">{visit.project}</p>
      <p className="text-ink-muted tabular-nums">
        <time dateTime={visit.visit_date}>{format.date(visit.visit_date, "moment")}</time>
        {" · "}
        {t("visits.rooms", { count: visit.room_count })}
      </p>
    </PictureCard>
  );
}

/** Its star is set, since it stands here; pressing it takes it off the list, with ten seconds to think better of it. */
function SavedStar({ kind, id, name }: { kind: SavedKind; id: number; name: string }) {
  const t = useText();
  const star = useStarSaved(kind);
  const refused = (error: unknown) =>
    showToast({ tone: "bad", title: t("errors.title.error"), text: errorText(error, t) });

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
      label={t(kind === "projects" ? "projects.unstar" : "visits.unstar", { name })}
      isStarred
      isOnPicture
      onChange={() => void unstar()}
    />
  );
}
