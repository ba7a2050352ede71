import type { CrewLanguage } from "#contract/crews.ts";
import { composeMail, type Dress, type Letter, type Site } from "./compose.ts";
import type { Mail, MailTable } from "./mail.ts";

export interface Brand extends Site {
  /** `#rrggbb`, as stored in the settings. */
  readonly color: string;
}

export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** One email in both forms: plain text, and one simple page without pictures or external parts. */
export function renderMail(mail: Mail, brand: Brand, at: Date): RenderedMail {
  const letter = composeMail(mail, brand, at);
  return {
    subject: letter.subject,
    text: asText(letter),
    html: asHtml(composeMail(mail, brand, at, markup), letter.subject, mail.language, brand),
  };
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escape = (text: string) => text.replaceAll(/[&<>"']/g, (letter) => entities[letter] ?? letter);

/** Values are isolated, so that a Latin name cannot disrupt an Arabic sentence. */
const markup: Dress = { text: escape, value: (value) => `<bdi>${escape(value)}</bdi>` };

/** Written from right to left. */
const leftwards: readonly CrewLanguage[] = ["ar", "ur"];

function asText(letter: Letter): string {
  const { greeting, text, sentences, tables, quote, details, action, links, valid, note, stop, footer } =
    letter;
  const parts = [
    greeting,
    text,
    sentences.map((sentence) => `- ${sentence}`).join("\n"),
    ...tables.map(
      ({ heading, rows }) => `${heading}\n${rows.map(([name, value]) => `  ${name}: ${value}`).join("\n")}`,
    ),
    quote === null ? "" : `${quote.from}\n${quote.lines.map((line) => `> ${line}`.trimEnd()).join("\n")}`,
    details.map(([label, value]) => `${label}: ${value}`).join("\n"),
    action === null ? "" : `${action.words}:\n${action.address}`,
    ...links.map(({ words, address }) => `${words}:\n${address}`),
    valid,
    note,
    stop === null ? "" : `${stop.words}:\n${stop.address}`,
    `--\n${footer}`,
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function asHtml(letter: Letter, subject: string, language: CrewLanguage, brand: Brand): string {
  const direction = leftwards.includes(language) ? "rtl" : "ltr";
  const side = direction === "rtl" ? "right" : "left";
  const color = /^#[0-9a-f]{6}$/i.test(brand.color) ? brand.color : "#2987f2";
  const paragraph = (text: string, style = "") =>
    text === "" ? "" : `<p style="margin:0 0 16px;${style}">${text}</p>`;
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
<title>${escape(subject)}</title>
</head>
<body dir="${direction}" style="margin:0;padding:24px 12px;background:#eef1f4;font-family:system-ui,-apple-system,'Segoe UI',Roboto,Tahoma,Arial,sans-serif;font-size:16px;line-height:1.6;color:#1c2733;text-align:${side}">
<div style="max-width:560px;margin:0 auto;background:#ffffff;border-top:4px solid ${color};border-radius:6px;padding:28px 28px 12px">
<p style="margin:0 0 20px;font-size:14px;font-weight:600;color:#5a6875">${escape(brand.name)}</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.35;font-weight:600">${letter.title}</h1>
${paragraph(letter.greeting)}
${paragraph(letter.text)}
${sentencesHtml(letter.sentences)}
${letter.tables.map((table) => tableHtml(table, side)).join("\n")}
${quoteHtml(letter.quote)}
${detailsHtml(letter.details)}
${actionHtml(letter, color)}
${letter.links.map(linkHtml).join("\n")}
${paragraph(letter.valid, "color:#5a6875;font-size:14px")}
${paragraph(letter.note, "color:#5a6875;font-size:14px")}
</div>
<p style="max-width:560px;margin:16px auto 0;padding:0 28px;font-size:13px;color:#5a6875">${letter.footer}${stopHtml(letter)}</p>
</body>
</html>
`;
}

function quoteHtml(quote: Letter["quote"]): string {
  if (quote === null) return "";
  return `<div style="margin:0 0 16px"><div style="color:#5a6875;font-size:14px">${quote.from}</div>
<blockquote style="margin:4px 0 0;padding:4px 16px;border-inline-start:3px solid #c9d1d9">${quote.lines.join("<br>")}</blockquote></div>`;
}

function detailsHtml(details: Letter["details"]): string {
  if (details.length === 0) return "";
  const rows = details.map(
    ([label, value]) => `<div><span style="color:#5a6875">${label}:</span> ${value}</div>`,
  );
  return `<div style="margin:0 0 16px;padding:12px 16px;background:#f4f6f8;border-radius:6px;font-size:14px">${rows.join("")}</div>`;
}

function sentencesHtml(sentences: readonly string[]): string {
  if (sentences.length === 0) return "";
  return `<ul style="margin:0 0 20px;padding:0 20px">${sentences.map((sentence) => `<li style="margin:0 0 6px">${sentence}</li>`).join("")}</ul>`;
}

/** A plain table: mail programs agree on little else. */
function tableHtml({ heading, rows }: MailTable, side: "left" | "right"): string {
  const cell = `padding:6px 8px;border-bottom:1px solid #e3e7eb;vertical-align:top;text-align:${side}`;
  const lines = rows.map(
    ([name, value]) =>
      `<tr><td width="45%" style="${cell};color:#5a6875">${name}</td><td style="${cell}">${value}</td></tr>`,
  );
  return `<h2 style="margin:20px 0 6px;font-size:16px;font-weight:600">${heading}</h2>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse;font-size:14px">${lines.join("")}</table>`;
}

function stopHtml({ stop }: Letter): string {
  if (stop === null) return "";
  return `<br><a href="${escape(stop.address)}" style="color:#5a6875">${stop.words}</a>`;
}

function actionHtml({ action, openLink }: Letter, color: string): string {
  if (action === null) return "";
  const address = escape(action.address);
  const button = `display:inline-block;padding:12px 22px;border-radius:6px;background:${deepTone(color)};color:#ffffff;font-weight:600;text-decoration:none`;
  return `<p style="margin:24px 0"><a href="${address}" style="${button}">${action.words}</a></p>
<p style="margin:0 0 16px;font-size:14px;color:#5a6875">${openLink}<br><a href="${address}" dir="ltr" style="color:#1c2733;word-break:break-all">${address}</a></p>`;
}

const linkHtml = ({ words, address }: Letter["links"][number]): string =>
  `<p style="margin:0 0 12px"><a href="${escape(address)}" style="color:#1c2733">${words}</a></p>`;

/** The colour itself, or the first of its darker tones on which white text is readable (WCAG: 4.5 to 1). */
function deepTone(color: string): string {
  for (let part = 1; part > 0.1; part -= 0.05) {
    const channels = [1, 3, 5].map((at) => Math.round(Number.parseInt(color.slice(at, at + 2), 16) * part));
    if (1.05 / (luminanceOf(channels) + 0.05) >= 4.5)
      return `#${channels.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
  }
  return "#000000";
}

/** WCAG's relative luminance, 0..1, of red, green and blue in 0..255. */
function luminanceOf(channels: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
