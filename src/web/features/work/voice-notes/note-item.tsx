import { useQueryClient } from "@tanstack/react-query";
import { Download, Trash2 } from "lucide-react";
import type { VoiceNote } from "#contract/voice-notes.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useFormat } from "#web/lib/format.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { AudioPlayer, clockText } from "#web/ui/audio-player.tsx";
import { iconButtonClass } from "#web/ui/bare-icon-button.tsx";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { useAudioWords } from "./audio-words.ts";
import { Transcript } from "./transcript.tsx";
import type { VoiceOwner } from "./voice-owner.ts";

/** Milliseconds in which a deletion can be undone. */
const UNDO = 10_000;

export interface NoteItemProps {
  note: VoiceNote;
  owner: VoiceOwner;
  /** Runs before the note changes anything beside itself. */
  before: () => Promise<void>;
  /** Of a closed diary entry: its text changes by a correction only. */
  isClosed: boolean;
}

/** One voice note: player, author, download, deletion, transcript. */
export function NoteItem({ note, owner, before, isClosed }: NoteItemProps) {
  const t = useText();
  const format = useFormat();
  const words = useAudioWords();
  const client = useQueryClient();
  const name = note.author?.name || t("voice_notes.somebody");
  const refresh = () => {
    for (const queryKey of [owner.queryKey, ...owner.follows]) void client.invalidateQueries({ queryKey });
  };

  async function restore(): Promise<void> {
    try {
      await owner.restore(note.id);
      showToast({ tone: "ok", title: t("voice_notes.restored") });
    } catch (error) {
      showToast({ tone: "bad", title: t("voice_notes.not_restored"), text: errorText(error, t) });
    } finally {
      refresh();
    }
  }
  async function remove(): Promise<void> {
    try {
      await owner.remove(note.id);
      const action = { label: t("common.undo"), onAction: () => void restore() };
      showToast({ tone: "ok", title: t("voice_notes.deleted"), action }, UNDO);
    } catch (error) {
      showToast({ tone: "bad", title: t("voice_notes.not_deleted"), text: errorText(error, t) });
    } finally {
      refresh();
    }
  }

  const ending = note.type === "audio/webm" ? "weba" : "m4a";
  return (
    <li className="flex flex-col gap-1">
      <p className="flex items-center gap-2 text-xs text-ink-muted">
        <bdi className="truncate text-sm font-strong text-ink">{name}</bdi>
        <time dateTime={note.created_at} title={format.date(note.created_at, "moment")} className="shrink-0">
          {format.ago(note.created_at)}
        </time>
      </p>
      <AudioPlayer
        src={note.url}
        seconds={note.seconds}
        label={t("voice_notes.by", { name, length: clockText(note.seconds) })}
        words={words}
      >
        <a
          href={note.url}
          download={`voice-${note.id}.${ending}`}
          aria-label={t("voice_notes.download", { name })}
          title={t("voice_notes.download", { name })}
          className={cx(iconButtonClass, "size-9 touch:size-11 print:hidden")}
        >
          <Icon of={Download} size="md" />
        </a>
        {note.can["delete"] === true && (
          <IconButton
            icon={Trash2}
            label={t("voice_notes.delete", { name })}
            onPress={() => void remove()}
            className="touch:size-11 print:hidden"
          />
        )}
      </AudioPlayer>
      <Transcript {...{ note, owner, before, isClosed }} onChanged={refresh} />
    </li>
  );
}
