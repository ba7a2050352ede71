import { useRouter } from "@tanstack/react-router";
import type { Channel } from "#contract/live.ts";
import { useText } from "#web/lib/use-text.ts";
import { DeletePart } from "#web/shell/delete/delete-part.tsx";
import { isRunning, useDeleteChannel } from "../live.queries.ts";

export function DeleteChannel({ channel: { id, name, state, id_project } }: { channel: Channel }) {
  const t = useText();
  const router = useRouter();
  const remove = useDeleteChannel();
  return (
    <DeletePart
      title={t("live.delete.question", { name })}
      confirmLabel={t("live.delete.action")}
      note={<p className="text-sm text-ink-muted">{t("live.delete.text")}</p>}
      done={t("live.delete.done", { name })}
      onDelete={() => remove.mutateAsync(id)}
      // The form is removed with its channel, so there is nothing to confirm.
      onDeleted={() => router.history.push(`/project/${id_project}#live`, undefined, { ignoreBlocker: true })}
    >
      {isRunning(state) && <p className="mb-2">{t("live.delete.running")}</p>}
      <p>{t("live.delete.final")}</p>
    </DeletePart>
  );
}
