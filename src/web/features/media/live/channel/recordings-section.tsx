import { Clapperboard, Download, Film, Play, Trash2 } from "lucide-react";
import { useState } from "react";
import { limits } from "#contract/limits.ts";
import type { Channel, Recording } from "#contract/live.ts";
import { comma } from "#web/lib/comma.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useFormat } from "#web/lib/format.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { DeleteDialog } from "#web/shell/delete/delete-dialog.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { buttonClass } from "#web/ui/button-style.ts";
import { Chip } from "#web/ui/chip.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Link } from "#web/ui/link.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { useDeleteRecording, useMakeVideo, useRecordings } from "../live.queries.ts";
import { clock } from "./clock.ts";

type Asked = { readonly what: "play" | "make" | "delete"; readonly recording: Recording };

/** Recordings of the channel's broadcasts, newest first. */
export function RecordingsSection({ channel }: { channel: Channel }) {
  const t = useText();
  const recordings = useRecordings(channel.id);
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  return (
    <section aria-labelledby="channel-recordings">
      <h2 id="channel-recordings" className="mb-3 text-lg font-strong">
        {t("live.recordings.title")}
      </h2>
      {recordings.isPending ? (
        <Skeleton className="h-16" />
      ) : recordings.isError ? (
        <Banner
          tone="bad"
          action={
            <Button size="sm" onPress={() => void recordings.refetch()}>
              {t("common.retry")}
            </Button>
          }
        >
          {t("live.recordings.failed")}
        </Banner>
      ) : recordings.data.items.length === 0 ? (
        <p className="text-ink-muted">
          {t(channel.record ? "live.recordings.none_on" : "live.recordings.none")}
        </p>
      ) : (
        <ul className="flex flex-col divide-y divide-line rounded-lg bg-surface ring-1 ring-line">
          {recordings.data.items.map((recording) => (
            <Row
              key={recording.id}
              recording={recording}
              mayEdit={channel.can["edit"] === true}
              onAsk={(what) => setAsked({ what, recording })}
            />
          ))}
        </ul>
      )}
      {asked?.what === "play" && <PlayRecording recording={asked.recording} onClose={close} />}
      {asked?.what === "make" && <MakeVideo channel={channel} recording={asked.recording} onClose={close} />}
      {asked?.what === "delete" && (
        <DeleteRecording channel={channel} recording={asked.recording} onClose={close} />
      )}
    </section>
  );
}

function Row({
  recording,
  mayEdit,
  onAsk,
}: {
  recording: Recording;
  mayEdit: boolean;
  onAsk: (what: Asked["what"]) => void;
}) {
  const t = useText();
  const format = useFormat();
  const { url, is_open, id_video } = recording;
  const date = format.date(recording.started_at, "moment");
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-44 flex-1">
        <time dateTime={recording.started_at} className="font-strong tabular-nums">
          {date}
        </time>
        <p className="text-sm text-ink-muted tabular-nums">
          <bdi>{clock(recording.seconds)}</bdi>
          {recording.bytes > 0 && <> · {format.bytes(recording.bytes)}</>}
          {recording.width > 0 && (
            <>
              {" · "}
              <bdi>{`${recording.width}×${recording.height}`}</bdi>
            </>
          )}
        </p>
      </div>
      {is_open && (
        <Chip tone="bad" hasDot>
          {t("live.recordings.open")}
        </Chip>
      )}
      {!is_open && url === null && <Chip tone="info">{t("live.recordings.preparing")}</Chip>}
      <div className="flex flex-wrap items-center gap-1">
        {url !== null && (
          <>
            <IconButton
              icon={Play}
              label={t("live.recordings.play_named", { date })}
              onPress={() => onAsk("play")}
            />
            <a
              href={url}
              download={`${recording.started_at.slice(0, 16).replaceAll(":", "-")}.mp4`}
              aria-label={t("live.recordings.download_named", { date })}
              className={buttonClass({ variant: "quiet" })}
            >
              <Icon of={Download} size="sm" />
            </a>
          </>
        )}
        {id_video !== null ? (
          <Link href={`/editvideo/${id_video}`} look={{ variant: "secondary", size: "sm" }}>
            <Icon of={Clapperboard} size="sm" />
            {t("live.recordings.open_video")}
          </Link>
        ) : (
          mayEdit &&
          url !== null && (
            <Button
              size="sm"
              icon={Film}
              aria-label={t("live.recordings.make_named", { date })}
              onPress={() => onAsk("make")}
            >
              {t("live.recordings.make")}
            </Button>
          )
        )}
        {mayEdit && !is_open && (
          <IconButton
            icon={Trash2}
            label={t("live.recordings.delete_named", { date })}
            onPress={() => onAsk("delete")}
          />
        )}
      </div>
    </li>
  );
}

function PlayRecording({ recording, onClose }: { recording: Recording; onClose: () => void }) {
  const t = useText();
  const format = useFormat();
  return (
    <Modal
      title={t("live.recordings.of", { date: format.date(recording.started_at, "moment") })}
      isOpen
      onClose={onClose}
      size="xl"
    >
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- pictures of a site as they came, nobody has written captions */}
      <video
        src={recording.url ?? ""}
        controls
        autoPlay
        playsInline
        className="max-h-[70dvh] w-full rounded-md bg-black"
      />
    </Modal>
  );
}

function MakeVideo({
  channel,
  recording,
  onClose,
}: {
  channel: Channel;
  recording: Recording;
  onClose: () => void;
}) {
  const t = useText();
  const format = useFormat();
  const make = useMakeVideo(channel.id);
  const [title, setTitle] = useState(
    `${channel.name}${comma()}${format.date(recording.started_at, "date")}`.slice(0, limits.video.title),
  );

  async function submit(): Promise<void> {
    try {
      await make.mutateAsync({ recordingId: recording.id, title });
      showToast({ tone: "ok", title: t("live.recordings.made") }, limits.toast.form);
      onClose();
    } catch {
      // Shown in the dialog: most messages are about the picture, and worth reading.
    }
  }

  return (
    <Modal
      title={t("live.recordings.make_title")}
      isOpen
      onClose={onClose}
      size="sm"
      isDismissable={!make.isPending}
      footer={
        <>
          <Button onPress={onClose} isDisabled={make.isPending}>
            {t("common.cancel")}
          </Button>
          <Button
            variant="primary"
            isPending={make.isPending}
            isDisabled={title.trim() === ""}
            onPress={() => void submit()}
          >
            {t("live.recordings.make_action")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-ink-muted">{t("live.recordings.make_text", { project: channel.project })}</p>
        {make.isError && <Banner tone="bad">{errorText(make.error, t)}</Banner>}
        <TextField
          label={t("live.recordings.make_name")}
          value={title}
          onChange={setTitle}
          maxLength={limits.video.title}
          isRequired
        />
      </div>
    </Modal>
  );
}

function DeleteRecording({
  channel,
  recording,
  onClose,
}: {
  channel: Channel;
  recording: Recording;
  onClose: () => void;
}) {
  const t = useText();
  const format = useFormat();
  const remove = useDeleteRecording(channel.id);
  return (
    <DeleteDialog
      title={t("live.recordings.delete_title", { date: format.date(recording.started_at, "moment") })}
      confirmLabel={t("live.recordings.delete")}
      done={t("live.recordings.deleted")}
      onClose={onClose}
      onDelete={() => remove.mutateAsync(recording.id)}
    >
      {t("live.recordings.delete_text")}
    </DeleteDialog>
  );
}
