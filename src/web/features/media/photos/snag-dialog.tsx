import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { limits } from "#contract/limits.ts";
import type { Photo } from "#contract/photos.ts";
import { errorText } from "#web/lib/error-text.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { TextArea } from "#web/ui/text-area.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { useSnagFromPhoto } from "./photos.queries.ts";

/** A snag with this photo, at its position. Everything else is set on the snag itself. */
export function SnagDialog({ photo, onClose }: { photo: Photo; onClose: () => void }) {
  const t = useText();
  const router = useRouter();
  const create = useSnagFromPhoto(photo.id);
  const [title, setTitle] = useState(photo.caption.slice(0, limits.name));
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string>();
  const [refusal, setRefusal] = useState<string | null>(null);
  const send = async () => {
    if (title.trim() === "") return setProblem(t("photos.snag_title_required"));
    setRefusal(null);
    try {
      const snag = await create.mutateAsync({ title: title.trim(), text });
      const onAction = () => router.history.push(`/snags/${snag.id}`);
      showToast({
        tone: "ok",
        title: t("photos.snag_created", { number: snag.number }),
        action: { label: t("photos.snag_open"), onAction },
      });
      onClose();
    } catch (error) {
      setRefusal(errorText(error, t));
    }
  };
  return (
    <FormDialog
      title={t("photos.snag_title")}
      confirmLabel={t("photos.snag_create")}
      onSubmit={() => void send()}
      onClose={onClose}
      isPending={create.isPending}
      isChanged={text !== "" || title !== photo.caption.slice(0, limits.name)}
      refusal={refusal}
    >
      <Picture src={photo.thumbnail} className="aspect-4/3 w-40 rounded-md" />
      <TextField
        label={t("photos.snag_name")}
        value={title}
        onChange={(next) => {
          setTitle(next);
          setProblem(undefined);
        }}
        maxLength={limits.name}
        isRequired
        {...(problem !== undefined && { error: problem })}
      />
      <TextArea
        label={t("photos.snag_text")}
        rows={4}
        value={text}
        onChange={setText}
        maxLength={limits.snag.text}
      />
    </FormDialog>
  );
}
