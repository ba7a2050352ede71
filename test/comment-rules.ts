/** Wording that a comment or the name of a test may not use, and its replacement. */
interface Rule {
  readonly not: RegExp;
  readonly better: string;
}

/** Whole words, in either case. */
const words = (source: string, better: string): Rule => ({
  not: new RegExp(String.raw`(?<![\w-])(?:${source})(?![\w-])`, "iu"),
  better,
});

/** Stricter than the rules of screen texts about people, looser about words that code uses (`picture`, `place`). */
const rules: readonly Rule[] = [
  words(
    "nobody|somebody|whoever|who else|anybody|everybody",
    "the caller, a user, a viewer, no one, everyone",
  ),
  words("he|him|his|himself|she|her|hers|herself", "they, their"),
  words("wish(?:es|ed|ing)?", "request, idempotency key"),
  words("mend(?:s|ed|ing)?", "fix, resolve"),
  words("films?", "video, time-lapse"),
  words("told|tells?|telling", "notify, report, return"),
  words("(?:take|takes|taken|took|taking) (?:it |them |this )?along", "download, export"),
  words("look(?:s|ed|ing)? (?:at|in on)|sightings?", "view, check, read"),
  words("the doors?", "sign-in pages"),
  words("this place|the place(?! of)", "platform, location, position"),
  words("custody sheets?|evidence papers?", "chain-of-custody report"),
  words("good no more|no more good|in the making|made ready|to and fro", "plain words"),
  words(
    "stands (?:here|there|in it)|lies (?:here|there)|or not any more|not any more|the way of",
    "plain words",
  ),
  { not: /^(?:Who|What|That which) (?!.*\?$)[a-z]/su, better: "the subject first, not a relative clause" },
];

/** Quoted text and names of code, which are left out. */
const quoted = /`[^`]*`|"[^"]*"|“[^”]*”|\{@link[^}]*\}/gu;
const directive = /^(?:biome-ignore|oxlint-disable|@vitest)/u;

/** The faults of a comment or a title, each as `found → better`. */
export function faultsInComment(text: string): string[] {
  if (directive.test(text)) return [];
  const prose = text.replaceAll(quoted, "x");
  return rules.flatMap(({ not, better }) => {
    const found = not.exec(prose);
    return found ? [`${found[0].trim()} → ${better}`] : [];
  });
}

/** Comments that fill whole lines; lines of one comment are joined. */
export function commentsIn(source: string): string[] {
  const found: string[] = [];
  let open: string[] | undefined;
  let isBlock = false;
  const close = () => {
    if (open !== undefined) found.push(open.join(" ").trim());
    open = undefined;
    isBlock = false;
  };
  for (const line of source.split("\n")) {
    const text = line.trim();
    if (isBlock || /^\{?\/\*/u.test(text)) {
      if (!isBlock) close();
      isBlock = true;
      open = [
        ...(open ?? []),
        text
          .replace(/^(?:\{?\/\*\*?|\*(?!\/))/u, "")
          .replace(/\*\/\}?.*$/u, "")
          .trim(),
      ];
      if (text.includes("*/")) close();
    } else if (text.startsWith("//")) open = [...(open ?? []), text.slice(2).trim()];
    else close();
  }
  close();
  return found;
}

const title =
  /(?:\b(?:test|it|describe|journey|both|each|property)(?:\.\w+)*|\))\(\s*("(?:[^"\\\n]|\\.)*"|`(?:[^`\\\n]|\\.)*`)\s*,/gu;

/** Names of tests and their groups. */
export const titlesIn = (source: string): string[] =>
  [...source.matchAll(title)].map(([, literal = ""]) =>
    literal.slice(1, -1).replaceAll(/\$\{[^}]*\}/gu, "x"),
  );
