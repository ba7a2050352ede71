import { useRouter } from "@tanstack/react-router";
import { Building2, Check, EllipsisVertical, ExternalLink, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Project } from "#contract/projects.ts";
import { showFailure } from "#web/lib/failure-toast.ts";
import { useFormat } from "#web/lib/format.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Link } from "#web/ui/link.tsx";
import { Menu, MenuItem } from "#web/ui/menu.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { useApprove, useBin, useRestore, useTakeBack } from "./approvals.queries.ts";

/** Milliseconds in which an action can be undone. */
const UNDO = 10_000;

/** One pending project: its creator, and its actions. `onGone` is called when it leaves the list. */
export function WaitingProject({ project, onGone }: { project: Project; onGone: () => void }) {
  const t = useText();
  const router = useRouter();
  const [isAsked, setIsAsked] = useState(false);
  const { name } = project;
  const approve = useApprove();
  const takeBack = useTakeBack();
  const bin = useBin();
  const restore = useRestore();
  const fail = (error: unknown) => showFailure(error, t);

  /** Runs the action, shows its toast, and offers an undo for ten seconds. */
  const act = (
    work: () => Promise<unknown>,
    said: { title: string; text?: string },
    undo: () => Promise<unknown>,
  ) => {
    const tell = () => {
      const action = { label: t("common.undo"), onAction: () => void undo().catch(fail) };
      showToast({ tone: "ok", ...said, action }, UNDO);
      onGone();
    };
    void work().then(tell, fail);
  };
  const doApprove = () =>
    act(
      () => approve.mutateAsync(project),
      { title: t("projects.approvals.approved", { name }), text: t("projects.approvals.approved_text") },
      () => takeBack.mutateAsync(project),
    );
  const doDelete = () => {
    setIsAsked(false);
    act(
      () => bin.mutateAsync(project),
      { title: t("projects.approvals.deleted", { name }) },
      () => restore.mutateAsync(project),
    );
  };

  return (
    <li data-project={project.id} className="flex flex-wrap items-center gap-x-4 gap-y-3 p-3 sm:flex-nowrap">
      <Picture
        src={project.thumbnail}
        icon={Building2}
        className="aspect-2/1 w-28 shrink-0 rounded-md sm:w-36"
      />
      <Who project={project} />
      <div className="ms-auto flex items-center gap-1">
        <Button
          variant="primary"
          icon={Check}
          aria-label={t("projects.approvals.approve_of", { name })}
          isPending={approve.isPending}
          onPress={doApprove}
        >
          {t("projects.approvals.approve")}
        </Button>
        <Menu
          label={t("projects.approvals.more_of", { name })}
          trigger={
            <IconButton
              icon={EllipsisVertical}
              label={t("projects.approvals.more_of", { name })}
              hasTooltip={false}
              className="touch:size-11"
            />
          }
        >
          <MenuItem
            icon={ExternalLink}
            points
            label={t("projects.approvals.open")}
            onAction={() => router.history.push(`/project/${project.id}`)}
          />
          <MenuItem
            icon={Trash2}
            isDestructive
            label={t("projects.approvals.delete")}
            onAction={() => setIsAsked(true)}
          />
        </Menu>
      </div>
      <ConfirmDialog
        title={t("projects.approvals.delete_title", { name })}
        confirmLabel={t("projects.approvals.delete")}
        isOpen={isAsked}
        onClose={() => setIsAsked(false)}
        onConfirm={doDelete}
        isDestructive
        isPending={bin.isPending}
      >
        {t("projects.approvals.delete_text")}
      </ConfirmDialog>
    </li>
  );
}

function Who({ project: { id, name, owner, created_at, location } }: { project: Project }) {
  const t = useText();
  const format = useFormat();
  const ago = format.ago(created_at);
  return (
    <div className="min-w-0 flex-1 basis-40">
      <Link
        href={`/project/${id}`}
        look="plain"
        className="hit-line own-direction block truncate font-strong"
      >
        {name}
      </Link>
      <p className="truncate text-ink-muted">
        <time dateTime={created_at} title={format.date(created_at, "moment")}>
          {owner === null
            ? t("projects.approvals.by_nobody", { ago })
            : t("projects.approvals.by", { name: owner.name, ago })}
        </time>
      </p>
      {location !== "" && <p className="own-direction truncate text-xs text-ink-muted">{location}</p>}
    </div>
  );
}
