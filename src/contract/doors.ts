/**
 * Paths of the sign-in pages. These addresses are pages of their own, so the server and the browser must agree on them;
 * this file imports nothing.
 */
export const doorPaths = [
  "/login",
  "/register",
  "/recover",
  "/2fa",
  "/activate",
  "/setup-password",
  "/setup",
] as const;
export type DoorPath = (typeof doorPaths)[number];

/**
 * Visible to everyone. A guest gets them as separate pages like the sign-in pages; a signed-in user sees them inside
 * the application.
 */
export const publicPaths = ["/", "/licences", "/showcase", "/user"] as const;
export type PublicPath = (typeof publicPaths)[number];

/** These paths may be followed by a token. */
export const doorsWithToken: readonly DoorPath[] = ["/activate"];

/** Aliases in common use, and the path of each. */
const aliases: Readonly<Record<string, string>> = {
  "/home": "/",
  "/forgot-password": "/recover",
  "/reset-password": "/recover",
};

/** The canonical path of a requested one: without a trailing slash, aliases resolved. */
export function properPath(path: string): string {
  const bare = path.length > 1 ? path.replace(/\/+$/, "") || "/" : path;
  return aliases[bare] ?? bare;
}

/** The sign-in page at a canonical path; undefined for everything inside the application. */
export function doorPathOf(path: string): DoorPath | undefined {
  return doorPaths.find(
    (door) => path === door || (doorsWithToken.includes(door) && path.startsWith(`${door}/`)),
  );
}

/** The public page at a canonical path, by the part before its code if there is one. */
export function publicPathOf(path: string): PublicPath | undefined {
  return publicPaths.find((page) =>
    page === "/" || page === "/licences" ? path === page : path.startsWith(`${page}/`),
  );
}

/** The code in such a path; empty if there is none. */
export const codeOf = (path: string): string => path.split("/")[2] ?? "";
