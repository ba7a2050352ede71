import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Language } from "#contract/languages.ts";
import { notYet } from "./language-not-yet.ts";
import { exceptions, faultsIn, faultsInDocument } from "./language-rules.ts";
import { readTextFile, textFiles } from "./text-files.ts";
import type { TextTree } from "./text-tree.ts";

const root = join(import.meta.dirname, "../..");

type Found = readonly [where: string, faults: readonly string[], text: string];

const flat = (tree: TextTree, prefix = ""): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === "string" ? [[prefix + key, value]] : flat(value, `${prefix + key}.`),
  );

/** Violations in the texts of a file such as `en/media/visits`, exceptions included. */
const inTexts = (language: Language, file: string): Found[] =>
  flat(readTextFile(language, file))
    .map(([key, text]): Found => [`${language}/${file}:${key}`, faultsIn(text, language), text])
    .filter(([, faults]) => faults.length > 0);

/** Violations in the API reference: the summaries of a file of the contract. */
const inSummaries = (file: string): Found[] =>
  [...readFileSync(join(root, file), "utf8").matchAll(/\bsummary:\s*("(?:[^"\\]|\\.)*")/gu)]
    .map(([, literal = '""']) => JSON.parse(literal) as string)
    .map((text): Found => [`${file}: ${text}`, faultsIn(text, "en"), text])
    .filter(([, faults]) => faults.length > 0);

/** The titles of tests that docs/coverage.md quotes are left out: they are checked where they are written. */
const withoutTitles = (markdown: string) => markdown.replaceAll(/“[^”\n]*”/gu, "");

const inDocument = (file: string): Found[] => {
  const text = readFileSync(join(root, file), "utf8");
  const prose = file === "docs/coverage.md" ? withoutTitles(text) : text;
  const faults = faultsInDocument(prose, languageOf(file));
  return faults.length === 0 ? [] : [[file, faults, ""]];
};

const languageOf = (document: string): Language => (document.endsWith("ar.md") ? "ar" : "en");

const documents = globSync(
  ["*.md", "docs/**/*.md", "{client,demo,src/panorama}/README.md", "test/*/CONTRACT.md"],
  { cwd: root },
)
  .map((file) => file.replaceAll("\\", "/"))
  .toSorted();

const contract = globSync("src/contract/**/*.ts", { cwd: root, exclude: ["**/*.test.ts"] })
  .map((file) => file.replaceAll("\\", "/"))
  .toSorted();

const texts = (["en", "ar"] as const).flatMap((language) =>
  textFiles(language).map((file): [string, () => Found[]] => [
    `${language}/${file}`,
    () => inTexts(language, file),
  ]),
);
const sources = new Map<string, () => Found[]>([
  ...texts,
  ...contract.map((file): [string, () => Found[]] => [file, () => inSummaries(file)]),
  ...documents.map((file): [string, () => Found[]] => [file, () => inDocument(file)]),
]);

const excepted = ([where]: Found) => where in exceptions;

describe("the language of the product", () => {
  it.each([...sources.keys()].filter((source) => !notYet.includes(source)))("is followed by %s", (source) => {
    const broken = sources
      .get(source)?.()
      .filter((found) => !excepted(found));
    expect(broken).toEqual([]);
  });

  it("exempts only sources that exist and still violate it", () => {
    const stale = notYet.filter((source) => {
      const found = sources.get(source)?.() ?? [];
      return found.every(excepted);
    });
    expect(stale, "clean by now: take them off language-not-yet.ts").toEqual([]);
    expect(notYet).toEqual([...new Set(notYet)].toSorted());
    // The number of sources when the list was started: it may only shrink.
    expect(notYet.length).toBeLessThanOrEqual(150);
  });

  it("has no unneeded exception, and none without a reason", () => {
    const broken = new Set(texts.flatMap(([, find]) => find().map(([where]) => where)));
    expect(Object.keys(exceptions).filter((where) => !broken.has(where))).toEqual([]);
    expect(Object.values(exceptions).filter((reason) => reason.length < 10)).toEqual([]);
  });
});

/** The words found in a planted text, without the proposed replacements. */
const found = (text: string, language: Language) =>
  faultsIn(text, language).map((fault) => fault.split(" → ")[0]);

describe("forbidden English", () => {
  it.each([
    ["What this place keeps", "this place"],
    ["About this site", "this site"],
    ["Add a walk", "a walk"],
    ["The wish of {{name}} is declined", "wish"],
    ["A shot of the room", "shot"],
    ["Add pictures", "pictures"],
    ["This bill is paid.", "bill"],
    ["Size bands", "Size bands"],
    ["{{count}} annotations", "annotations"],
    ["Who mends it", "mends"],
    ["The film", "film"],
    ["Nothing told yet", "told"],
    ["Confirm your e-mail address", "e-mail"],
    ["The mail was not taken: {{reason}}", "mail"],
    ["Is the record intact?", "the record"],
    ["Taken along", "Taken along"],
    ["Looked at", "Looked at"],
    ["Log in again", "Log in"],
    ["None chosen", "chosen"],
    ["Custody sheet (PDF)", "Custody sheet"],
    ["Whoever registers begins here.", "Whoever"],
    ["Nobody has it", "Nobody"],
    ["Every account stands here.", "stands here"],
    ["The old key is good no more", "good no more"],
    ["In the making", "In the making"],
    ["It failed without a word.", "without a word"],
    ["You hear him.", "him"],
    ["No hub to be seen", "be seen"],
  ])("%s", (text, word) => {
    expect(found(text, "en")).toContain(word);
  });

  it("ignores plain words and the inside of placeholders", () => {
    for (const text of [
      "Email address",
      "Recordings of this project",
      "Take a snapshot",
      "The mail server rejected the message: {{reason}}",
      "Select a project",
      "{{place}} and {{pictures}}",
    ]) {
      expect(faultsIn(text, "en"), text).toEqual([]);
    }
  });

  it("is also found in emails", () => {
    const mail = { footer: "{{site}} sent this mail to {{to}}." };
    expect(flat(mail).flatMap(([, text]) => found(text, "en"))).toEqual(["mail"]);
  });
});

describe("forbidden Arabic", () => {
  it.each([
    ["عن هذا الموقع", "هذا الموقع"],
    ["للمشرف العام فقط", "للمشرف العام"],
    ["اسأل مدير النظام", "مدير النظام"],
    ["شغّل عاملًا آخر", "شغل عاملا"],
    ["ممر إلى {{room}}", "ممر"],
    ["فئات الحجم", "فئات الحجم"],
    ["المكلّف", "المكلف"],
    ["ورقة العهدة", "العهدة"],
    ["خطتك بلا حدود", "خطتك"],
    ["الأفلام", "الأفلام"],
    ["مقاطع الفيديو", "مقاطع الفيديو"],
    ["حاول مجددًا", "حاول مجددا"],
    ["ليس لديك صلاحية", "ليس لديك صلاحية"],
    ["تفعيل تسجيل الدخول بخطوتين", "تسجيل الدخول بخطوتين"],
    ["غير مدفوعة", "مدفوعة"],
    ["واجهة البرمجة", "واجهة البرمجة"],
    ["رقم الزيارة مطلوب", "رقم الزيارة مطلوب"],
    ["لم تُعثر على كاميرا", "لم تعثر على"],
    ["ملاحظتين في «{{project}}»، منها «{{snag}}»", "ملاحظتين في «{{project}}»، منها"],
    ["الحذف غير متاح لـ {{entity}}", "لـ {{"],
    ["يتسع لـ{{n}}", "لـ{{"],
    ["مرتبط بـ {{name}}", "بـ {{"],
    ["مرتبط بـ{{name}}", "بـ{{"],
    ["مرتبط بـ «{{name}}»", "بـ «{{"],
    ["حذف “{{name}}”", "“"],
    ["جارٍ التحميل...", "..."],
    ["اربط حسابك أولاً", "اً"],
    ["تعذر الحذف", "تعذر"],
    ["صور 360°", "360°"],
    ["نعم, لا", "م,"],
    ["هل تحذفها?", "ا?"],
    ["أولًا; ثانيًا", "ا;"],
    ["الدقة 3840×1920", "0×1"],
    ["الدقة {{width}}×{{height}}", "}×{"],
    ["يبدأ الرابط بعبارة http:// دائمًا", "http://"],
    ["ينتهي الرابط بالامتداد .m3u8", ".m"],
  ])("%s", (text, word) => {
    expect(found(text, "ar")).toContain(word);
  });

  it("ignores isolated runs, articles and plain words", () => {
    for (const text of [
      "الدقة \u20663840×1920\u2069",
      "يبدأ الرابط بما يلي: \u2066http://\u2069",
      "ينتهي الرابط بالامتداد \u2066.m3u8\u2069",
      "مثال: https://example.com/a",
      "المشروع «{{name}}»",
      "عدّل {{name}}",
      "علامة تبويب جديدة",
      "تعذّر الحذف… أعد المحاولة.",
    ]) {
      expect(faultsIn(text, "ar"), text).toEqual([]);
    }
  });
});

describe("a document", () => {
  it("is checked line by line, without code and addresses", () => {
    const planted = [
      "# Nobody reads this",
      "",
      "See `whoever.ts` and [the list](docs/wishes.md) at https://example.com/pictures.",
      "<!-- somebody -->",
      "```",
      "npm run mend",
      "```",
      "It was told.",
    ].join("\n");
    expect(faultsInDocument(planted, "en").map((fault) => fault.split(" → ")[0])).toEqual(["Nobody", "told"]);
  });

  it("is read without the titles of tests that it quotes", () => {
    const row = "| 1.2.R03 | pictures | `a.test.ts`: “nobody is told” · “walks” |";
    expect(faultsInDocument(withoutTitles(row), "en").map((fault) => fault.split(" → ")[0])).toEqual([
      "pictures",
    ]);
  });

  it("in Arabic follows the Arabic rules", () => {
    expect(faultsInDocument("# ١\n\nورقة العهدة", "ar")).toEqual(["العهدة → سلسلة الحيازة"]);
  });

  it("is checked wherever it is, decisions included", () => {
    expect(documents).toEqual(
      expect.arrayContaining([
        "README.md",
        "CHANGELOG.md",
        "docs/api.md",
        "docs/decisions/api.md",
        "src/panorama/README.md",
        "docs/guide/ar.md",
      ]),
    );
  });
});
