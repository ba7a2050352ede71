import type { Comment } from "#contract/comments.ts";
import { call } from "#web/lib/client.ts";
import { element } from "#web/lib/element.ts";
import { clock } from "#web/player/clock.ts";
import { iconControl } from "#web/player/control.ts";
import type { FilmPlayer } from "#web/player/film/film-types.ts";
import type { PlayerSpeaker } from "#web/player/words.ts";

/** What was said of a film stands on its time line and in its picture, to be read. Who may not read it sees nothing. */
export async function showComments(
  player: FilmPlayer,
  code: string,
  speaker: PlayerSpeaker,
  life: AbortSignal,
): Promise<void> {
  const input = { params: { id: code }, query: { per_page: 100, sort: "time" as const } };
  const found = await call("GET /api/three60videos/{id}/comments", input, {
    toast: false,
    signal: life,
  }).catch(() => null);
  if (found === null || life.aborted) return;
  const beginnings = found.items.filter(({ id_parent }) => id_parent === null);
  const labelOf = ({ seconds, text, author }: Comment) =>
    author === null
      ? speaker.say("comments.pin", { at: clock(seconds), text })
      : speaker.say("comments.pin_by", { at: clock(seconds), text, author: author.name });
  player.setPins(
    beginnings.map((comment) => ({
      id: comment.id,
      seconds: comment.seconds,
      yaw: comment.yaw,
      pitch: comment.pitch,
      label: labelOf(comment),
      isResolved: comment.is_resolved,
    })),
  );
  // Stands there before anything is said in it: only then is what comes told to who listens.
  const place = element("div", { role: "status" });
  player.element.append(place);
  player.on("pin", ({ id }) => {
    const comment = beginnings.find((one) => one.id === id);
    place.replaceChildren(...(comment ? [commentCard(comment, speaker, () => place.replaceChildren())] : []));
  });
  player.on("state", (state) => {
    if (state === "playing") place.replaceChildren();
  });
}

function commentCard(comment: Comment, speaker: PlayerSpeaker, close: () => void): HTMLElement {
  const { say } = speaker;
  return element(
    "article",
    { class: "player-comment" },
    element(
      "div",
      { class: "player-comment-head" },
      element("strong", { dir: "auto" }, comment.author?.name ?? say("comments.someone")),
      element("span", { dir: "ltr" }, clock(comment.seconds)),
      comment.is_resolved && element("span", {}, say("comments.resolved")),
      iconControl("close", say("close"), close),
    ),
    element("p", { class: "player-comment-text", dir: "auto" }, comment.text),
    comment.replies > 0 &&
      element("p", { class: "player-said" }, speaker.count("comments.replies", comment.replies)),
  );
}
