import { useRouter } from "@tanstack/react-router";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { limits } from "#contract/limits.ts";
import type { Video } from "#contract/videos.ts";
import { showFailure } from "#web/lib/failure-toast.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { useDeleteVideo } from "../videos.queries.ts";

export function DeleteVideo({ video }: { video: Video }) {
  const t = useText();
  const router = useRouter();
  const [isAsking, setIsAsking] = useState(false);
  const remove = useDeleteVideo();

  async function confirm(): Promise<void> {
    try {
      await remove.mutateAsync(video.id);
      showToast({ tone: "ok", title: t("videos.deleted", { name: video.title }) }, limits.toast.form);
      // The form is gone with its video, so there is nothing to ask about.
      router.history.push("/videos", undefined, { ignoreBlocker: true });
    } catch (error) {
      setIsAsking(false);
      showFailure(error, t);
    }
  }

  return (
    <div className="border-t border-line pt-5">
      <Button variant="quietDanger" icon={Trash2} onPress={() => setIsAsking(true)} className="-ms-3.5">
        {t("videos.delete")}
      </Button>
      <ConfirmDialog
        title={t("videos.delete_title", { name: video.title })}
        confirmLabel={t("videos.delete")}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => void confirm()}
        isDestructive
        isPending={remove.isPending}
      >
        {t("videos.delete_text", { count: video.comment_count })}
      </ConfirmDialog>
    </div>
  );
}
