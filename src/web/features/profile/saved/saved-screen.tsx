import { useNavigate, useSearch } from "@tanstack/react-router";
import { Building2, Camera, Star } from "lucide-react";
import type { ReactNode } from "react";
import type { Project } from "#contract/projects.ts";
import type { VisitRow } from "#contract/visits.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useFormat } from "#web/lib/format.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { CardsSkeleton } from "#web/ui/cards-skeleton.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Link } from "#web/ui/link.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Pager } from "#web/ui/pager.tsx";
import { cardGrid, PictureCard } from "#web/ui/picture-card.tsx";
import { StarButton } from "#web/ui/star-button.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import {
  type SavedKind,
  savedKinds,
  savedPerPage,
  useSavedProjects,
  useSavedVisits,
  useStarSaved,
} from "./saved.queries.ts";

/** As long as destructive acts can be undone everywhere. */
const undoFor = 10_000;

interface Place {
  kind: SavedKind;
  page: number;
}

function usePlace(): [Place, (next: Place) => void] {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const page = Number(search["page"]);
  const place = {
    kind: savedKinds.find((kind) => kind === search["kind"]) ?? "projects",
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
  const go = ({ kind, page: next }: Place) => {
    const search: Record<string, string | number> = {
      ...(kind !== "projects" && { kind }),
      ...(next !== 1 && { page: next }),
    };
    void navigate({ to: ".", search, replace: true });
  };
  return [place, go];
}

/** What somebody has starred, by kind. */
export function SavedScreen() {
  const t = useText();
  const [{ kind, page }, go] = usePlace();
  const projects = useSavedProjects(kind === "projects" ? page : 1);
  const visits = useSavedVisits(kind === "visits" ? page : 1);
  const turn = (next: number) => go({ kind, page: next });
  return (
    <>
      <PageHeader title={t("shell.user_menu.saved")} note={t("profile.saved_items.text")} />
      <Tabs
        label={t("shell.user_menu.saved")}
        selected={kind}
        onSelect={(id) => go({ kind: id as SavedKind, page: 1 })}
        entries={[
          {
            id: "projects",
            label: t("profile.saved_items.projects"),
            badge: <Badge count={projects.data?.total ?? 0} max={999} tone="neutral" />,
            content: (
              <SavedList kind="projects" list={projects} page={page} onPage={turn}>
                {projects.data?.items.map((project, index) => (
                  <SavedProject key={project.id} project={project} isFirst={index < 8} />
                ))}
              </SavedList>
            ),
          },
          {
            id: "visits",
            label: t("profile.saved_items.visits"),
            badge: <Badge count={visits.data?.total ?? 0} max={999} tone="neutral" />,
            content: (
              <SavedList kind="visits" list={visits} page={page} onPage={turn}>
                {visits.data?.items.map((visit, index) => (
                  <SavedVisit key={visit.id} visit={visit} isFirst={index < 8} />
                ))}
              </SavedList>
            ),
          },
        ]}
      />
    </>
  );
}

interface SavedListProps {
  kind: SavedKind;
  list: {
    isPending: boolean;
    error: Error | null;
    data: { total: number } | undefined;
    refetch: () => unknown;
  };
  page: number;
  onPage: (page: number) => void;
  children: ReactNode;
}

function SavedList({ kind, list, page, onPage, children }: SavedListProps) {
  const t = useText();
  if (list.isPending) return <CardsSkeleton count={4} />;
  if (list.data === undefined) return <LoadFailure error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data.total === 0)
    return (
      <EmptyState
        icon={Star}
        title={t(`profile.saved_items.no_${kind}_title`)}
        text={t("profile.saved_items.empty_text")}
        action={
          <Link href={`/${kind}`} look={{ variant: "primary" }}>
            {t(`profile.saved_items.to_${kind}`)}
          </Link>
        }
      />
    );
  return (
    <>
      <div className={cardGrid}>{children}</div>
      <Pager page={page} perPage={savedPerPage} total={list.data.total} onChange={onPage} />
    </>
  );
}

function SavedProject({ project, isFirst }: { project: Project; isFirst: boolean }) {
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

function SavedVisit({ visit, isFirst }: { visit: VisitRow; isFirst: boolean }) {
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
