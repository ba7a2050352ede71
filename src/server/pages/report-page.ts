import { type Html, html } from "./html.ts";

/** One photo of a pair, with its date. */
interface PageSide {
  readonly caption: string;
  /** Address of the picture; null once the photo was removed. */
  readonly picture: string | null;
  /** Opens the exact view; null for a visit that needs an account. */
  readonly link: string | null;
}

/** A report as text, in the language of the page. */
export interface ReportPageContent {
  readonly title: string;
  readonly subtitle: string;
  readonly changes: string;
  readonly sentences: readonly string[];
  readonly pairs: readonly { readonly name: string; readonly before: PageSide; readonly after: PageSide }[];
  readonly sections: readonly {
    readonly heading: string;
    readonly facts: readonly (readonly [name: string, value: string])[];
  }[];
  readonly note: string;
  readonly canAsk: boolean;
  readonly isSubscribed: boolean;
  readonly words: ReportPageWords;
}

export interface ReportPageWords {
  readonly pdf: string;
  readonly views: string;
  readonly removed: string;
  readonly open_view: string;
  readonly question_title: string;
  readonly question_text: string;
  readonly question: string;
  readonly send: string;
  readonly sent: string;
  readonly limit: string;
  readonly empty: string;
  readonly valid: string;
  readonly unsubscribe: string;
  readonly unsubscribed: string;
}

/** Outcome of a question that was just sent. */
export type Asked = "sent" | "limit" | "empty" | null;

/** The report for a person without an account: everything but the count of views works without a script. */
export function reportContent(
  report: ReportPageContent,
  {
    path,
    lang,
    asked,
    longest,
  }: { readonly path: string; readonly lang: string; readonly asked: Asked; readonly longest: number },
): Html {
  const { words, sections, sentences, pairs } = report;
  const list =
    sentences.length === 0
      ? null
      : html`<section><h2>${report.changes}</h2><ul>${sentences.map((sentence) => html`<li>${sentence}</li>`)}</ul></section>`;
  const photos =
    pairs.length === 0
      ? null
      : html`<section><h2>${words.views}</h2>${pairs.map((pair) => pairHtml(pair, words))}</section>`;
  return html`<h1 dir="auto">${report.title}</h1>
        <p class="when">${report.subtitle}</p>
        <p class="acts"><a class="act" href="/api/owner-reports/${path.slice("/report/".length)}/pdf?lang=${lang}">${words.pdf}</a></p>
        ${list}
        ${photos}
        ${sections.map(({ heading, facts }) => html`<section><h2>${heading}</h2><dl>${facts.map(([name, value]) => html`<div><dt><bdi>${name}</bdi></dt><dd>${value}</dd></div>`)}</dl></section>`)}
        ${report.canAsk ? questionForm(words, { path, lang, asked, longest }) : null}
        <footer><p>${report.note}</p><p>${words.valid}</p>${stopForm(report, path, lang)}</footer>
        ${look}
        <script src="/report/count.js" defer></script>`;
}

function pairHtml({ name, before, after }: ReportPageContent["pairs"][number], words: ReportPageWords): Html {
  const side = ({ caption, picture, link }: PageSide) => {
    const shown =
      picture === null
        ? html`<span class="gone">${words.removed}</span>`
        : html`<img src="${picture}" alt="${`${name}, ${caption}`}" width="720" height="405" loading="lazy" />`;
    const opened =
      link === null || picture === null
        ? shown
        : html`<a href="${link}" title="${words.open_view}">${shown}</a>`;
    return html`<figure>${opened}<figcaption>${caption}</figcaption></figure>`;
  };
  return html`<h3><bdi>${name}</bdi></h3><div class="pair">${side(before)}${side(after)}</div>`;
}

function questionForm(
  words: ReportPageWords,
  {
    path,
    lang,
    asked,
    longest,
  }: { readonly path: string; readonly lang: string; readonly asked: Asked; readonly longest: number },
): Html {
  const said = asked === null ? "" : words[asked];
  const invalid = asked === "empty" ? html` aria-invalid="true"` : html``;
  return html`<section id="question">
          <h2>${words.question_title}</h2>
          <p role="status" class="said" data-asked="${asked ?? ""}">${said}</p>
          <form method="post" action="${path}/question?lang=${lang}">
            <label for="text">${words.question}</label>
            <textarea id="text" name="text" rows="4" maxlength="${longest}" dir="auto" required aria-describedby="hint"${invalid}></textarea>
            <p id="hint" class="hint">${words.question_text}</p>
            <button class="act" type="submit">${words.send}</button>
          </form>
        </section>`;
}

