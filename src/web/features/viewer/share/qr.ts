import { drawQr, type QrDrawing, qrPng, qrSvg, quietZone, saveFile } from "#web/lib/qr-drawing.ts";
import { element } from "../element.ts";
import type { Words } from "./words.ts";

/** A part of the dialog that follows the link. */
export interface LinkPart {
  readonly element: HTMLElement;
  renew(link: string): void;
}

const space = "http://www.w3.org/2000/svg";

/** The link as a QR code, to be photographed or saved for a notice board. */
export function qrSection(words: Words, name: string): LinkPart {
  const svg = document.createElementNS(space, "svg");
  const path = document.createElementNS(space, "path");
  svg.setAttribute("class", "share-qr");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", words.say("link.qr_of"));
  svg.append(path);
  let wanted = "";
  let drawn: QrDrawing | undefined;
  const draw = async () => {
    const text = wanted;
    const drawing = await drawQr(text);
    if (text !== wanted) return;
    drawn = drawing;
    const side = drawing.size + 2 * quietZone;
    svg.setAttribute("viewBox", `${-quietZone} ${-quietZone} ${side} ${side}`);
    path.setAttribute("d", drawing.path);
  };
  const file = fileName(name);
  const saveSvg = () => {
    if (drawn) saveFile(new Blob([qrSvg(drawn)], { type: "image/svg+xml" }), `${file}.svg`);
  };
  const savePng = async () => {
    const png = drawn && (await qrPng(drawn));
    if (png) saveFile(png, `${file}.png`);
  };
  const details = element(
    "details",
    { class: "share-part", ontoggle: () => details.open && void draw() },
    element("summary", {}, words.say("link.qr")),
    element(
      "div",
      { class: "share-qr-row" },
      svg,
      element(
        "div",
        { class: "share-qr-side" },
        element("p", {}, words.say("link.qr_text")),
        quietButton(words.say("link.download_png"), () => void savePng()),
        quietButton(words.say("link.download_svg"), saveSvg),
      ),
    ),
  );
  return {
    element: details,
    renew(link) {
      wanted = link;
      // Drawn when somebody looks at it: the maker of codes is 10 KB.
      if (details.open) void draw();
    },
  };
}

export const quietButton = (label: string, press: () => void): HTMLButtonElement =>
  element("button", { type: "button", class: "share-way", onclick: press }, label);

/** What every system takes as the name of a file. */
function fileName(name: string): string {
  const kept = name
    .normalize("NFC")
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-+|-+$/g, "");
  return kept === "" ? "qr" : `qr-${kept.slice(0, 60)}`;
}
