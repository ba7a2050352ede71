import { type FrameInput, framePage, shellTexts } from "./frame-page.ts";
import { type Html, html } from "./html.ts";

/** The pages whose text is a setting. */
export const textPages = { "/terms": "terms", "/privacy": "privacy" } as const;
export type TextPagePath = keyof typeof textPages;
export const isTextPage = (path: string): path is TextPagePath => Object.hasOwn(textPages, path);

/** Terms and privacy as an administrator wrote them. */
export function textPage(
  input: Omit<FrameInput, "title" | "content" | "path"> & {
    readonly path: TextPagePath;
    readonly text: string;
  },
): string {
  const { path, text, lang } = input;
  const title = shellTexts[lang].footer[textPages[path]];
  // The text may have its own heading; a second one would be redundant.
  const hasOwn = /^\s*# /.test(text);
  const content = html`${hasOwn ? null : html`<h1>${title}</h1>`}${written(text)}`;
  return framePage({ ...input, title, content });
}

/**
 * Plain text as people write it: an empty line ends a paragraph, `# ` starts the page's heading, `## ` one below it, `-
 * ` an entry of a list. Each part runs in the direction of its own letters.
 */
export function written(text: string): Html[] {
  return text
    .replaceAll("\r\n", "\n")
    .split(/\n\s*\n|\n(?=#{1,3} )|(?<=^#{1,3} [^\n]*)\n/m)
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map(block);
}

function block(part: string): Html {
  const [, marks, words = ""] = /^(#{1,3}) ([^\n]+)$/.exec(part) ?? [];
  if (marks === "#") return html`<h1 dir="auto">${words}</h1>`;
  if (marks !== undefined) return html`<h2 dir="auto">${words}</h2>`;
  const lines = part.split("\n");
  if (lines.every((line) => /^\s*[-*•] /.test(line)))
    return html`<ul dir="auto">${lines.map((line) => html`<li dir="auto">${linked(line.replace(/^\s*[-*•] /, ""))}</li>`)}</ul>`;
  return html`<p dir="auto">${lines.flatMap((line, index) => (index === 0 ? linked(line) : [html`<br />`, ...linked(line)]))}</p>`;
}

/** Turns addresses into links; everything else is text. */
function linked(line: string): Html[] {
  return line
    .split(/(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]])/)
    .map((part, index) =>
      index % 2 === 1 ? html`<a href="${part}" rel="noopener nofollow">${part}</a>` : html`${part}`,
    );
}
