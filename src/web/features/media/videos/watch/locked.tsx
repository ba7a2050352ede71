import { useMutation, useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import type { Video } from "#contract/videos.ts";
import { ApiError, call, quiet } from "#web/lib/client.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { PasswordField } from "#web/ui/password-field.tsx";
import { videoKeys } from "../videos.queries.ts";

/** Replaces a video whose password has to be entered first; editors are not asked. */
export function Locked({ video }: { video: Video }) {
  const t = useText();
  const client = useQueryClient();
  const [password, setPassword] = useState("");
  const unlock = useMutation({
    mutationFn: () =>
      call(
        "POST /api/three60videos/{id}/verify-password",
        { params: { id: video.code }, body: { password } },
        quiet,
      ),
    onSuccess: (opened) => client.setQueryData(videoKeys.player(video.code, video.status), opened),
  });
  const isWordless =
    unlock.error instanceof ApiError && unlock.error.code === "UNKNOWN" && unlock.error.message === "";
  return (
    <div
      data-theme="dark"
      className="absolute inset-0 flex items-center justify-center overflow-y-auto bg-canvas p-6 text-ink"
    >
      <form
        noValidate
        className="flex w-80 max-w-full flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (password !== "" && !unlock.isPending) unlock.mutate();
        }}
      >
        <div className="flex flex-col gap-1">
          <Icon of={KeyRound} size="lg" className="text-ink-muted" />
          <h2 className="text-lg font-strong">{t("videos.locked_title")}</h2>
          <p className="text-ink-muted">{t("videos.locked_text")}</p>
        </div>
        <PasswordField
          label={t("videos.password")}
          value={password}
          onChange={(value) => {
            setPassword(value);
            unlock.reset();
          }}
          autoComplete="off"
          error={
            unlock.error === null
              ? undefined
              : isWordless
                ? t("errors.failed.password_verify")
                : errorText(unlock.error, t)
          }
        />
        <Button type="submit" variant="primary" isPending={unlock.isPending} isDisabled={password === ""}>
          {t("videos.unlock")}
        </Button>
      </form>
    </div>
  );
}
