import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { AnswerPage, AnswerSnag } from "#contract/crews.answers.ts";
import type { AnswerBoot } from "#contract/pages.ts";
import en from "#i18n/en/work/crews.answer.json" with { type: "json" };
import hi from "#i18n/hi/work/crews.answer.json" with { type: "json" };
import ur from "#i18n/ur/work/crews.answer.json" with { type: "json" };
import { AppError } from "#server/platform/errors.ts";
import { createServer } from "#server/platform/http/server.ts";
import { createLog } from "#server/platform/log.ts";
import { freshSettings } from "#test/settings.ts";
import { answerRoute } from "./answer-route.ts";
import { parsePage } from "./parsed-page.ts";
import { createReporting } from "./reporting.ts";
import { createTemplates } from "./templates.ts";

const shell = `<!doctype html><html lang="%LANG%" dir="%DIR%" data-theme="%THEME%"><head><title>%TITLE%</title>%HEAD%</head>
<body><div id="root">%CONTENT%</div><script type="application/json" id="boot">%BOOT%</script></body></html>`;
const code = "crew2345678crew2345678";

const snag: AnswerSnag = {
  id: 4,
  number: 12,
  title: "</script><b>Crack</b>",
  text: "Left of the door",
  status: "open",
  priority: "normal",
  trade: "",
  due_date: null,
  is_overdue: false,
  room: "Kitchen",
  photos: [],
  crop: `/api/answers/${code}/snags/4/crop?v=1`,
  view: null,
  plan: null,
  answers: [],
  is_new: true,
  updated_at: "2026-11-20T08:00:00.000Z",
  can: { answer: true },
};
const page: AnswerPage = {
  state: "open",
  project: "Tower B",
  crew: "Tilers North",
  person: "Ravi",
  language: "ur",
  email: null,
  digest: false,
  snags: [snag, { ...snag, id: 5, number: 13, title: "Old", status: "closed" }],
  open: 1,
  today: "2026-11-23",
};

let webRoot: string;
let server: FastifyInstance;
let shown: AnswerPage | "NOT_FOUND" | "ANSWER_ENDED" | "RATE_LIMITED" = page;
let isClosed = false;

beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), "sitewalk-answer-pages-"));
  await writeFile(join(webRoot, "answer.html"), shell);
  server = await createServer({ log: createLog("silent"), trustProxy: [], publicUrl: "" });
  await server.register(async (app) =>
    answerRoute({
      templates: createTemplates(webRoot),
      reporting: createReporting(),
      settings: freshSettings,
      domains: {
        async openAnswers(asked) {
          if (typeof shown === "string") throw new AppError(shown);
          if (asked !== code) throw new AppError("NOT_FOUND");
          return shown;
        },
        isClosed: () => isClosed,
      },
      closed: async () => "under maintenance",
    })(app),
  );
  await server.ready();
});
beforeEach(() => {
  shown = page;
  isClosed = false;
});
afterAll(async () => {
  await server.close();
  await rm(webRoot, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => server.inject({ url, headers });
const bootOf = (body: string) =>
  JSON.parse(parsePage(body).querySelector("#boot")?.textContent ?? "") as AnswerBoot;

describe("the page of a crew's link", () => {
  it("is rendered in the person's language, with its data and its first pictures", async () => {
    const { statusCode, body } = await get(`/answer/${code}`, { "accept-language": "en" });
    expect(statusCode).toBe(200);
    const document = parsePage(body);
    expect(document.documentElement.getAttribute("lang")).toBe("ur");
    expect(document.documentElement.dir).toBe("rtl");
    expect(document.querySelector("h1")?.textContent).toBe(ur.list.open);
    expect([...document.querySelectorAll("li")].length, "open ones only").toBe(1);
    expect(document.querySelector("img")?.getAttribute("src")).toBe(snag.crop);
    expect(bootOf(body)).toMatchObject({ page, lang: "ur" });
    expect(document.querySelector("b"), "no markup of a title").toBeNull();
  });

  it("begins with the snag that the address names", async () => {
    const document = parsePage((await get(`/answer/${code}?snag=4`)).body);
    expect(document.querySelector("h1")?.textContent).toBe(snag.title);
    expect(document.title).toBe(snag.title);
    expect(document.body.textContent).toContain("Left of the door");
  });

  it("says nothing of the project in previews, is not stored, indexed, framed, or named to other sites", async () => {
    const { body, headers } = await get(`/answer/${code}`);
    const document = parsePage(body);
    const previews = [...document.querySelectorAll("meta[property]")].map((meta) =>
      meta.getAttribute("content"),
    );
    expect(previews.join(" ")).not.toContain("Tower B");
    expect(headers["cache-control"]).toBe("no-store");
    expect(headers["x-robots-tag"]).toContain("noindex");
    expect(headers["referrer-policy"]).toBe("no-referrer");
    expect(headers["content-security-policy"]).not.toContain("frame-ancestors *");
  });

  it.each([
    ["NOT_FOUND", 404],
    ["ANSWER_ENDED", 410],
  ] as const)(
    "is the same for a link that opens nothing (%s), in the language of the device",
    async (name, status) => {
      shown = name;
      const { statusCode, body } = await get(`/answer/${code}`, { "accept-language": "hi-IN,hi;q=0.9" });
      expect(statusCode).toBe(status);
      const document = parsePage(body);
      expect(document.querySelector("h1")?.textContent).toBe(hi.ended.title);
      expect(bootOf(body)).toMatchObject({ page: null, lang: "hi" });
      expect(body).not.toContain("Tower B");
    },
  );

  it("is missing for a malformed code", async () => {
    const { statusCode, body } = await get("/answer/a%20b");
    expect(statusCode).toBe(404);
    expect(body).toContain(en.ended.title);
  });

  it("names only the device's confirmation until a code was entered", async () => {
    shown = { ...page, state: "code", project: "", crew: "", person: "", snags: [] };
    const document = parsePage((await get(`/answer/${code}`)).body);
    expect(document.querySelector("h1")?.textContent).toBe(ur.code.title);
  });

  it("passes on other refusals, and is closed under maintenance", async () => {
    shown = "RATE_LIMITED";
    expect((await get(`/answer/${code}`)).statusCode).toBe(429);
    isClosed = true;
    expect((await get(`/answer/${code}`)).body).toBe("under maintenance");
  });
});
