import { embedCode, type FrameSize } from "#web/lib/embed-code.ts";
import { element } from "../element.ts";
import type { Frame } from "../frame.ts";
import { copyRow, field } from "./copy-row.ts";
import type { LinkPart } from "./qr.ts";
import type { SharingKey, Words } from "./words.ts";

interface Size extends FrameSize {
  readonly label: SharingKey;
}

const sizes: readonly Size[] = [
  { label: "link.size_small", width: "560", height: "315" },
  { label: "link.size_medium", width: "800", height: "450" },
  { label: "link.size_large", width: "1120", height: "630" },
  { label: "link.size_wide", width: "100%", height: "600" },
];
const medium = 1;
/** Pixels across the page that the hint is drawn of, and down as far as it is shown. */
const page = { width: 1200, height: 760 };

/** Code that shows the visit within another page. */
export function embedSection(frame: Frame, words: Words): LinkPart {
  const { tour, speaker } = frame;
  const code = field("viewer-share-code");
  let link = "";
  let size = sizes[medium];
  const box = element("span", { class: "share-hint-box" });
  const said = element("span", { class: "share-hint-said", dir: "ltr" });
  const renew = () => {
    if (size === undefined) return;
    code.value = embedCode(link, tour.visit.get().name, size);
    const { width, height } = size;
    box.style.inlineSize = width.endsWith("%") ? width : `${(Number(width) / page.width) * 100}%`;
    box.style.blockSize = `${(Number(height) / page.height) * 100}%`;
    said.textContent = `${width} × ${height}`;
  };
  const choices = sizes.map((one, at) => {
    const radio = element("input", {
      type: "radio",
      name: "viewer-share-size",
      checked: at === medium,
      onchange: () => {
        size = one;
        renew();
      },
    });
    return element("label", { class: "share-choice" }, radio, element("span", {}, words.say(one.label)));
  });
  const details = element(
    "details",
    { class: "share-part" },
    element("summary", {}, speaker.say("share.embed")),
    element(
      "fieldset",
      { class: "share-choices" },
      element("legend", { class: "field-label" }, words.say("link.size")),
      ...choices,
    ),
    element(
      "div",
      { class: "share-hint", role: "img", "aria-label": words.say("link.preview") },
      element("span", { class: "share-hint-page" }, box),
      said,
    ),
    copyRow(frame, code, speaker.say("share.embed_code"), speaker.say("share.copy_code")),
  );
  return {
    element: details,
    renew(next) {
      link = next;
      renew();
    },
  };
}
