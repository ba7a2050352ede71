import "./share.css";
import type { Share } from "#contract/access-logs.ts";
import { whoOpens } from "#web/lib/share-rules.ts";
import { element } from "../element.ts";
import { type Frame, roomName } from "../frame.ts";
import { openDialog } from "../parts/dialog.ts";
import { shareAddress, shareTargets } from "../parts/share-targets.ts";
import { pointKey } from "../point-key.ts";
import { copyRow, field, isCopyOffered } from "./copy-row.ts";
import { embedSection } from "./embed.ts";
import { qrSection } from "./qr.ts";
import { rulesSection } from "./rules.ts";
import { type Words, wordsOf } from "./words.ts";

/** The link to what is seen, the ways to send it, and for who may: who can open it. */
export function openShare(frame: Frame): void {
  const { tour, speaker, settings } = frame;
  const words = wordsOf(speaker.language);
  const exact = element("input", { type: "checkbox", class: "check-box", checked: true });
  const link = field("viewer-share-link");
  const ways = element("div", { class: "share-ways" });
  const text = element("p", { class: "dialog-text" }, speaker.say("share.text"));
  const qr = qrSection(words, tour.visit.get().name);
  const embed = embedSection(frame, words);
  const renew = () => {
    link.value = linkTo(frame, exact.checked);
    ways.replaceChildren(...wayButtons(frame, link.value));
    qr.renew(link.value);
    embed.renew(link.value);
  };
  exact.addEventListener("change", renew);
  renew();
  openDialog(
    frame,
    speaker.say("share.title"),
    text,
    copyRow(frame, link, speaker.say("share.link"), speaker.say("share.copy")),
    element("label", { class: "check", hidden: !tour.panorama }, exact, speaker.say("share.exact")),
    ways,
    element(
      "div",
      { class: "share-parts" },
      qr.element,
      // Code that nobody may copy is of no use.
      ...(isCopyOffered(settings) ? [embed.element] : []),
      ...rulesSection(frame, words, (share) => {
        text.textContent = opensText(frame, words, share);
      }),
    ),
  );
  link.focus();
}

function opensText({ speaker }: Frame, words: Words, share: Share): string {
  const opens = whoOpens(share);
  const isEnding = share.expires_at !== null && (opens === "opens_link" || opens === "opens_password");
  const until = isEnding
    ? [words.say("link.opens_until", { date: speaker.date(share.expires_at ?? "") })]
    : [];
  return [words.say(`link.${opens}`), ...until].join(" ");
}

/** The address of the room; exactly, with the view and the point that is open in it. */
function linkTo({ tour }: Frame, isExact: boolean): string {
  const link = tour.link(isExact);
  const point = isExact ? tour.opened.get() : null;
  if (point === null) return link;
  const url = new URL(link);
  if (url.pathname.split("/").length === 4) url.pathname += `/${pointKey(point)}`;
  return url.href;
}

function wayButtons(frame: Frame, url: string): HTMLElement[] {
  const { tour, speaker, settings } = frame;
  const room = tour.room.get();
  const visit = tour.visit.get().name;
  const text = room ? speaker.say("share.message", { visit, room: roomName(frame, room) }) : visit;
  const links = shareTargets(settings.share_providers).map((target) =>
    element(
      "a",
      {
        class: "share-way",
        href: shareAddress(target, { url, text }),
        target: "_blank",
        rel: "noopener noreferrer",
      },
      speaker.say(`share.by.${target}`),
    ),
  );
  // The system's own sheet hands it on to anything, as copying does.
  if (!("share" in navigator) || !isCopyOffered(settings)) return links;
  const send = () => {
    // Turning back from the system's sheet is no failure.
    navigator.share({ title: visit, text, url }).catch(() => undefined);
  };
  return [
    ...links,
    element("button", { type: "button", class: "share-way", onclick: send }, speaker.say("share.more")),
  ];
}
