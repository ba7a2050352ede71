/** The product's colours in its light theme, for print. */
export const ink = {
  strong: "#191e27",
  muted: "#515761",
  faint: "#666c75",
  line: "#dde0e4",
  sunken: "#eef0f3",
  accent: "#1f6fd0",
  bad: "#b71920",
  ok: "#07602f",
} as const;
