import { useRouter, useSearch } from "@tanstack/react-router";
import {
  Bell,
  Building2,
  EllipsisVertical,
  ExternalLink,
  Image,
  MoveRight,
  Pencil,
  Plus,
  Sparkles,
  Unplug,
} from "lucide-react";
import { useState } from "react";
import { snagStatuses } from "#contract/choices.ts";
import type { ProjectTool, Tool, ToolConnection } from "#contract/tools.ts";
import { positive } from "#web/lib/list-state.ts";
import { useSignedInUser } from "#web/lib/session.ts";
import { type Translate, useText } from "#web/lib/use-text.ts";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { useProjectById } from "#web/shell/projects/projects.queries.ts";
import { Button } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Link } from "#web/ui/link.tsx";
import { Menu, MenuItem } from "#web/ui/menu.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { ToolParts } from "../parts.ts";
import { useUnmapProject } from "../tools.changes.ts";
import { type MappedProject, useLinkNews, useMappedProjects } from "../tools.queries.ts";
import { MappingDialog } from "./mapping-dialog.tsx";

interface MappedProjectsProps {
  tool: Tool;
  parts: ToolParts;
  /** The caller's own connection: needed to select a board, which is impossible while it has lapsed. */
  connection: ToolConnection;
}

/** The projects whose snags go to a board, with the boards. */
export function MappedProjects({ tool, parts, connection }: MappedProjectsProps) {
  const t = useText();
  const mayChoose = connection.state === "connected";
  const { account } = connection;
  const projects = useMappedProjects(tool);
  /** Null: a new one. Undefined: no dialog. */
  const [edited, setEdited] = useState<MappedProject | null>();
  const [leaving, setLeaving] = useState<MappedProject | null>(null);
  const mapped = projects.data ?? [];
  return (
    <section aria-labelledby="tool-projects" className="flex flex-col gap-3">
      <header className="flex min-h-9 flex-wrap items-center justify-between gap-3">
        <h2 id="tool-projects" className="text-lg font-strong">
          {t("tools.projects.title", { tool: t(`tools.names.${tool}`) })}
        </h2>
        {mapped.length > 0 && mayChoose && (
          <Button icon={Plus} onPress={() => setEdited(null)}>
            {t("tools.projects.add")}
          </Button>
        )}
      </header>
      {projects.isPending ? (
        <Skeleton className="h-24 w-full rounded-lg" />
      ) : projects.data === undefined ? (
        <LoadFailure error={projects.error} onRetry={() => void projects.refetch()} />
      ) : mapped.length === 0 ? (
        <EmptyState
          icon={Building2}
          title={t("tools.projects.empty_title", { tool: t(`tools.names.${tool}`) })}
          text={t("tools.projects.empty_text", { tool: t(`tools.names.${tool}`) })}
          className="w-full max-w-none! rounded-lg border border-dashed border-line-strong py-10!"
          action={
            mayChoose ? (
              <Button variant="primary" icon={Plus} onPress={() => setEdited(null)}>
                {t("tools.projects.add")}
              </Button>
            ) : undefined
          }
        />
      ) : (
        <ul className="flex flex-col gap-3">
          {mapped.map((one) => (
            <li key={one.id_project}>
              <MappedCard
                one={one}
                mayChoose={mayChoose}
                onEdit={() => setEdited(one)}
                onRemove={() => setLeaving(one)}
              />
            </li>
          ))}
        </ul>
      )}
      {mapped.map(({ id_project }) => (
        <News key={id_project} project={id_project} />
      ))}
      {edited !== undefined && (
        <MappingDialog
          tool={tool}
          parts={parts}
          account={account}
          mapped={edited}
          taken={mapped.map(({ id_project }) => id_project)}
          onClose={() => setEdited(undefined)}
        />
      )}
      {projects.data !== undefined && mayChoose && <AskedFor {...{ tool, parts, account }} mapped={mapped} />}
      {leaving !== null && <RemoveMapping one={leaving} onClose={() => setLeaving(null)} />}
    </section>
  );
}

/** `?add=7`: that project's page links here to select its board. */
function AskedFor({
  mapped,
  ...props
}: Omit<MappedProjectsProps, "connection"> & { account: string; mapped: readonly MappedProject[] }) {
  const router = useRouter();
  const { add } = useSearch({ strict: false }) as { add?: unknown };
  const id = positive(add);
  const project = useProjectById(id);
  if (id === null || project.data?.can["edit"] !== true) return null;
  return (
    <MappingDialog
      {...props}
      mapped={mapped.find(({ id_project }) => id_project === id) ?? null}
      given={{ id, name: project.data.name }}
      taken={[]}
      onClose={() => router.history.replace(`/${props.tool}`)}
    />
  );
}

