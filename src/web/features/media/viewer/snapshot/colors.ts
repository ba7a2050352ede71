/** Drawing colours: visible on any picture, and the same in every theme, since they become part of the picture. */
export const colors = {
  red: "#e5322d",
  yellow: "#ffc629",
  green: "#2fb344",
  blue: "#2f7cf6",
  white: "#ffffff",
} as const;

export type Color = keyof typeof colors;
