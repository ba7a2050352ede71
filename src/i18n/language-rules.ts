import type { Language } from "#contract/languages.ts";

/** Forbidden wording, and its replacement. */
interface Rule {
  readonly not: RegExp;
  readonly better: string;
}

/** Whole words, case-insensitive. */
const words = (source: string, better: string): Rule => ({
  not: new RegExp(String.raw`(?<![\w-])(?:${source})(?![\w-])`, "iu"),
  better,
});

/** One word for one thing, and no dialect: screens, emails, PDFs, the API's reference and documents alike. */
const english: readonly Rule[] = [
  words(
    "this site|(?:this|the) place|(?:your|its|their|own|other|what|which|no|every) places?",
    "platform, location, position",
  ),
  words("a walk|walks", "visit"),
  words("wish(?:es|ed|ing)?", "request"),
  words("shots?", "360 photo, photo"),
  words("(?<!profile )pictures?", "360 photo, photo, camera photo"),
  words("bills?", "invoice"),
  words("(?:size )?bands?", "size tier"),
  words("annotations?", "snag"),
  words("mend(?:s|ed|ing)?", "fix, resolve"),
  words("films?", "video, time-lapse"),
  words("news|told|tells?|telling", "notification, notify, contact"),
  words("mails?(?! servers?)|mailed|e-mails?", "email"),
  words("the record|word on|words? on its progress", "activity log, audit log, progress entry"),
  words("(?:take|takes|taken|took|taking) (?:it |them |this )?along", "download, export"),
  words("look(?:s|ed|ing)? (?:at|in on)|sightings?", "view, viewer"),
  words("the doors?", "sign-in page"),
  words("log(?:s|ged|ging)? (?:in|out|off)|log(?:in|out|off)s?", "sign in, sign out"),
  words("chosen", "selected"),
  words("custody sheets?|evidence papers?", "chain-of-custody report"),
  words("nobody|somebody|whoever|who else", "the viewer, the caller, someone"),
  words("(?:stands?|lies|lives|sits) (?:here|there|in it|at)|stands? (?:in|by|as)", "is, appears"),
  words("good no more|no more good|for good|in the making|made ready|being made|to and fro", "plain verb"),
  words(
    "without a word|(?:waits?|waiting) for your word|spelled so|works? so|from now on so|counts at once",
    "plain words",
  ),
  words("he|him|his|himself|she|her|hers|herself", "they, their"),
  words("or not any more|not any more|the way of|how the place|what it was|be seen|be had", "plain words"),
];

/** Boundaries of a word in Arabic script, where `\b` does not work; و, ف, ب, ل, ك and the article may precede. */
const arabicWords = (source: string, better: string): Rule => ({
  not: new RegExp(String.raw`(?<!\p{L})(?:[وفبلك]|ال|[وفبك]+ال|و?لل)*(?:${source})(?!\p{L})`, "u"),
  better,
});

/** Compared without vowel signs (U+064B to U+0652). */
const arabicTerms: readonly Rule[] = [
  arabicWords("هذا الموقع", "المنصة"),
  arabicWords("مشرف العام|المشرف العام|مشرف عام|مشرفين العامين", "المسؤول العام"),
  arabicWords("مدير (?:النظام|الموقع|الخادم)", "مسؤول"),
  arabicWords("(?:شغل|تشغيل) عامل[اً]?", "عملية worker"),
  arabicWords("ممر|ممرات", "نقطة انتقال"),
  arabicWords("فئ(?:ة|ات) (?:الحجم|الأحجام)|فئة حجم", "شريحة الحجم"),
  arabicWords("مكلف|مكلفة|مكلف بها", "مُسندة إلى"),
  arabicWords("عهدة|سلسلة الحفظ", "سلسلة الحيازة"),
  arabicWords("خطتك|خطة أخرى|تغيير الخطة|حد(?:ود)? الخطة|خط(?:ة|ط) الاشتراك", "باقة"),
  arabicWords("فيلم|فيلما|فيلمان|فيلمين|أفلام|أفلاما", "فيديو بفاصل زمني"),
  arabicWords(
    "مقاطع(?: ال)?فيديو|مقطع(?: ال)?فيديو|مقاطع الفيديو|مقطع الفيديو|تسريع زمني",
    "فيديو، فيديوهات",
  ),
  arabicWords("حاول (?:مرة أخرى|مجددا|بعد|لاحقا|من جديد)|مجددا", "أعد المحاولة"),
  arabicWords("ليس لديك (?:صلاحية|إذن)|ليس لك أن|لا يحق ل\\p{L}*|لا يتيح حسابك", "ليست لديك صلاحية …"),
  arabicWords("دخول بخطوتين|تسجيل الدخول بخطوتين", "التحقق بخطوتين"),
  arabicWords("(?<!باقة )مدفوعة", "مسدَّدة"),
  arabicWords("واجهة البرمجة|مفتاح الواجهة(?! البرمجية)", "الواجهة البرمجية (API)"),
  arabicWords("جهاز الإرسال", "جهاز البث"),
  arabicWords("(?<!علام(?:ة|ات) )(?<!علام(?:ة|ات) ال)تبويب", "علامة تبويب"),
  arabicWords("رمز التضمين", "شيفرة التضمين"),
  arabicWords("رقم (?:الزيارة|المشروع|المخطط|الفيديو|الغرفة|المستخدم|القناة|الكاميرا) مطلوب", "معرّف … مطلوب"),
  arabicWords("مسح التصفية|إزالة (?:عوامل )?التصفية", "مسح عوامل التصفية"),
  arabicWords("قم ب\\p{L}+|خاص بك|خاصة بك", "verb or pronoun alone"),
  arabicWords("لم تعثر على", "لم يُعثر على"),
  arabicWords("جوجل|فيسبوك|فيس بوك|إكس|لينكدإن|لينكد إن", "the brand in Latin letters"),
  arabicWords(
    "(?:ملاحظت|تعليق|مشروع|زيارت|صورت|مخطط|فاتورت|مهمت)(?:ين|ان)(?!\\p{L})[^.]*، (?:منها|آخرها)",
    "منهما، آخرهما",
  ),
];

