import { useQueryClient } from "@tanstack/react-query";
import { ImageUp, Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import { limits } from "#contract/limits.ts";
import type { Project } from "#contract/projects.ts";
import { call, quiet } from "#web/lib/client.ts";
import { errorText } from "#web/lib/error-text.ts";
import { showFailure } from "#web/lib/failure-toast.ts";
import { showToast } from "#web/lib/toasts.ts";
import { upload } from "#web/lib/upload.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { ImageUpload } from "#web/ui/file-input.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { keepProject } from "../projects.changes.ts";
import { Section } from "./section.tsx";

const accepted = ["image/jpeg", "image/png", "image/webp"];

/** The project's cover: previewed when selected, uploaded with progress, removable. */
export function CoverSection({ project, isDisabled }: { project: Project; isDisabled: boolean }) {
  const t = useText();
  const client = useQueryClient();
  const [sending, setSending] = useState<{ preview: string; share: number } | null>(null);
  const [problem, setProblem] = useState("");
  const [isRemoving, setIsRemoving] = useState(false);
  useReleased(sending?.preview);

  async function send(cover: File): Promise<void> {
    setProblem("");
    const preview = URL.createObjectURL(cover);
    setSending({ preview, share: 0 });
    try {
      const saved = await upload(
        "POST /api/projects/{id}/cover",
        { params: { id: project.id }, files: { cover } },
        { ...quiet, onProgress: (share) => setSending({ preview, share }) },
      );
      await keepProject(client, saved);
      showToast({ tone: "ok", title: t("projects.form.cover_saved") }, limits.toast.form);
    } catch (error) {
      setProblem(`${t("projects.form.cover_failed")}: ${errorText(error, t)}`);
    } finally {
      setSending(null);
    }
  }

  return (
    <Section title={t("projects.form.cover")} text={t("projects.form.cover_text")}>
      <div className="relative aspect-3/1 min-h-28 w-full overflow-hidden rounded-lg ring-1 ring-line">
        <Picture src={sending?.preview ?? project.cover} className="size-full" />
        {!project.has_cover && project.cover !== null && sending === null && (
          <span className="absolute start-2.5 bottom-2.5">
            <Chip>{t("projects.form.cover_from_visit")}</Chip>
          </span>
        )}
      </div>
      {sending !== null && (
        <ProgressBar label={t("projects.form.cover_sending")} share={sending.share} className="mt-3" />
      )}
      {!isDisabled && (
        <div className="mt-3 flex flex-wrap items-start gap-2">
          <ImageUpload
            label={t(project.has_cover ? "projects.form.cover_change" : "projects.form.cover_add")}
            icon={ImageUp}
            accept={accepted.join(",")}
            maxMegabytes={limits.portrait.megabytes}
            isPending={sending !== null}
            onImage={(image) => void send(image)}
          />
          {project.has_cover && (
            <Button
              variant="quietDanger"
              icon={Trash2}
              isDisabled={sending !== null}
              onPress={() => setIsRemoving(true)}
            >
              {t("projects.form.cover_remove")}
            </Button>
          )}
        </div>
      )}
      <p className="mt-2 text-xs text-ink-muted">
        {t("projects.form.cover_hint", { n: limits.portrait.megabytes })}
      </p>
      <p role="alert" className="mt-1 text-xs text-bad-text empty:hidden">
        {problem}
      </p>
      {isRemoving && <RemoveCover project={project} onClose={() => setIsRemoving(false)} />}
    </Section>
  );
}

/** Revokes the object URL of a preview once it is no longer shown. */
function useReleased(preview: string | undefined): void {
  useEffect(() => {
    if (preview === undefined) return;
    return () => URL.revokeObjectURL(preview);
  }, [preview]);
}

function RemoveCover({ project, onClose }: { project: Project; onClose: () => void }) {
  const t = useText();
  const client = useQueryClient();
  const [isPending, setIsPending] = useState(false);

  async function remove(): Promise<void> {
    setIsPending(true);
    try {
      const saved = await call(
        "DELETE /api/projects/{id}/cover/delete",
        { params: { id: project.id } },
        quiet,
      );
      await keepProject(client, saved);
      showToast({ tone: "ok", title: t("projects.form.cover_removed") }, limits.toast.form);
    } catch (error) {
      showFailure(error, t);
    }
    onClose();
  }

  return (
    <ConfirmDialog
      title={t("projects.form.cover_remove_title")}
      confirmLabel={t("projects.form.cover_remove")}
      isOpen
      onClose={onClose}
      onConfirm={() => void remove()}
      isDestructive
      isPending={isPending}
    >
      {t("projects.form.cover_remove_text", { name: project.name })}
    </ConfirmDialog>
  );
}
