import { element, icon } from "../element.ts";
import { type Frame, roomName } from "../frame.ts";
import { openDialog } from "./dialog.ts";
import { shareAddress, shareTargets } from "./share-targets.ts";

/** The link to what is seen, and the ways to send it. */
export function openShareDialog(frame: Frame): void {
  const { tour, speaker, settings } = frame;
  const exact = element("input", { type: "checkbox", class: "check-box", checked: true });
  const link = field("viewer-share-link", "");
  const code = field("viewer-share-code", "");
  const ways = element("div", { class: "share-ways" });
  const embed = element(
    "details",
    { class: "share-embed" },
    element("summary", {}, speaker.say("share.embed")),
    copyRow(frame, code, speaker.say("share.embed_code"), speaker.say("share.copy_code")),
  );
  const renew = () => {
    link.value = tour.link(exact.checked);
    code.value = embedCode(link.value, tour.visit.get().name);
    ways.replaceChildren(...wayButtons(frame, link.value));
  };
  exact.addEventListener("change", renew);
  renew();
  openDialog(
    frame,
    speaker.say("share.title"),
    element("p", { class: "dialog-text" }, speaker.say("share.text")),
    copyRow(frame, link, speaker.say("share.link"), speaker.say("share.copy")),
    element("label", { class: "check", hidden: !tour.panorama }, exact, speaker.say("share.exact")),
    ways,
    // Code that nobody may copy is of no use.
    ...(isCopyOffered(settings) ? [embed] : []),
  );
  link.focus();
}

const isCopyOffered = ({ share_providers }: Frame["settings"]): boolean => share_providers.includes("copy");

/** Ready to stand in another page; what people wrote is escaped. */
export function embedCode(url: string, name: string): string {
  const frame = document.createElement("iframe");
  frame.src = url;
  frame.title = name;
  frame.width = "800";
  frame.height = "450";
  frame.setAttribute("style", "border:0");
  frame.allow = "fullscreen";
  frame.loading = "lazy";
  return frame.outerHTML;
}

function field(id: string, value: string): HTMLInputElement {
  const input = element("input", { class: "field", id, readonly: true, dir: "ltr", value });
  input.addEventListener("focus", () => {
    input.select();
    // A long address shows its beginning; the browser scrolls to the end of what is selected.
    requestAnimationFrame(() => {
      input.scrollLeft = 0;
    });
  });
  return input;
}

function copyRow(
  { speaker, settings }: Frame,
  input: HTMLInputElement,
  label: string,
  action: string,
): HTMLElement {
  const words = element("span", {}, action);
  const mark = element("span", { class: "share-mark" }, icon("copy"));
  const said = element("p", { class: "share-said", role: "status" });
  const copy = async () => {
    const isCopied = await copyText(input);
    words.textContent = isCopied ? speaker.say("share.copied") : action;
    mark.replaceChildren(icon(isCopied ? "check" : "copy"));
    said.textContent = isCopied ? "" : speaker.say("share.copy_failed");
    setTimeout(() => {
      words.textContent = action;
      mark.replaceChildren(icon("copy"));
    }, 2500);
  };
  const button = element(
    "button",
    { type: "button", class: "button", onclick: () => void copy() },
    mark,
    words,
  );
  return element(
    "div",
    { class: "share-copy" },
    element("label", { class: "field-label", for: input.id }, label),
    element("div", { class: "share-row" }, input, isCopyOffered(settings) && button),
    said,
  );
}

/** Plain-http sites and embedding pages may be refused the clipboard; the old way still works in most of them. */
async function copyText(input: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(input.value);
    return true;
  } catch {
    input.select();
    return document.execCommand("copy");
  }
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
