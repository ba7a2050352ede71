import { useRouter } from "@tanstack/react-router";
import { ArchiveRestore, Building2, Trash2 } from "lucide-react";
import type { BinnedProject } from "#contract/projects.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useFormat } from "#web/lib/format.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Loaded } from "#web/shell/list/loaded.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { RowsSkeleton } from "#web/ui/rows-skeleton.tsx";
import { useBin, useRestore } from "./bin.queries.ts";
import { daysLeft } from "./days-left.ts";

/** Deleted projects, with the date until which they can be restored, and the button for it. */
export function BinScreen() {
  const t = useText();
  const bin = useBin();
  return (
    <>
      <PageHeader
        title={t("projects.bin.title")}
        note={<p className="max-w-160">{t("projects.bin.text")}</p>}
        crumbs={[{ label: t("projects.title"), href: "/projects" }, { label: t("projects.bin.title") }]}
      />
      <Loaded query={bin} screen="projects" waiting={<RowsSkeleton count={3} />}>
        {(projects) => (projects.length === 0 ? <NothingInBin /> : <Rows projects={projects} />)}
      </Loaded>
    </>
  );
}

function NothingInBin() {
  const t = useText();
  return (
    <EmptyState
      icon={Trash2}
      title={t("projects.bin.empty_title")}
      text={t("projects.bin.empty_text")}
      action={
        <Link href="/projects" look={{ variant: "secondary" }}>
          {t("projects.bin.back")}
        </Link>
      }
    />
  );
}

function Rows({ projects }: { projects: readonly BinnedProject[] }) {
  const t = useText();
  return (
    <Card isPadded={false}>
      <ul aria-label={t("projects.bin.title")} className="divide-y divide-line">
        {projects.map((project) => (
          <BinRow key={project.id} project={project} />
        ))}
      </ul>
    </Card>
  );
}

/** From this number of remaining days on, they are shown as a warning. */
const soon = 7;

function BinRow({ project }: { project: BinnedProject }) {
  const t = useText();
  const format = useFormat();
  const router = useRouter();
  const restore = useRestore();
  const { id, name, deleted_at, deleted_by, until } = project;
  const left = daysLeft(until);

  async function takeBack(): Promise<void> {
    try {
      const saved = await restore.mutateAsync(id);
      const open = { label: t("projects.bin.open"), onAction: () => router.history.push(`/project/${id}`) };
      // Its name may have been taken meanwhile; then it is restored under another one.
      showToast({ tone: "ok", title: t("projects.bin.restored", { name: saved.name }), action: open });
    } catch (error) {
      const title = t("projects.bin.restore_failed", { name });
      showToast({ tone: "bad", title, text: errorText(error, t) });
    }
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3.5">
      <span className="flex size-10 shrink-0 items-center justify-center rounded-md bg-press text-ink-faint">
        <Icon of={Building2} />
      </span>
      <div className="min-w-0 flex-1 basis-52">
        <p className="own-direction truncate font-strong">{name}</p>
        <p className="text-sm text-ink-muted">
          {deleted_by === null
            ? t("projects.bin.deleted")
            : t("projects.bin.deleted_by", { name: deleted_by })}
          {" · "}
          <time dateTime={deleted_at} title={format.date(deleted_at, "moment")}>
            {format.ago(deleted_at)}
          </time>
          {" · "}
          {t("projects.visits", { count: project.visit_count })}
        </p>
      </div>
      <div className="flex items-center gap-3 max-sm:w-full max-sm:justify-between sm:gap-6">
        <span title={t("projects.bin.until", { date: format.date(until, "moment") })}>
          <Chip tone={left < soon ? "warn" : "neutral"}>{t("projects.bin.left", { count: left })}</Chip>
        </span>
        {project.can["restore"] === true && (
          <Button
            icon={ArchiveRestore}
            aria-label={t("projects.bin.restore_of", { name })}
            isPending={restore.isPending}
            onPress={() => void takeBack()}
          >
            {t("projects.bin.restore")}
          </Button>
        )}
      </div>
    </li>
  );
}
