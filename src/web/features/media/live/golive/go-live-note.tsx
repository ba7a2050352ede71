import type { ReactNode } from "react";
import type { Channel } from "#contract/live.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Link } from "#web/ui/link.tsx";
import type { useBroadcast } from "./use-broadcast.ts";

interface NoteProps {
  channel: Channel;
  broadcast: Pick<ReturnType<typeof useBroadcast>, "stage" | "retry" | "begin" | "figures">;
}

const titles = {
  insecure: "live.golive.no_codecs_title",
  no_codecs: "live.golive.no_codecs_title",
  refused: "live.golive.refused_title",
  no_camera: "live.golive.no_camera_title",
  busy: "live.golive.no_camera_title",
} as const;

/** Messages over the picture: nothing while all is well. */
export function GoLiveNote({ channel, broadcast: { stage, retry, begin, figures } }: NoteProps) {
  const t = useText();
  const back = (
    <Link href={`/editchannel/${channel.id}`} look={{ variant: "secondary" }}>
      {t("live.golive.back")}
    </Link>
  );
  if (channel.can["operate"] !== true && stage.kind !== "sending")
    return <Note title={t("live.golive.denied_title")} text={t("live.golive.denied")} action={back} />;
  switch (stage.kind) {
    case "preparing":
      return <Line>{t("live.golive.preparing")}</Line>;
    case "no_camera":
      return (
        <Note
          title={t(titles[stage.problem])}
          text={t(`live.golive.${stage.problem}`)}
          action={
            <>
              <Button variant="primary" onPress={retry}>
                {t("live.golive.try_again")}
              </Button>
              {back}
            </>
          }
        />
      );
    case "ready":
      return <Line>{t("live.golive.ready")}</Line>;
    case "starting":
      return <Line>{t("live.golive.connecting")}</Line>;
    case "refused":
      return (
        <Note
          title={t("errors.failed.channel_start")}
          text={errorText(stage.error, t)}
          action={
            <Button variant="primary" onPress={() => void begin()}>
              {t("live.golive.try_again")}
            </Button>
          }
        />
      );
    case "over":
      return <Note title={t("live.golive.ended")} action={back} />;
    case "sending":
      if (stage.state.kind === "ended")
        return (
          <Note
            title={t("live.golive.ended")}
            text={t(`live.golive.${stage.state.why}`)}
            action={
              <>
                <Button variant="primary" onPress={retry}>
                  {t("live.golive.try_again")}
                </Button>
                {back}
              </>
            }
          />
        );
      if (stage.state.kind === "connecting") return <Line>{t("live.golive.connecting")}</Line>;
      if (stage.state.kind === "again") return <Line isUrgent>{t("live.golive.again")}</Line>;
      return figures?.isReduced === true ? <Line isUrgent>{t("live.golive.slow")}</Line> : null;
  }
}

function Line({ children, isUrgent = false }: { children: ReactNode; isUrgent?: boolean }) {
  return (
    <output
      className={`mt-auto rounded-full px-4 py-2 text-center text-sm ${isUrgent ? "bg-warn text-black" : "bg-black/60 text-white"}`}
    >
      {children}
    </output>
  );
}

function Note({ title, text, action }: { title: string; text?: string; action: ReactNode }) {
  return (
    <div
      role="alert"
      className="flex max-w-sm flex-col items-center gap-3 rounded-lg bg-black/80 p-6 text-center"
    >
      <p className="font-strong">{title}</p>
      {text !== undefined && <p className="text-sm text-white/80">{text}</p>}
      <div className="mt-2 flex flex-wrap justify-center gap-2">{action}</div>
    </div>
  );
}