/** Subscribes to the project's snags while it is displayed. */
function News({ project }: { project: number }) {
  useLinkNews(project);
  return null;
}

function MappedCard({
  one,
  mayChoose,
  onEdit,
  onRemove,
}: {
  one: MappedProject;
  mayChoose: boolean;
  onEdit: () => void;
  onRemove: () => void;
}) {
  const t = useText();
  const me = useSignedInUser().id;
  const { project, id_project, state, connected_by, can } = one;
  return (
    <article className="flex items-start gap-3 rounded-lg bg-surface py-3.5 ps-4 pe-2 ring-1 ring-line">
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <h3 className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <Link href={`/project/${id_project}`} look="plain" className="hit-area font-strong hover:underline">
            <bdi>{project}</bdi>
          </Link>
          <Icon of={MoveRight} points size="sm" className="text-ink-faint" />
          <BoardLink one={one} />
        </h3>
        <MappingFacts one={one} />
        <p className="text-xs text-ink-muted">
          {state === "reauth" ? (
            <Chip tone="warn" icon={Unplug}>
              {waitsText(connected_by, me, t)}
            </Chip>
          ) : (
            t("tools.projects.through", { account: connected_by.account, name: connected_by.name })
          )}
        </p>
      </div>
      {can["edit"] === true && (
        <Menu
          label={t("tools.projects.actions_of", { project })}
          trigger={
            <IconButton
              icon={EllipsisVertical}
              label={t("tools.projects.actions_of", { project })}
              className="touch:size-11"
            />
          }
        >
          {mayChoose && <MenuItem icon={Pencil} label={t("tools.projects.edit")} onAction={onEdit} />}
          <MenuItem icon={Unplug} label={t("tools.projects.remove")} isDestructive onAction={onRemove} />
        </Menu>
      )}
    </article>
  );
}

/** Text naming the user who has to act before sending resumes. */
export function waitsText({ id_user, name }: ProjectTool["connected_by"], me: number, t: Translate): string {
  if (id_user === me) return t("tools.projects.waits_me");
  return name === "" ? t("tools.projects.waits_nobody") : t("tools.projects.waits", { name });
}

/** The board, with the section in it; opens in a new tab. */
export function BoardLink({ one: { board, section } }: { one: Pick<ProjectTool, "board" | "section"> }) {
  const t = useText();
  const inside = section === null ? board.name : `${board.name} › ${section.name}`;
  return (
    <Link
      href={board.url}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex min-w-0 items-center gap-1.5"
    >
      <bdi className="truncate">{inside}</bdi>
      <span className="sr-only">{t("tools.links.new_tab")}</span>
      <Icon of={ExternalLink} size="sm" points className="size-3.5" />
    </Link>
  );
}

function MappingFacts({ one }: { one: ProjectTool }) {
  const t = useText();
  const told = snagStatuses.filter((status) => one.statuses[status] !== null).length;
  const { link_count, sends_all, sends_photos, hears_by } = one;
  return (
    <ul className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-muted">
      <li className="font-strong text-ink">{t("tools.projects.cards", { count: link_count })}</li>
      <li>{t("tools.projects.statuses", { count: told, all: snagStatuses.length })}</li>
      {sends_photos && (
        <li className="flex items-center gap-1.5">
          <Icon of={Image} size="sm" className="size-3.5" />
          {t("tools.projects.sends_photos")}
        </li>
      )}
      {sends_all && (
        <li className="flex items-center gap-1.5">
          <Icon of={Sparkles} size="sm" className="size-3.5" />
          {t("tools.projects.sends_all")}
        </li>
      )}
      <li className="flex items-center gap-1.5">
        <Icon of={Bell} size="sm" className="size-3.5" />
        {t(`tools.projects.${hears_by}`)}
      </li>
    </ul>
  );
}

function RemoveMapping({ one, onClose }: { one: MappedProject; onClose: () => void }) {
  const t = useText();
  const unmap = useUnmapProject(one.tool);
  return (
    <ConfirmDialog
      title={t("tools.projects.remove_title", { project: one.project })}
      confirmLabel={t("tools.projects.remove")}
      isOpen
      onClose={onClose}
      onConfirm={() => unmap.mutate({ id: one.id_project, project: one.project }, { onSettled: onClose })}
      isDestructive
      isPending={unmap.isPending}
    >
      {t("tools.projects.remove_text", { board: one.board.name })}
    </ConfirmDialog>
  );
}