function stopForm({ isSubscribed, words }: ReportPageContent, path: string, lang: string): Html {
  if (!isSubscribed) return html`<p role="status">${words.unsubscribed}</p>`;
  return html`<form method="post" action="${path}/unsubscribe?lang=${lang}"><button class="plain" type="submit">${words.unsubscribe}</button></form>`;
}

/** The page behind "stop these emails" of an email: a press ends them, opening it changes nothing. */
export function stopContent(
  words: Pick<ReportPageWords, "unsubscribe" | "unsubscribed">,
  { path, lang, isDone }: { readonly path: string; readonly lang: string; readonly isDone: boolean },
): Html {
  return html`<h1>${words.unsubscribe}</h1>
        ${
          isDone
            ? html`<p role="status">${words.unsubscribed}</p>`
            : html`<form method="post" action="${path}/unsubscribe?lang=${lang}"><button class="act" type="submit">${words.unsubscribe}</button></form>`
        }
        ${look}`;
}

/** A report that is not available, and where to go on. */
export function goneContent(words: {
  readonly missing_title: string;
  readonly missing_text: string;
  readonly missing_action: string;
}): Html {
  return html`<h1>${words.missing_title}</h1><p>${words.missing_text}</p><p class="acts"><a class="act" href="/">${words.missing_action}</a></p>${look}`;
}

/**
 * Counts the view once the page was visible for three seconds: programs that only fetch links run no script. The last
 * part of the address is the code.
 */
export const countScript = `const seen = () => fetch(location.pathname.replace(/\\/$/, "") + "/seen", { method: "POST", keepalive: true });
let timer;
const watch = () => {
  clearTimeout(timer);
  if (document.visibilityState === "visible") timer = setTimeout(() => { document.removeEventListener("visibilitychange", watch); void seen(); }, 3000);
};
document.addEventListener("visibilitychange", watch);
watch();
`;

const look = html`<style>
          .when, .hint, footer { color: var(--soft); }
          .hint, footer { font-size: .875rem; }
          .acts { margin: 1rem 0 0; }
          .act { display: inline-flex; align-items: center; min-height: 44px; padding: 0 1.25rem; border: 0; border-radius: 6px; background: var(--accent, var(--brand)); color: #fff !important; font: inherit; font-weight: 550; text-decoration: none !important; cursor: pointer; }
          .plain { min-height: 44px; padding: 0; border: 0; background: none; color: var(--soft); font: inherit; text-decoration: underline; text-underline-offset: 3px; cursor: pointer; }
          :is(button, textarea):focus-visible { outline: 2px solid var(--accent-text, var(--brand)); outline-offset: 2px; }
          h3 { margin: 1.25rem 0 .5rem; font-size: 1rem; font-weight: 550; }
          .pair { display: grid; gap: .75rem; grid-template-columns: 1fr 1fr; }
          figure { margin: 0; }
          figure img, .gone { display: block; width: 100%; height: auto; aspect-ratio: 16 / 9; border-radius: 6px; background: var(--sunken, #eef0f3); }
          .gone { display: flex; align-items: center; justify-content: center; color: var(--soft); font-size: .875rem; }
          figcaption { margin-top: .25rem; color: var(--soft); font-size: .875rem; }
          dl { margin: 0; }
          dl div { display: grid; grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); gap: 1rem; padding: .4rem 0; border-bottom: 1px solid var(--rule); }
          dt { color: var(--soft); }
          dd { margin: 0; font-variant-numeric: tabular-nums; }
          label { display: block; margin-bottom: .25rem; font-weight: 550; }
          textarea { box-sizing: border-box; width: 100%; padding: .625rem .75rem; border: 1px solid var(--soft); border-radius: 6px; background: var(--page); color: inherit; font: inherit; }
          .hint { margin: .25rem 0 1rem; }
          .said:empty { display: none; }
          footer { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--rule); }
          footer p { margin: 0 0 .25rem; }
          @media (max-width: 30rem) { .pair { grid-template-columns: 1fr; } dl div { grid-template-columns: 1fr; gap: 0; } }
        </style>`;
