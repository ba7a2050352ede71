const shown = [
  "add-visit",
  "camera-wall",
  "edit-sheet",
  "progress",
  "schedule-chart",
  "snags-board",
  "tool-trello",
  "tour-share",
  "tour-snag",
  "tour-split",
  "tour-viewer",
  "video",
];

/**
 * File names of the pictures that documents show, the only ones kept in docs/screens: the repository would otherwise
 * grow by 14 MB with every visual change. At most 25, at most 4 MB together.
 */
export const documentPictures: readonly string[] = shown.flatMap((name) =>
  ["ar", "en"].map((language) => `${name}-${language}-1280.webp`),
);
