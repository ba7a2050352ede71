import { ArrowLeft, Mic, MicOff, SwitchCamera } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { Channel } from "#contract/live.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Link } from "#web/ui/link.tsx";
import { Menu, MenuItem } from "#web/ui/menu.tsx";
import { clock } from "../channel/clock.ts";
import { GoLiveNote } from "./go-live-note.tsx";
import { useBroadcast } from "./use-broadcast.ts";

/** The picture to the edges, one large button in reach of the thumb. Covers the rest of the application. */
export function GoLive({ channel }: { channel: Channel }) {
  const t = useText();
  const broadcast = useBroadcast(channel);
  const [isAsking, setIsAsking] = useState(false);
  const { stage, isSending } = broadcast;
  const isReady = stage.kind === "ready" || stage.kind === "refused";
  useNothingElse();
  return createPortal(
    <main
      data-theme="dark"
      aria-label={t("live.golive.title", { name: channel.name })}
      className="fixed inset-0 z-40 flex flex-col bg-black text-white"
    >
      <Picture stream={broadcast.stream} isOver={stage.kind === "over"} />
      <TopLine channel={channel} broadcast={broadcast} />
      <div className="relative flex flex-1 items-center justify-center p-6">
        <GoLiveNote channel={channel} broadcast={broadcast} />
      </div>
      <div className="relative flex items-center justify-center gap-8 bg-gradient-to-t from-black/80 to-transparent px-6 pt-10 pb-[max(2rem,env(safe-area-inset-bottom))]">
        <Microphone broadcast={broadcast} />
        <button
          type="button"
          disabled={!isReady && !isSending}
          onClick={() => (isSending ? setIsAsking(true) : void broadcast.begin())}
          className="group flex flex-col items-center gap-2 rounded-lg text-sm outline-offset-4 disabled:opacity-40"
        >
          <span className="flex size-18 items-center justify-center rounded-full ring-4 ring-white">
            <span
              className={cx(
                "bg-bad transition-all motion-reduce:transition-none",
                isSending ? "size-7 rounded-md" : "size-14 rounded-full",
              )}
            />
          </span>
          {t(isSending ? "live.golive.end" : "live.golive.begin")}
        </button>
        <Cameras broadcast={broadcast} />
      </div>
      <ConfirmDialog
        title={t("live.golive.end_title")}
        confirmLabel={t("live.golive.end")}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false);
          void broadcast.end();
        }}
        isDestructive
        isPending={broadcast.isEnding}
      >
        {t("live.golive.end_text")}
      </ConfirmDialog>
    </main>,
    document.body,
  );
}

type Broadcast = ReturnType<typeof useBroadcast>;

/** Content below this picture is neither read out nor reached by keys while it is shown. */
function useNothingElse(): void {
  useEffect(() => {
    const application = document.getElementById("root");
    application?.setAttribute("inert", "");
    return () => application?.removeAttribute("inert");
  }, []);
}

/** The camera's picture; that of a front camera is mirrored here, and sent unmirrored. */
function Picture({ stream, isOver }: { stream: MediaStream | null; isOver: boolean }) {
  const video = useRef<HTMLVideoElement>(null);
  const isFront = stream?.getVideoTracks()[0]?.getSettings().facingMode === "user";
  useEffect(() => {
    if (video.current !== null) video.current.srcObject = stream;
  }, [stream]);
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- what this camera sees now
    <video
      ref={video}
      muted
      autoPlay
      playsInline
      className={cx(
        "absolute inset-0 size-full object-contain",
        isFront && "-scale-x-100",
        isOver && "opacity-20",
      )}
    />
  );
}

function TopLine({ channel, broadcast }: { channel: Channel; broadcast: Broadcast }) {
  const t = useText();
  const format = useFormat();
  const { stage, onAirSince, figures } = broadcast;
  const isOnAir = stage.kind === "sending" && stage.state.kind === "on_air";
  return (
    <div className="relative flex items-start gap-3 bg-gradient-to-b from-black/80 to-transparent px-3 pt-[max(0.75rem,env(safe-area-inset-top))] pb-10">
      <Link
        look="plain"
        href={`/editchannel/${channel.id}`}
        aria-label={t("live.golive.back")}
        className="flex size-11 shrink-0 items-center justify-center rounded-full hover:bg-white/15"
      >
        <Icon of={ArrowLeft} className="rtl:-scale-x-100" />
      </Link>
      <div className="min-w-0 flex-1 pt-1">
        <h1 className="own-direction truncate font-strong">{channel.name}</h1>
        <p className="own-direction truncate text-sm text-white/75 tabular-nums">
          {isOnAir && figures !== null && figures.width > 0
            ? t("live.golive.sending", {
                rate: format.number(figures.bitrate / 1e6, { maximumFractionDigits: 1 }),
                width: figures.width,
                height: figures.height,
              })
            : channel.project}
        </p>
      </div>
      {onAirSince !== null && stage.kind === "sending" && (
        <div className="flex items-center gap-2 pt-1">
          {isOnAir && (
            <span className="rounded-sm bg-bad px-2 py-0.5 text-sm font-strong text-white">
              {t("live.golive.on_air")}
            </span>
          )}
          <Elapsed since={onAirSince} />
        </div>
      )}
    </div>
  );
}

function Elapsed({ since }: { since: number }) {
  const t = useText();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <span role="timer" aria-label={t("live.golive.time")} className="tabular-nums">
      <bdi>{clock((now - since) / 1000)}</bdi>
    </span>
  );
}

const round = "size-12 rounded-full bg-white/15 text-white hover:bg-white/25";

function Microphone({ broadcast: { hasSound, isMuted, mute } }: { broadcast: Broadcast }) {
  const t = useText();
  if (!hasSound) return <span className="size-12" />;
  return (
    <IconButton
      icon={isMuted ? MicOff : Mic}
      label={t(isMuted ? "live.golive.unmute" : "live.golive.mute")}
      onPress={() => mute(!isMuted)}
      className={cx(round, isMuted && "bg-white text-black")}
    />
  );
}

function Cameras({ broadcast: { cameras, stream, change } }: { broadcast: Broadcast }) {
  const t = useText();
  if (cameras.length < 2) return <span className="size-12" />;
  const now = stream?.getVideoTracks()[0]?.getSettings().deviceId ?? "";
  const at = cameras.findIndex(({ deviceId }) => deviceId === now);
  const next = cameras[(at + 1) % cameras.length];
  if (cameras.length === 2)
    return (
      <IconButton
        icon={SwitchCamera}
        label={t("live.golive.switch")}
        onPress={() => next !== undefined && void change(next.deviceId)}
        className={round}
      />
    );
  return (
    <Menu
      label={t("live.golive.camera")}
      placement="top end"
      selected={now}
      trigger={<IconButton icon={SwitchCamera} label={t("live.golive.camera")} className={round} />}
    >
      {cameras.map(({ deviceId, label }, index) => (
        <MenuItem
          key={deviceId}
          id={deviceId}
          label={label === "" ? t("live.golive.other_camera", { n: index + 1 }) : label}
          onAction={() => void change(deviceId)}
        />
      ))}
    </Menu>
  );
}
