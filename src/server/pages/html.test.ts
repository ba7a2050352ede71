import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fill, html, json } from "./html.ts";
import { parsePage } from "./parsed-page.ts";

const attacks = [
  `</script><img src=x onerror="alert(1)">`,
  `</title><script>alert(1)</script>`,
  `" onload="alert(1)" x="`,
  `' autofocus onfocus='alert(1)`,
  `<!--<script>`,
  `%BOOT%`,
  `$& $\` $' $1`,
  `&lt;b&gt; &amp;amp;`,
  `\u2028\u2029`,
];

const page = `<!doctype html><html lang="%LANG%"><head><title>%TITLE%</title>%HEAD%</head>
<body><script type="application/json" id="boot">%BOOT%</script></body></html>`;

/** The page as a browser parses it, with one text in every kind of position. */
function read(text: string) {
  const markup = fill(page, {
    LANG: html`en`,
    TITLE: html`${text}`,
    HEAD: html`<meta name="description" content="${text}" />`,
    BOOT: json({ name: text }),
  });
  const document = parsePage(markup);
  return {
    title: document.querySelector("title")?.textContent,
    description: document.querySelector("meta")?.getAttribute("content"),
    boot: JSON.parse(document.querySelector("#boot")?.textContent ?? "") as unknown,
    elements: [...document.querySelectorAll("*")].map(({ localName }) => localName).join(" "),
    attributes: document.querySelector("meta")?.getAttributeNames().join(" "),
  };
}

const harmless = read("Week 34");

function expectIntact(text: string): void {
  const found = read(text);
  expect(found.title).toBe(text);
  expect(found.description).toBe(text);
  expect(found.boot).toEqual({ name: text });
  expect([found.elements, found.attributes]).toEqual([harmless.elements, harmless.attributes]);
}

describe("a name in a page", () => {
  it.each(attacks)("remains text in title, attribute and script: %j", expectIntact);

  it("remains text whatever it contains", () => {
    const letters = fc.constantFrom(
      "<",
      ">",
      '"',
      "'",
      "&",
      "/",
      "!",
      "-",
      "%",
      "$",
      "=",
      "a",
      "script",
      "BOOT",
      "\u2028",
      "é",
      "ش",
    );
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 30 }), (parts) => expectIntact(parts.join(""))),
      { numRuns: 60 },
    );
  });
});

describe("markup", () => {
  it("is escaped once, even when it is composed of pieces", () => {
    const inner = html`<b>${"<"}</b>`;
    expect(html`<i>${inner}${[inner]}</i>`.markup).toBe("<i><b>&lt;</b><b>&lt;</b></i>");
  });

  it("leaves placeholders without a value", () => {
    expect(fill("%KNOWN% %UNKNOWN% 100%", { KNOWN: html`x` })).toBe("x %UNKNOWN% 100%");
  });
});
