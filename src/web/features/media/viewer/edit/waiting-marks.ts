import { waitingActs } from "#web/lib/outbox/waiting.ts";
import { recall, storageKeys } from "#web/lib/storage.ts";
import { watch } from "#web/lib/store.ts";
import { translate } from "#web/lib/words-on-screen.ts";
import { lastSent, outbox } from "#web/shell/outbox/outbox.ts";
import { newSnag } from "#web/shell/outbox/snag-acts.ts";
import type { Frame } from "../frame.ts";
import { fetchTexts } from "../more-texts.ts";
import { setWaitingMarks, waitingMark } from "./marks.ts";

/** Sends what this user pinned without a connection, and marks it in the picture until it has arrived. */
export async function showWaitingSnags({ tour, speaker, signal }: Frame): Promise<void> {
  const user = JSON.parse(recall(storageKeys.user) ?? "null") as { readonly id?: number } | null;
  if (typeof user?.id !== "number") return;
  await fetchTexts(speaker, "offline");
  if (signal.aborted) return;
  await outbox.start(user.id);
  const show = () => {
    const room = tour.room.get()?.id;
    const text = translate.get()("offline.waiting.states.waiting");
    setWaitingMarks(
      tour,
      waitingActs.get().flatMap(({ kind, guid, payload }) => {
        if (kind !== newSnag.kind || !newSnag.isPayload(payload)) return [];
        const { at } = payload;
        if (!("id_visit" in at) || at.id_room !== room) return [];
        return at.yaw === undefined || at.pitch === undefined
          ? []
          : [waitingMark({ yaw: at.yaw, pitch: at.pitch, guid, text })];
      }),
    );
  };
  watch(waitingActs, signal, show);
  watch(tour.room, signal, show);
  watch(lastSent, signal, (sent) => {
    if (sent?.kind === "snag" || sent?.kind === "snag_photo") void tour.refresh();
  });
}
