import { useNavigate, useSearch } from "@tanstack/react-router";
import { Star } from "lucide-react";
import type { ReactNode } from "react";
import { useText } from "#web/lib/use-text.ts";
import { Loaded, type Loading } from "#web/shell/list/loaded.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { CardsSkeleton } from "#web/ui/cards-skeleton.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Link } from "#web/ui/link.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Pager } from "#web/ui/pager.tsx";
import { cardGrid } from "#web/ui/picture-grid.ts";
import { Tabs } from "#web/ui/tabs.tsx";
import { type SavedKind, savedKinds, savedPerPage, useSaved } from "./saved.queries.ts";
import { SavedCamera, SavedMessage, SavedProject, SavedVideo, SavedVisit } from "./saved-cards.tsx";

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

/** The user's starred items, by kind. */
export function SavedScreen() {
  const t = useText();
  const [{ kind, page }, go] = usePlace();
  const pageOf = (one: SavedKind) => (one === kind ? page : 1);
  const projects = useSaved("projects", pageOf("projects"));
  const visits = useSaved("visits", pageOf("visits"));
  const videos = useSaved("videos", pageOf("videos"));
  const cameras = useSaved("cameras", pageOf("cameras"));
  const messages = useSaved("messages", pageOf("messages"));
  const lists = { projects, visits, videos, cameras, messages };
  const cards: Readonly<Record<SavedKind, ReactNode>> = {
    projects: projects.data?.items.map((thing, index) => (
      <SavedProject key={thing.id} thing={thing} isFirst={index < first} />
    )),
    visits: visits.data?.items.map((thing, index) => (
      <SavedVisit key={thing.id} thing={thing} isFirst={index < first} />
    )),
    videos: videos.data?.items.map((thing, index) => (
      <SavedVideo key={thing.id} thing={thing} isFirst={index < first} />
    )),
    cameras: cameras.data?.items.map((thing, index) => (
      <SavedCamera key={thing.id} thing={thing} isFirst={index < first} />
    )),
    messages: messages.data?.items.map((thing) => (
      <SavedMessage key={thing.id} thing={thing} isFirst={false} />
    )),
  };
  return (
    <>
      <PageHeader title={t("shell.user_menu.saved")} note={t("profile.saved_items.text")} />
      <Tabs
        label={t("shell.user_menu.saved")}
        selected={kind}
        onSelect={(id) => go({ kind: id as SavedKind, page: 1 })}
        entries={savedKinds.map((one) => ({
          id: one,
          label: t(`profile.saved_items.${one}`),
          badge: <Badge count={lists[one].data?.total ?? 0} max={999} tone="neutral" />,
          content: (
            <SavedList
              kind={one}
              list={lists[one]}
              page={page}
              onPage={(next) => go({ kind: one, page: next })}
            >
              {cards[one]}
            </SavedList>
          ),
        }))}
      />
    </>
  );
}

/** Number of cards whose pictures are loaded eagerly. */
const first = 8;

/** The screen where items of a kind are starred. */
const sources: Readonly<Record<SavedKind, string>> = {
  projects: "/projects",
  visits: "/visits",
  videos: "/videos",
  cameras: "/cctv",
  messages: "/inbox",
};

interface SavedListProps {
  kind: SavedKind;
  list: Loading<{ readonly total: number }>;
  page: number;
  onPage: (page: number) => void;
  children: ReactNode;
}

function SavedList({ kind, list, page, onPage, children }: SavedListProps) {
  const t = useText();
  return (
    <Loaded query={list} screen="saved" waiting={<CardsSkeleton count={4} />}>
      {({ total }) =>
        total === 0 ? (
          <EmptyState
            icon={Star}
            title={t(`profile.saved_items.no_${kind}_title`)}
            text={t(
              kind === "messages"
                ? "profile.saved_items.empty_messages_text"
                : "profile.saved_items.empty_text",
            )}
            action={
              <Link href={sources[kind]} look={{ variant: "primary" }}>
                {t(`profile.saved_items.to_${kind}`)}
              </Link>
            }
          />
        ) : (
          <>
            {kind === "messages" ? (
              <ul className="max-w-190 overflow-hidden rounded-lg bg-surface ring-1 ring-line">{children}</ul>
            ) : (
              <div className={cardGrid}>{children}</div>
            )}
            <Pager page={page} perPage={savedPerPage} total={total} onChange={onPage} />
          </>
        )
      }
    </Loaded>
  );
}
