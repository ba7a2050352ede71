/**
 * Where somebody stands before he is let in. These addresses are pages of their own, so the server and the browser
 * must agree on them; this file imports nothing.
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

/** Everybody's to see. To a guest they are doors as well; who is signed in has them inside the application. */
export const publicPaths = ["/", "/licences", "/showcase", "/user"] as const;
export type PublicPath = (typeof publicPaths)[number];

/** After its own path a token may stand. */
export const doorsWithToken: readonly DoorPath[] = ["/activate"];

/** Addresses that people know from elsewhere, and what each means. */
const aliases: Readonly<Record<string, string>> = {
  "/home": "/",
  "/forgot-password": "/recover",
  "/reset-password": "/recover",
};

/** The address to open for one that was asked for: without a slash at its end, and by its own name. */
export function properPath(path: string): string {
  const bare = path.length > 1 ? path.replace(/\/+$/, "") || "/" : path;
  return aliases[bare] ?? bare;
}

/** The door that a proper path leads to; undefined for everything inside. */
export function doorPathOf(path: string): DoorPath | undefined {
  return doorPaths.find(
    (door) => path === door || (doorsWithToken.includes(door) && path.startsWith(`${door}/`)),
  );
}

/** The public page that a proper path leads to, by what comes before its code where it has one. */
export function publicPathOf(path: string): PublicPath | undefined {
  return publicPaths.find((page) =>
    page === "/" || page === "/licences" ? path === page : path.startsWith(`${page}/`),
  );
}

/** The code in such a path; empty where there is none. */
export const codeOf = (path: string): string => path.split("/")[2] ?? "";
