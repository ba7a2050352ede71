import { useNavigate, useSearch } from "@tanstack/react-router";
import { Star } from "lucide-react";
import type { ReactNode } from "react";
import { useText } from "#web/lib/use-text.ts";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { CardsSkeleton } from "#web/ui/cards-skeleton.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Link } from "#web/ui/link.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Pager } from "#web/ui/pager.tsx";
import { cardGrid } from "#web/ui/picture-grid.ts";
import { Tabs } from "#web/ui/tabs.tsx";
import {
  type SavedKind,
  savedKinds,
  savedPerPage,
  useSavedProjects,
  useSavedVisits,
} from "./saved.queries.ts";
import { SavedProject, SavedVisit } from "./saved-cards.tsx";

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
  if (list.data === undefined)
    return <LoadFailure screen="saved" error={list.error} onRetry={() => void list.refetch()} />;
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
