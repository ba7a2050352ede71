const drawn = {
  play: "M8.5 5.5v13l10.5-6.5z",
  pause: "M8.5 6v12M15.5 6v12",
  again: "M5.5 12a6.5 6.5 0 1 0 2.2-4.9M5 5v4h4",
  sound: "M4.5 9.5v5h3.2l4.3 3.8V5.7L7.7 9.5zM15.5 9.2a4 4 0 0 1 0 5.6M17.8 6.8a7.4 7.4 0 0 1 0 10.4",
  mute: "M4.5 9.5v5h3.2l4.3 3.8V5.7L7.7 9.5zM16 9.8l4.4 4.4M20.4 9.8 16 14.2",
  loop: "M6.5 17.5H15a4.5 4.5 0 0 0 4.5-4.5M17.5 6.5H9A4.5 4.5 0 0 0 4.5 11M8.5 20.5l-3-3 3-3M15.5 9.5l3-3-3-3",
  expand: "M9 4.5H4.5V9M15 4.5h4.5V9M9 19.5H4.5V15M15 19.5h4.5V15",
  shrink: "M4.5 9H9V4.5M19.5 9H15V4.5M4.5 15H9v4.5M19.5 15H15v4.5",
  help: "M9.2 9.2a2.8 2.8 0 1 1 4.1 2.5c-.9.5-1.3 1-1.3 2M12 17.2v.1M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17",
  close: "m6 6 12 12M18 6 6 18",
  warning: "M12 4 2.8 19.5h18.4zM12 10v4.5M12 17v.1",
  offline:
    "M4 4l16 16M5 12.5a10 10 0 0 1 4-2.4M19 12.5a10 10 0 0 0-5.4-2.8M8.5 16a5 5 0 0 1 5.6-1M12 19.5v.1",
  share: "M12 15V4M8 7.5 12 3.5l4 4M6.5 11H5v9h14v-9h-1.5",
  open: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
  comment: "M4.5 5h15v11H12l-4.5 3.5V16h-3z",
  device: "M8 4.5h8v15H8zM11 17h2M4.5 9.5v5M19.5 9.5v5",
  sphere: "M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16M4 12h16M12 4c-5 5-5 11 0 16M12 4c5 5 5 11 0 16",
  flat: "M4 6.5h16v11H4z",
  camera: "M4 7.5h11v9H4zM15 11l5-3v8l-5-3",
} as const;

export type PlayerIcon = keyof typeof drawn;

const svgSpace = "http://www.w3.org/2000/svg";

/** An icon of 20 px that says nothing to a screen reader. */
export function playerIcon(name: PlayerIcon): SVGSVGElement {
  const svg = document.createElementNS(svgSpace, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", `player-icon player-icon-${name}`);
  const line = document.createElementNS(svgSpace, "path");
  line.setAttribute("d", drawn[name]);
  svg.append(line);
  return svg;
}
