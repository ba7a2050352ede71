import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { limits } from "#contract/limits.ts";
import type { Project } from "#contract/projects.ts";
import { quiet } from "#web/lib/client.ts";
import { errorText } from "#web/lib/error-text.ts";
import { upload } from "#web/lib/upload.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { FileDrop } from "#web/ui/file-drop.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { ImportOutcome } from "./import-outcome.tsx";
import { snagKeys } from "./snags.queries.ts";

const types = { "application/zip": [".bcf", ".bcfzip"] };

export function ImportDialog({ project, onClose }: { project: Project; onClose: () => void }) {
  const t = useText();
  const form = useId();
  const client = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string>();
  const [share, setShare] = useState(0);
  const read = useMutation({
    mutationFn: (picked: File) =>
      upload(
        "POST /api/annotations/import",
        { body: { id_project: project.id }, files: { file: picked } },
        { ...quiet, onProgress: setShare },
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: snagKeys.all }),
  });
  return (
    <Modal
      title={t("snags.import.title")}
      isOpen
      onClose={onClose}
      isDismissable={!read.isPending}
      footer={
        read.isSuccess ? (
          <Button variant="primary" onPress={onClose}>
            {t("snags.import.close")}
          </Button>
        ) : (
          <>
            <Button onPress={onClose} isDisabled={read.isPending}>
              {t("common.cancel")}
            </Button>
            <Button
              type="submit"
              form={form}
              variant="primary"
              isPending={read.isPending}
              isDisabled={file === null}
            >
              {t("snags.import.read")}
            </Button>
          </>
        )
      }
    >
      {read.isSuccess ? (
        <ImportOutcome result={read.data} />
      ) : (
        <form
          id={form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (file !== null && !read.isPending) read.mutate(file);
          }}
          className="flex flex-col gap-4"
        >
          <p className="text-ink-muted">{t("snags.import.text", { project: project.name })}</p>
          {read.isError && <Banner tone="bad">{errorText(read.error, t)}</Banner>}
          <FileDrop
            label={t("snags.import.file")}
            hint={t("snags.import.hint", { megabytes: limits.snag.bcf.bytes / 1024 / 1024 })}
            accept={types}
            maxBytes={limits.snag.bcf.bytes}
            isMultiple={false}
            error={problem}
            isDisabled={read.isPending}
            onFiles={([picked], [refused]) => {
              setProblem(refused?.reasons.join(" "));
              if (picked !== undefined) setFile(picked);
            }}
          />
          {file !== null && (
            <span className="own-direction truncate text-sm text-ink-muted">{file.name}</span>
          )}
          {read.isPending && <ProgressBar label={t("snags.import.reading")} share={share} />}
        </form>
      )}
    </Modal>
  );
}