/** Spelling, signs and particles, compared as written. */
const arabicSigns: readonly Rule[] = [
  { not: /(?<![\p{L}\p{M}])(?:[وف]?[لب]|و?ك)ـ?\s?«?\{\{/u, better: "no ل، ب، ك before a placeholder" },
  { not: /["“”]/u, better: "«»" },
  { not: /\.\.\./u, better: "…" },
  { not: /اً/u, better: "ًا" },
  { not: /تعذر(?!\p{M})/u, better: "تعذّر" },
  { not: /360°|°360/u, better: "360" },
  { not: /[\p{Script=Arabic}»][\u064B-\u0652]*[,;?]/u, better: "، ؛ ؟" },
  { not: /م\.ب(?!\p{L})|م\.ث(?!\p{L})/u, better: "ميغابايت، ثانية" },
];

/** Runs that are reordered in a line of Arabic, unless enclosed in U+2066 and U+2069. */
const arabicRuns: readonly Rule[] = [
  { not: /[\d}]\s*×\s*[\d{]/u, better: "U+2066 3840×1920 U+2069" },
  { not: /[a-z]+:\/\/(?![\w\u200E])/iu, better: "U+2066 http:// U+2069" },
  { not: /(?<![\w}.*\u200E])\.[a-z]/iu, better: "U+2066 .m3u8 U+2069" },
];

const isolated = /[\u2066-\u2068][^\u2069]*\u2069/gu;
const vowels = /[\u064B-\u0652]/gu;
const placeholder = /\{\{.*?\}\}/gu;

/** Violations of the language rules in a text, each as `found → better`. */
export function faultsIn(text: string, language: Language): string[] {
  if (language === "en") return against(english, text.replaceAll(placeholder, "x"));
  return [
    ...against(arabicTerms, text.replaceAll(vowels, "")),
    ...against(arabicSigns, text),
    ...against(arabicRuns, text.replaceAll(isolated, "")),
  ];
}

/** The same for a Markdown document, without code and addresses. */
export function faultsInDocument(markdown: string, language: Language): string[] {
  const prose = markdown
    .replaceAll(/^(```|~~~)[\s\S]*?^\1/gmu, "")
    .replaceAll(/<!--[\s\S]*?-->/gu, "")
    .replaceAll(/`[^`\n]*`/gu, "")
    .replaceAll(/\]\([^)\n]*\)/gu, "]")
    .replaceAll(/https?:\/\/[^\s)>]+/gu, "");
  return prose.split("\n").flatMap((line) => faultsIn(line, language));
}

function against(rules: readonly Rule[], text: string): string[] {
  return rules.flatMap(({ not, better }) => {
    const found = not.exec(text);
    return found ? [`${found[0].trim()} → ${better}`] : [];
  });
}

const specified = "fixed word for word by the specification";

/** Texts that may keep such wording, each with its reason. */
export const exceptions: Readonly<Record<string, string>> = {
  "en/errors:session_expired": specified,
  "en/errors:session.terminated": specified,
  "en/errors:session.required": specified,
  "en/errors:boundary.unauthorized": specified,
  "en/errors:failed.login": specified,
  "en/errors:failed.session_force_logout": specified,
  "en/errors:failed.autodesk_logout": specified,
  "en/errors:code.UNAUTHENTICATED": specified,
  "en/errors:code.SESSION_TERMINATED": specified,
  "en/installation/search:palette.logout": specified,
  "en/shell:user_menu.logout": specified,
  "en/shell:logout.text": specified,
  "en/shell:logout.confirm": specified,
  "en/shell:inactivity.logout": specified,
};
