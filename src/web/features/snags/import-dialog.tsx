import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { limits } from "#contract/limits.ts";
import type { Project } from "#contract/projects.ts";
import { type Output, upload } from "#web/lib/client.ts";
import { errorText, translateMaybe } from "#web/lib/error-text.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { FileDrop } from "#web/ui/file-drop.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { snagKeys } from "./snags.queries.ts";

const types = { "application/zip": [".bcf", ".bcfzip"] };
type Result = Output<"POST /api/annotations/import">;

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
        { toast: false, onProgress: setShare },
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
        <Outcome result={read.data} />
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
          {file !== null && <bdi className="truncate text-sm text-ink-muted">{file.name}</bdi>}
          {read.isPending && <ProgressBar label={t("snags.import.reading")} share={share} />}
        </form>
      )}
    </Modal>
  );
}

/** What became of the file, topic by topic where something could not be read. */
function Outcome({ result: { created, updated, unchanged, skipped } }: { result: Result }) {
  const t = useText();
  return (
    <output className="flex flex-col gap-4">
      <p className="font-strong">{t("snags.import.done")}</p>
      <ul className="flex flex-col gap-1 tabular-nums">
        <li>{t("snags.import.created", { count: created })}</li>
        <li>{t("snags.import.updated", { count: updated })}</li>
        <li className="text-ink-muted">{t("snags.import.unchanged", { count: unchanged })}</li>
      </ul>
      {skipped.length > 0 && (
        <Banner tone="warn">
          <p>{t("snags.import.skipped", { count: skipped.length })}</p>
          <ul className="mt-1 list-disc ps-5">
            {skipped.map(({ topic, reason }, at) => (
              <li key={at}>
                <bdi>{topic}</bdi>: {translateMaybe(reason, t)}
              </li>
            ))}
          </ul>
        </Banner>
      )}
    </output>
  );
}
