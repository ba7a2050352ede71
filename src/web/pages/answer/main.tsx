import "./answer.css";
import { createRoot } from "react-dom/client";
import type { AnswerPage } from "#contract/crews.answers.ts";
import type { CrewLanguage } from "#contract/crews.ts";
import type { AnswerBoot } from "#contract/pages.ts";
import { inOnePage } from "#web/lib/one-page.ts";
import { startReporting } from "#web/lib/reporting/report.ts";
import { codeOfPage, followAddress } from "./address.ts";
import { AnswerScreen } from "./answer-screen.tsx";
import { linkCalls } from "./link-calls.ts";
import { LinkSession } from "./link-session.ts";
import { browserShelf } from "./shelf.ts";
import { speak } from "./texts.ts";
import { keepPage, untilWorthIt, watchConnection, watchSeen } from "./watch-page.ts";

/** Milliseconds after which the page is stored for places without a connection: everything visible comes first. */
const keepAfter = 4000;

/** Reads the data that the server wrote into the page, and shows it. */
async function start(): Promise<void> {
  startReporting();
  const boot = JSON.parse(find("#boot").textContent) as AnswerBoot;
  const code = codeOfPage();
  const { signal } = new AbortController();
  const session = new LinkSession(
    { page: boot.page ?? nothing(boot.lang), at: boot.at, document: boot.at },
    {
      code,
      calls: linkCalls(code),
      shelf: browserShelf(),
      untilWorthIt,
      alone: (work) => inOnePage(`answers ${code}`, work),
    },
  );
  if (boot.page === null) session.state.set("ended");
  document.documentElement.dataset["theme"] = themeOf(boot);
  followAddress(signal);
  await Promise.all([session.start(), speak(boot.lang)]);
  const { language } = session.page.get();
  // Selected here without a connection, so the server does not know it.
  if (language !== boot.lang) await speak(language).catch(() => undefined);
  const root = find("#root");
  root.replaceChildren();
  createRoot(root).render(
    <AnswerScreen session={session} onLanguage={(chosen) => void change(session, chosen)} />,
  );
  watchConnection(session, signal);
  if (boot.page === null) return;
  watchSeen(session, signal);
  setTimeout(() => void keepPage(session).catch(() => undefined), keepAfter);
}

async function change(session: LinkSession, language: CrewLanguage): Promise<void> {
  try {
    await speak(language);
    await session.choose(language);
  } catch {
    // Without a connection the texts of another language are not here.
    session.isOnline.set(navigator.onLine);
  }
}

/** A device in the dark theme gets it, unless the settings have none. */
const themeOf = ({ has_dark_mode }: AnswerBoot): "light" | "dark" =>
  has_dark_mode && matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";

/** For a link that opens nothing. */
const nothing = (language: CrewLanguage): AnswerPage => ({
  state: "open",
  project: "",
  crew: "",
  person: "",
  language,
  email: null,
  digest: false,
  snags: [],
  open: 0,
  today: "",
});

function find(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`answer.html has no ${selector}.`);
  return found;
}

void start();
