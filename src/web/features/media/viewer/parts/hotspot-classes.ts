/** Button of a link: an arrow flat on the floor, its name upright beneath. */
export const wayClass =
  "group/point flex cursor-default flex-col items-center gap-0.5 rounded-lg px-2.5 py-1.5 perspective-[260px] hover:z-1 focus-visible:z-1";

export const discClass =
  "grid size-15 [rotate:x_var(--tilt,52deg)] place-items-center rounded-full border-3 border-white/95 bg-black/45 text-white shadow-pin transition-[background-color,scale] group-hover/point:scale-108 group-hover/point:bg-accent group-focus-visible/point:scale-108 group-focus-visible/point:bg-accent in-data-editing:group-data-proposed/point:border-dashed [&>svg]:size-8.5 [&>svg]:stroke-[2.5]";

/** Names appear on hover or focus; touch has neither, so they stay visible. */
export const nameClass =
  "max-w-48 truncate rounded-full bg-glass px-2.5 pt-0.5 pb-[3px] text-xs font-strong text-white mouse:opacity-0 mouse:transition-opacity mouse:group-hover/point:opacity-100 mouse:group-focus-visible/point:opacity-100 mouse:group-data-chosen/point:opacity-100 mouse:group-data-open/point:opacity-100";
