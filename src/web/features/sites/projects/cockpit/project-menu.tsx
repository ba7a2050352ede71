import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import {
  BadgeCheck,
  BadgeX,
  CloudDownload,
  EllipsisVertical,
  Globe,
  Link2,
  LockKeyhole,
  LockKeyholeOpen,
  Pencil,
  Trash2,
} from "lucide-react";
import { useState } from "react";
import type { Project } from "#contract/projects.ts";
import { copyText } from "#web/lib/copy-text.ts";
import { showFailure } from "#web/lib/failure-toast.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Menu, MenuItem, MenuSeparator } from "#web/ui/menu.tsx";
import { restoreProject, useDeleteProject } from "../projects.changes.ts";
import { UNDO } from "./undo.ts";
import { useSetProjectStatus } from "./use-project-status.ts";

/** Actions on a project as a whole, for users with the permission. */
export function ProjectMenu({ project }: { project: Project }) {
  const t = useText();
  const router = useRouter();
  const standing = useSetProjectStatus(project.id);
  const [isAsked, setIsAsked] = useState(false);
  const { id, code, active, validated, is_public, can } = project;
  const isShown = is_public && active && validated;

  async function copyLink(): Promise<void> {
    const isCopied = await copyText(`${location.origin}/project/${code}`);
    showToast(
      isCopied
        ? { tone: "ok", title: t("projects.cockpit.link_copied") }
        : { tone: "bad", title: t("visits.copy_failed") },
    );
  }

  return (
    <>
      <Menu
        label={t("projects.cockpit.menu")}
        trigger={
          <IconButton
            icon={EllipsisVertical}
            label={t("projects.cockpit.menu")}
            hasTooltip={false}
            className="touch:size-11"
          />
        }
      >
        <MenuItem icon={Link2} label={t("projects.cockpit.copy_link")} onAction={() => void copyLink()} />
        {can["follow"] === true && (
          <MenuItem
            icon={CloudDownload}
            label={t("offline.copies.action")}
            // The page's action for it opens at this hash.
            onAction={() => (location.hash = "offline")}
          />
        )}
        {isShown && (
          <MenuItem
            icon={Globe}
            label={t("projects.cockpit.open_showcase")}
            href={`/showcase/${code}`}
            target="_blank"
          />
        )}
        {can["edit"] === true && (
          <MenuItem
            icon={Pencil}
            label={t("projects.edit")}
            onAction={() => router.history.push(`/editproject/${id}`)}
          />
        )}
        {can["activate"] === true && (
          <MenuItem
            icon={active ? LockKeyhole : LockKeyholeOpen}
            label={t(active ? "projects.cockpit.deactivate" : "projects.cockpit.activate")}
            onAction={() => standing.set(active ? "deactivate" : "activate")}
          />
        )}
        {can["validate"] === true && (
          <MenuItem
            icon={validated ? BadgeX : BadgeCheck}
            label={t(validated ? "projects.cockpit.take_back" : "projects.cockpit.approve")}
            onAction={() => standing.set(validated ? "invalidate" : "validate")}
          />
        )}
        {can["delete"] === true && (
          <>
            <MenuSeparator />
            <MenuItem
              icon={Trash2}
              isDestructive
              label={t("projects.delete")}
              onAction={() => setIsAsked(true)}
            />
          </>
        )}
      </Menu>
      {isAsked && <DeleteProject project={project} onClose={() => setIsAsked(false)} />}
    </>
  );
}

function DeleteProject({ project, onClose }: { project: Project; onClose: () => void }) {
  const t = useText();
  const client = useQueryClient();
  const router = useRouter();
  const remove = useDeleteProject();
  const { id, name, visit_count } = project;
  const fail = (error: unknown) => showFailure(error, t);
  const restore = () =>
    void restoreProject(client, id).then(
      () => showToast({ tone: "ok", title: t("projects.cockpit.restored", { name }) }),
      fail,
    );

  async function confirm(): Promise<void> {
    try {
      await remove.mutateAsync(id);
      showToast(
        {
          tone: "ok",
          title: t("projects.cockpit.deleted", { name }),
          action: { label: t("common.undo"), onAction: restore },
        },
        UNDO,
      );
      router.history.push("/projects");
    } catch (error) {
      fail(error);
      onClose();
    }
  }

  return (
    <ConfirmDialog
      title={t("projects.delete_title", { name })}
      confirmLabel={t("projects.delete")}
      isOpen
      onClose={onClose}
      onConfirm={() => void confirm()}
      isDestructive
      isPending={remove.isPending}
    >
      {t("projects.delete_text", { count: visit_count })}
    </ConfirmDialog>
  );
}
