import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useMemo } from "react";
import type { Snag } from "#contract/snags.ts";
import { type VoiceNote, voiceLimits } from "#contract/voice-notes.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useText } from "#web/lib/use-text.ts";
import { projectNameOf } from "#web/shell/projects/projects.queries.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { NoteItem } from "./note-item.tsx";
import { RecorderCard } from "./recorder-card.tsx";
import { diaryOwner, snagOwner, type VoiceOwner } from "./voice-owner.ts";
import type { DiaryVoiceProps } from "./voice-parts.tsx";

/** Milliseconds between two looks for a transcript that was requested. */
const LOOK_AGAIN = 4000;
const nothing = () => Promise.resolve();

function useNotes(owner: VoiceOwner, isWanted = true) {
  return useQuery({
    queryKey: owner.queryKey,
    queryFn: ({ signal }) => owner.list(signal),
    enabled: isWanted,
    refetchInterval: ({ state }) =>
      state.data?.some(({ transcript }) => transcript.state === "waiting") === true ? LOOK_AGAIN : false,
  });
}

/** The voice notes of a snag, and a recorder for users who may comment on it. */
export function SnagVoice({ snag }: { snag: Snag }) {
  const t = useText();
  const owner = useMemo(() => snagOwner(snag), [snag]);
  const notes = useNotes(owner);
  const mayAdd = snag.can["comment"] === true;
  if (!mayAdd && (notes.data === undefined || notes.data.length === 0)) return null;
  return (
    <section aria-labelledby="snag-voice" className="flex flex-col gap-3">
      <h3 id="snag-voice" className="text-sm font-strong">
        {t("voice_notes.title")}
      </h3>
      <Notes owner={owner} query={notes} before={nothing}>
        <p className="text-sm text-ink-muted">{t("voice_notes.none")}</p>
      </Notes>
      {mayAdd && <Adding owner={owner} count={notes.data?.length ?? 0} before={nothing} />}
    </section>
  );
}

/** The voice notes of an entry of the site diary, and a recorder in the user's own draft. */
export function DiaryVoice({ project, day, entry, mode, save }: DiaryVoiceProps) {
  const t = useText();
  const client = useQueryClient();
  const owner = useMemo(
    () => diaryOwner(project, day, projectNameOf(client, project)),
    [client, project, day],
  );
  const notes = useNotes(owner, entry !== undefined);
  const own = notes.data?.filter(({ id_entry }) => id_entry === entry) ?? [];
  if (mode !== "draft" && own.length === 0 && !notes.isError) return null;
  const list = (
    <Notes owner={owner} query={{ ...notes, data: own }} before={save} isClosed={mode === "closed"}>
      {null}
    </Notes>
  );
  if (mode !== "draft")
    return (
      <section aria-label={t("voice_notes.title")} className="mt-4 flex flex-col gap-3">
        <h3 className="text-sm text-ink-muted">{t("voice_notes.title")}</h3>
        {list}
      </section>
    );
  return (
    <Card title={t("voice_notes.title")}>
      <div className="flex flex-col gap-3">
        {list}
        <Adding owner={owner} count={own.length} before={save} />
      </div>
    </Card>
  );
}

interface NotesProps {
  owner: VoiceOwner;
  query: Pick<ReturnType<typeof useNotes>, "data" | "isPending" | "error" | "refetch" | "fetchStatus">;
  before: () => Promise<void>;
  isClosed?: boolean;
  /** Instead of an empty list. */
  children: ReactNode;
}

function Notes({ owner, query, before, isClosed = false, children }: NotesProps) {
  const t = useText();
  const { data, error } = query;
  if (error !== null && (data === undefined || data.length === 0))
    return (
      <p role="alert" className="flex flex-col items-start gap-2 text-sm text-ink-muted">
        {errorText(error, t)}
        <Button size="sm" onPress={() => void query.refetch()}>
          {t("common.retry")}
        </Button>
      </p>
    );
  if (data === undefined) return <Skeleton className="h-14 w-full" />;
  if (data.length === 0) return children;
  return (
    <ul className="flex flex-col gap-4">
      {data.map((note: VoiceNote) => (
        <NoteItem key={note.id} note={note} {...{ owner, before, isClosed }} />
      ))}
    </ul>
  );
}

function Adding({ owner, count, before }: { owner: VoiceOwner; count: number; before: () => Promise<void> }) {
  const t = useText();
  return count >= voiceLimits.notes ? (
    <p className="text-sm text-ink-muted">{t("voice_notes.full", { n: voiceLimits.notes })}</p>
  ) : (
    <RecorderCard owner={owner} before={before} />
  );
}
