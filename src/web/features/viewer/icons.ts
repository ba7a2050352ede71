interface Icon {
  /** Strokes on a field of 24 by 24. */
  readonly path: string;
  /** Points along the line of reading, so it is mirrored in Arabic. */
  readonly turns?: true;
}

const drawn = {
  previous: { path: "M14.5 5.5 8 12l6.5 6.5", turns: true },
  next: { path: "M9.5 5.5 16 12l-6.5 6.5", turns: true },
  rooms: { path: "M4 5h6v6H4zM14 5h6v6h-6zM4 15h6v4H4zM14 15h6v4h-6z" },
  plus: { path: "M12 5.5v13M5.5 12h13" },
  minus: { path: "M5.5 12h13" },
  expand: { path: "M9 4.5H4.5V9M15 4.5h4.5V9M9 19.5H4.5V15M15 19.5h4.5V15" },
  shrink: { path: "M4.5 9H9V4.5M19.5 9H15V4.5M4.5 15H9v4.5M19.5 15H15v4.5" },
  share: { path: "M12 15V4M8 7.5 12 3.5l4 4M6.5 11H5v9h14v-9h-1.5" },
  help: {
    path: "M9.2 9.2a2.8 2.8 0 1 1 4.1 2.5c-.9.5-1.3 1-1.3 2M12 17.2v.1M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17",
  },
  close: { path: "m6 6 12 12M18 6 6 18" },
  copy: { path: "M9 9h11v11H9zM15 9V4H4v11h5" },
  check: { path: "m5 12.5 4.5 4.5L19 7.5" },
  open: { path: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6", turns: true },
  walk: { path: "m5 15.5 7-7 7 7" },
  offline: {
    path: "M4 4l16 16M5 12.5a10 10 0 0 1 4-2.4M19 12.5a10 10 0 0 0-5.4-2.8M8.5 16a5 5 0 0 1 5.6-1M12 19.5v.1",
  },
  warning: { path: "M12 4 2.8 19.5h18.4zM12 10v4.5M12 17v.1" },
  email: { path: "M3.5 6h17v12h-17zM4 6.5l8 6.5 8-6.5" },
  eye: {
    path: "M2.5 12s3.6-6.5 9.5-6.5 9.5 6.5 9.5 6.5-3.6 6.5-9.5 6.5S2.5 12 2.5 12M12 9.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6",
  },
  rotate: { path: "M20 12a8 3.4 0 1 1-3-2.7M20 6.5v3.8h-3.8" },
  device: { path: "M8 4.5h8v15H8zM11 17h2M4.5 9.5v5M19.5 9.5v5" },
  headset: { path: "M3.5 8.5h17v8.5h-5.2l-1.8-2.5h-3L8.7 17H3.5zM6 8.5V6.5h12v2" },
  camera: { path: "M3.5 7.5h4l1.5-2.5h6l1.5 2.5h4v11.5h-17zM12 10a3.2 3.2 0 1 1 0 6.4 3.2 3.2 0 0 1 0-6.4" },
  move: {
    path: "M12 4v16M4 12h16M9.5 6.5 12 4l2.5 2.5M9.5 17.5 12 20l2.5-2.5M6.5 9.5 4 12l2.5 2.5M17.5 9.5 20 12l-2.5 2.5",
  },
  arrow: { path: "M5 19 18.5 5.5M9.5 5.5h9v9" },
  circle: { path: "M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16" },
  box: { path: "M4.5 5.5h15v13h-15z" },
  text: { path: "M5 7V5h14v2M12 5v14M9.5 19h5" },
  blur: { path: "M5 5h4v4H5zM15 5h4v4h-4zM10 10h4v4h-4zM5 15h4v4H5zM15 15h4v4h-4z" },
  undo: { path: "M8.5 5 4 9.5 8.5 14M4.5 9.5H14a5 5 0 0 1 0 10h-3", turns: true },
  redo: { path: "M15.5 5 20 9.5 15.5 14M19.5 9.5H10a5 5 0 0 0 0 10h3", turns: true },
  bin: { path: "M4.5 7h15M9.5 7V4.5h5V7M6.5 7l1 12.5h9L17.5 7M10 10.5v6M14 10.5v6" },
  download: { path: "M12 4v11M7.5 11l4.5 4.5 4.5-4.5M5 19.5h14" },
  info: { path: "M12 10.5V17M12 7v.1M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17" },
  photo: { path: "M4 5h16v14H4zM4.5 16l4.5-5 4 4.2 2.5-2.4 4 3.7M15.5 9v.1" },
  play: { path: "M8.5 6v12l10-6z" },
  link: {
    path: "M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1.2 1.2M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1.2-1.2",
  },
  pencil: { path: "M5 19l.8-3.8L16.5 4.5l3 3L8.8 18.2zM14 7l3 3" },
  pin: { path: "M12 21s6.5-6 6.5-11a6.5 6.5 0 0 0-13 0c0 5 6.5 11 6.5 11M12 7v3.5M12 13v.1" },
  north: { path: "m12 3.5 5.5 16-5.5-3.8-5.5 3.8z" },
  dates: { path: "M4.5 6h15v13.5h-15zM4.5 10h15M8.5 3.5V7M15.5 3.5V7M9 14.5l2.2 2.2 4-4" },
  search: { path: "M10.5 4.5a6 6 0 1 1 0 12 6 6 0 0 1 0-12M15 15l5 5" },
  compare: { path: "M12 3.5v17M9.5 6H4v12h5.5M14.5 6H20v12h-5.5" },
  split: { path: "M4 5h16v14H4zM12 5v14" },
  wipe: { path: "M12 3.5v17M9 9.5 6.5 12 9 14.5M15 9.5l2.5 2.5-2.5 2.5" },
  fade: {
    path: "M9.5 6.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11M14.5 6.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11",
  },
  lock: { path: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3" },
  unlock: { path: "M6 11h12v9H6zM8.5 11V7.5a3.5 3.5 0 0 1 6.8-1.2" },
  plan: { path: "M4 4.5h16v15H4zM4 12.5h5M12.5 12.5H20M12.5 4.5v5M12.5 12.5v7" },
  down: { path: "m6 9.5 6 6 6-6" },
  people: {
    path: "M9 5a3.2 3.2 0 1 1 0 6.4A3.2 3.2 0 0 1 9 5M3 19.5c0-3.4 2.7-5.5 6-5.5s6 2.1 6 5.5M15.5 5.3a3.2 3.2 0 0 1 0 5.8M17 14.3c2.4.6 4 2.5 4 5.2",
  },
  microphone: {
    path: "M12 3.5a2.8 2.8 0 0 1 2.8 2.8v5a2.8 2.8 0 0 1-5.6 0v-5A2.8 2.8 0 0 1 12 3.5M6 11a6 6 0 0 0 12 0M12 17v3.5",
  },
  muted: {
    path: "M9.2 6.3a2.8 2.8 0 0 1 5.6 0v5q0 .5-.2 1M9.2 9.5v1.8a2.8 2.8 0 0 0 3.3 2.7M6 11a6 6 0 0 0 9 5.2M18 11a6 6 0 0 1-.6 2.6M12 17v3.5M4 4l16 16",
  },
  pointer: { path: "M12 4v4M12 16v4M4 12h4M16 12h4M12 9.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5" },
  more: { path: "M5.5 12v.1M12 12v.1M18.5 12v.1" },
} as const satisfies Record<string, Icon>;

export type IconName = keyof typeof drawn;
export const icons: Readonly<Record<IconName, Icon>> = drawn;
