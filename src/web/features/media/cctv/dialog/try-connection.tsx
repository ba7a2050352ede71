import { useMutation } from "@tanstack/react-query";
import { CircleAlert, CircleCheck, PlugZap } from "lucide-react";
import type { ReactNode } from "react";
import type { Camera } from "#contract/cctv.ts";
import { call, type Output, quiet } from "#web/lib/client.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useFormat } from "#web/lib/format.ts";
import { useUser } from "#web/lib/session.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { softTone } from "#web/ui/tone.ts";
import { problemText } from "../camera-looks.ts";
import { addressProblem, type CameraDraft } from "./camera-draft.ts";

interface TryConnectionProps {
  draft: CameraDraft;
  project: number | null;
  camera: Camera | null;
}

/** Requests a picture from the address before anything is saved, and shows the result or the reason. */
export function TryConnection({ draft, project, camera }: TryConnectionProps) {
  const t = useText();
  const { hls_url, username, password } = draft;
  const asked = [hls_url, username, password].join("\n");
  const attempt = useMutation<Output<"POST /api/cctv-cameras/try">, Error, string>({
    mutationFn: () =>
      call(
        "POST /api/cctv-cameras/try",
        {
          body: {
            id_project: project ?? 0,
            ...(camera !== null && { id_camera: camera.id }),
            hls_url: hls_url.trim(),
            username,
            password,
          },
        },
        quiet,
      ),
  });
  // The result applies to the tested values, not to later input.
  const isCurrent = attempt.variables === asked;
  const isReady = project !== null && addressProblem(hls_url) === null;
  return (
    <div className="flex flex-col gap-3">
      <Button
        icon={PlugZap}
        isDisabled={!isReady}
        isPending={attempt.isPending}
        onPress={() => attempt.mutate(asked)}
        className="w-fit"
      >
        {t(attempt.isPending ? "cctv.form.trying" : "cctv.form.try")}
      </Button>
      <div aria-live="polite">
        {isCurrent && attempt.isSuccess && <Found found={attempt.data} />}
        {isCurrent && attempt.isError && (
          <Answer isOk={false} title={t("cctv.form.try_failed")}>
            {errorText(attempt.error, t)}
          </Answer>
        )}
      </div>
    </div>
  );
}

function Found({ found }: { found: Output<"POST /api/cctv-cameras/try"> }) {
  const t = useText();
  const format = useFormat();
  const { is_ok, problem, width, height, codec, milliseconds } = found;
  const seconds = format.number(milliseconds / 1000, { maximumFractionDigits: 1 });
  if (!is_ok)
    return (
      <Answer isOk={false} title={problemText(problem, t) ?? t("cctv.form.try_failed")}>
        <Hint problem={problem} />
      </Answer>
    );
  return (
    <Answer isOk title={t("cctv.form.try_ok")}>
      {width === null || height === null
        ? t("cctv.form.try_found_plain", { seconds })
        : t("cctv.form.try_found", { width, height, codec: codecName(codec), seconds })}
    </Answer>
  );
}

/** Suggested remedy. */
function Hint({ problem }: { problem: string | null }) {
  const t = useText();
  const user = useUser();
  if (problem === "CAMERA_FORBIDDEN")
    return user?.can.administer === true ? (
      <>
        {t("cctv.form.hint_private", {
          group: t("settings.groups.access"),
          setting: t("settings.labels.camera_networks"),
        })}{" "}
        {/* In a new tab: the input here stays. */}
        <a href="/settings?group=access" target="_blank" rel="noreferrer" className="font-strong underline">
          {t("cctv.form.hint_private_link")}
        </a>
      </>
    ) : (
      t("cctv.form.hint_private_ask")
    );
  if (problem === "CAMERA_REFUSES") return t("cctv.form.hint_refuses");
  if (problem === "CAMERA_NO_STREAM") return t("cctv.form.hint_no_stream");
  if (problem === "CAMERA_CODEC") return t("cctv.form.hint_codec");
  return t(problem === "CAMERA_UNREADABLE" ? "cctv.form.hint_unreadable" : "cctv.form.hint_silent");
}

function Answer({ isOk, title, children }: { isOk: boolean; title: string; children: ReactNode }) {
  return (
    <div className={cx("flex gap-2.5 rounded-md px-3 py-2.5 text-sm", isOk ? softTone.ok : softTone.warn)}>
      <Icon of={isOk ? CircleCheck : CircleAlert} className="mt-px" />
      <div className="min-w-0">
        <p className="font-strong">{title}</p>
        <p className="tabular-nums">{children}</p>
      </div>
    </div>
  );
}

/** A browser's name `avc1.42c00b` is H.264 in the menus of cameras. */
function codecName(codec: string | null): string {
  if (codec === null || codec.startsWith("avc")) return "H.264";
  return /^h(?:vc|ev)/.test(codec) ? "H.265" : codec;
}
