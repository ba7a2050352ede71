import { call } from "#web/lib/client.ts";
import { countViews as count } from "#web/lib/count-views.ts";
import { watch } from "#web/lib/store.ts";
import { translate } from "#web/lib/words-on-screen.ts";
import type { Frame } from "../frame.ts";

/** Counts this view, and shows the number of views beside the title. */
export function countViews(frame: Frame): void {
  const { tour, signal } = frame;
  const codeNow = () => tour.visit.get().code;
  const counter = count(
    {
      begin: () =>
        call("POST /api/viewer-count/log-visit", { body: { visit_code: codeNow() } }, { toast: false }),
      beat: (session, duration_seconds, isLast) => {
        const id_room = tour.room.get()?.id;
        const body = {
          visit_code: codeNow(),
          session,
          duration_seconds,
          ...(id_room !== undefined && { id_room }),
        };
        const options = { toast: false, keepalive: isLast };
        return call("PUT /api/viewer-count/update-activity", { body }, options);
      },
    },
    countBesideTitle(frame),
    signal,
  );
  // Another date of the same spot belongs to another visit.
  let code = codeNow();
  watch(tour.visit, signal, (visit) => {
    if (visit.code === code) return;
    code = visit.code;
    counter.restart();
  });
  let room = tour.room.get()?.id;
  watch(tour.room, signal, (next) => {
    if (next?.id === room) return;
    room = next?.id;
    counter.beat();
  });
}

/** A small figure after project and date; nothing until it is known. */
function countBesideTitle({ views, speaker, signal }: Frame): (count: number) => void {
  const show = async (count: number) => {
    // Its texts belong to sharing, and nothing else should wait for them.
    const { addSharingTexts } = await import("#web/shell/sharing/share-texts.ts");
    await addSharingTexts(speaker.language);
    if (!signal.aborted) views.set({ count, text: translate.get()("sharing.views.count", { count }) });
  };
  return (count) => void show(count).catch(() => undefined);
}
