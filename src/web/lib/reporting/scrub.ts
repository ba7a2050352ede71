/** Path segments followed by a value that grants access or names a person. */
const opening = new Set([
  "viewer",
  "activate",
  "user",
  "code",
  "media",
  "recover",
  "reset-password",
  "setup",
  "setup-password",
]);

const address = /(https?:\/\/[^\s/"'<>()]+)?(\/[^\s"'<>(),;]*)/g;
const mail = /[^\s@"'<>()/:,;]+@[^\s@"'<>()/:,;]+\.[a-z]{2,}/gi;

/** Removes the secrets of URLs in a text: no query, no fragment, no token, share code or signature, no email address. */
export function scrubText(text: string): string {
  return text
    .replaceAll(address, (_, origin: string | undefined, path: string) => (origin ?? "") + scrubPath(path))
    .replaceAll(mail, "*@*");
}

/** Reduces a path to words and numbers; names of our scripts stay whole, including positions in them. */
function scrubPath(path: string): string {
  const [bare = ""] = path.split(/[?#]/);
  if (bare.startsWith("/assets/")) return bare;
  let isOpen = false;
  return bare
    .split("/")
    .map((part) => {
      if (part === "") return part;
      if (isOpen || !/^(?:[a-z][a-z_-]{0,30}|\d{1,12}|[{:$][\w$-]+\}?)$/i.test(part)) return "*";
      isOpen = opening.has(part);
      return part;
    })
    .join("/");
}

/** Scrubs every string within a value. Keys stay as they are. */
export function scrub<T>(value: T): T {
  return scrubAny(value) as T;
}

function scrubAny(value: unknown): unknown {
  if (typeof value === "string") return scrubText(value);
  if (Array.isArray(value)) return value.map(scrubAny);
  if (value === null || typeof value !== "object") return value;
  if (ArrayBuffer.isView(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, scrubAny(inner)]));
}
