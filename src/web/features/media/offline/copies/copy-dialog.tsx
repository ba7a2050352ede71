import { useState } from "react";
import { limits } from "#contract/limits.ts";
import type { Project } from "#contract/projects.ts";
import { useConnection } from "#web/lib/connectivity.ts";
import type { CopyPart } from "#web/lib/copy-part.ts";
import type { OfflineCopy } from "#web/lib/offline-copies.ts";
import { useSignedInUser } from "#web/lib/session.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { collectCopy } from "./collect.ts";
import { CopyFacts } from "./copy-facts.tsx";
import { CopyFailed, CopyProgress } from "./copy-progress.tsx";
import { type CopyRun, useCopyRun } from "./copy-runs.ts";
import { CopySize } from "./copy-size.tsx";
import { Protection } from "./protection.tsx";
import { RemoveCopy } from "./remove-copy.tsx";
import { runCopy } from "./run-copy.ts";
import { useCopies } from "./use-copies.ts";

interface CopyDialogProps {
  project: Project;
  parts: () => Promise<readonly CopyPart[]>;
  isOpen: boolean;
  onClose: () => void;
}

/** Saves a project on this device: its size before, the progress, and then its age. */
export function CopyDialog({ project, parts, isOpen, onClose }: CopyDialogProps) {
  const t = useText();
  return (
    <Modal
      title={t("offline.copies.title", { name: project.name })}
      isOpen={isOpen}
      onClose={onClose}
      size="md"
    >
      <div className="flex flex-col gap-5">
        <p className="text-ink-muted">{t("offline.copies.text")}</p>
        <Content project={project} parts={parts} />
      </div>
    </Modal>
  );
}

function Content({ project, parts }: Pick<CopyDialogProps, "project" | "parts">) {
  const t = useText();
  const user = useSignedInUser();
  const { isOnline } = useConnection();
  const copies = useCopies();
  const run = useCopyRun(project.id);
  const { id, name } = project;
  const save = async (isFull: boolean) => {
    const collect = async (signal: AbortSignal) => collectCopy(id, await parts(), signal);
    const isSaved = await runCopy({ user: user.id, project: id, isFull, collect });
    if (isSaved) showToast({ tone: "ok", title: t("offline.copies.done", { name }) }, limits.toast.form);
  };
  if (copies === undefined) return <Skeleton className="h-40 w-full" />;
  if (run !== undefined) return <Running run={run} name={name} />;
  const copy = copies.find((one) => one.project === id);
  if (copy !== undefined) return <Saved copy={copy} onRefresh={() => void save(copy.isFull)} />;
  if (!("serviceWorker" in navigator)) return <Banner tone="warn">{t("offline.copies.no_worker")}</Banner>;
  if (!isOnline) return <Banner tone="warn">{t("offline.copies.needs_connection")}</Banner>;
  const { projects: most } = limits.copies;
  if (copies.length >= most) return <Banner tone="warn">{t("offline.copies.most", { most })}</Banner>;
  return (
    <>
      <CopyFailed project={id} />
      <CopySize project={id} parts={parts} onSave={(isFull) => void save(isFull)} />
    </>
  );
}

function Running({ run, name }: { run: CopyRun; name: string }) {
  const t = useText();
  return (
    <>
      <CopyProgress run={run} name={name} />
      <p className="text-sm text-ink-muted">{t("offline.copies.continues")}</p>
    </>
  );
}

function Saved({ copy, onRefresh }: { copy: OfflineCopy; onRefresh: () => void }) {
  const t = useText();
  const { isOnline } = useConnection();
  const [isRemoving, setIsRemoving] = useState(false);
  return (
    <>
      <CopyFailed project={copy.project} />
      <CopyFacts copy={copy} />
      <Protection />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onPress={() => setIsRemoving(true)}>{t("offline.copies.remove")}</Button>
        <Button variant="primary" isDisabled={!isOnline} onPress={onRefresh}>
          {t("offline.copies.refresh")}
        </Button>
      </div>
      <RemoveCopy copy={copy} isOpen={isRemoving} onClose={() => setIsRemoving(false)} />
    </>
  );
}
