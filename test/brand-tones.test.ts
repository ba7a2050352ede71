import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const tokens = readFileSync("src/web/styles/tokens.css", "utf8");

/* Evaluates the tokens like a browser, for colours all over the RGB cube: derives the tones from a brand colour, and
 * measures the contrast of each text on its background. */
type Triple = readonly [number, number, number];

const linear = (v: number) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
const gamma = (v: number) => (v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055);
const inGamut = (v: number) => Math.min(1, Math.max(0, v));
const dot = (row: Triple, [x, y, z]: Triple) => row[0] * x + row[1] * y + row[2] * z;

function oklabOf(rgb: Triple): Triple {
  const lin: Triple = [linear(rgb[0]), linear(rgb[1]), linear(rgb[2])];
  const lms: Triple = [
    Math.cbrt(dot([0.4122214708, 0.5363325363, 0.0514459929], lin)),
    Math.cbrt(dot([0.2119034982, 0.6806995451, 0.1073969566], lin)),
    Math.cbrt(dot([0.0883024619, 0.2817188376, 0.6299787005], lin)),
  ];
  return [
    dot([0.2104542553, 0.793617785, -0.0040720468], lms),
    dot([1.9779984951, -2.428592205, 0.4505937099], lms),
    dot([0.0259040371, 0.7827717662, -0.808675766], lms),
  ];
}

/** The displayed colour: values outside the gamut are clipped, channel by channel. */
function rgbOf(lab: Triple): Triple {
  const lms: Triple = [
    dot([1, 0.3963377774, 0.2158037573], lab) ** 3,
    dot([1, -0.1055613458, -0.0638541728], lab) ** 3,
    dot([1, -0.0894841775, -1.291485548], lab) ** 3,
  ];
  return [
    inGamut(gamma(inGamut(dot([4.0767416621, -3.3077115913, 0.2309699292], lms)))),
    inGamut(gamma(inGamut(dot([-1.2684380046, 2.6097574011, -0.3413193965], lms)))),
    inGamut(gamma(inGamut(dot([-0.0041960863, -0.7034186147, 1.707614701], lms)))),
  ];
}

const degree = Math.PI / 180;
const oklch = (l: number, c: number, h: number): Triple =>
  rgbOf([l, c * Math.cos(h * degree), c * Math.sin(h * degree)]);

function luminance(rgb: Triple): number {
  return dot([0.2126, 0.7152, 0.0722], [linear(rgb[0]), linear(rgb[1]), linear(rgb[2])]);
}

function contrast(one: Triple, other: Triple): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** Evaluates the arithmetic in the tokens: numbers, l c h, + - *, min max clamp cos calc. */
function evaluate(text: string, names: Readonly<Record<string, number>>): number {
  const parts = text.match(/[\d.]+(?:deg)?|[a-z]+|[-+*(),]/g) ?? [];
  const functions: Readonly<Record<string, (...values: number[]) => number>> = {
    min: Math.min,
    max: Math.max,
    clamp: (low = 0, value = 0, high = 0) => Math.max(low, Math.min(value, high)),
    cos: Math.cos,
    calc: (value = 0) => value,
  };
  let at = 0;
  const list = (): number[] => {
    const values = [sum()];
    while (parts[at] === ",") {
      at += 1;
      values.push(sum());
    }
    at += 1;
    return values;
  };
  const unit = (): number => {
    const part = parts[at++] ?? "";
    if (part === "(") return list()[0] ?? Number.NaN;
    const call = functions[part];
    if (call !== undefined) {
      at += 1;
      return call(...list());
    }
    const value = names[part] ?? Number.parseFloat(part);
    return part.endsWith("deg") ? value * degree : value;
  };
  const product = (): number => {
    let value = unit();
    while (parts[at] === "*") {
      at += 1;
      value *= unit();
    }
    return value;
  };
  const sum = (): number => {
    let value = product();
    while (parts[at] === "+" || parts[at] === "-") value += parts[at++] === "+" ? product() : -product();
    return value;
  };
  return sum();
}

type Theme = "light" | "dark";

function rule(theme: Theme): string {
  const start = theme === "light" ? tokens.indexOf(":root {") : tokens.indexOf('[data-theme="dark"] {');
  return tokens.slice(start, tokens.indexOf("\n}", start));
}

function declaration(name: string, theme: Theme): string {
  const own = new RegExp(`--${name}: ([^;]+);`);
  const found = own.exec(rule(theme)) ?? own.exec(rule("light"));
  if (found?.[1] === undefined) throw new Error(`There is no --${name}.`);
  return found[1];
}

/** The colour of a token for a brand. */
function tone(name: string, theme: Theme, brand: Triple): Triple {
  return colour(declaration(name, theme), brand);
}

function colour(text: string, brand: Triple): Triple {
  if (text === "white") return [1, 1, 1];
  const mix = /^color-mix\(in oklab, var\(--brand\) ([\d.]+)%, (.+)\)$/.exec(text);
  if (mix !== null) {
    const share = Number(mix[1]) / 100;
    const [own, base] = [oklabOf(brand), oklabOf(colour(mix[2] ?? "", brand))];
    return rgbOf(
      [0, 1, 2].map((i) => (own[i] ?? 0) * share + (base[i] ?? 0) * (1 - share)) as unknown as Triple,
    );
  }
  const fixed = /^oklch\(([\d.]+) ([\d.]+)(?: ([\d.]+))?\)$/.exec(text);
  if (fixed !== null) return oklch(Number(fixed[1]), Number(fixed[2]), Number(fixed[3] ?? 0));
  const derived = /^oklch\(from var\(--brand\) (.+) (c|min\(c, [\d.]+\)) h\)$/.exec(text);
  if (derived === null) throw new Error(`This colour is not understood: ${text}`);
  const [l, a, b] = oklabOf(brand);
  const names = { l, c: Math.hypot(a, b), h: (Math.atan2(b, a) / degree + 360) % 360 };
  return oklch(evaluate(derived[1] ?? "", names), evaluate(derived[2] ?? "", names), names.h);
}

const steps = Array.from({ length: 13 }, (_, step) => step / 12);
const brands = steps.flatMap((r) => steps.flatMap((g) => steps.map((b): Triple => [r, g, b])));
const hex = (brand: Triple) => brand.map((v) => Math.round(v * 255)).join(" ");
const AA = 4.5;

/** The brand with the worst value, and that value. */
function worst(measure: (brand: Triple) => number) {
  return brands.reduce(
    (least, brand) => {
      const ratio = measure(brand);
      return ratio < least.ratio ? { ratio, brand: hex(brand) } : least;
    },
    { ratio: Number.POSITIVE_INFINITY, brand: "" },
  );
}

const white: Triple = [1, 1, 1];
const themes = ["light", "dark"] as const;

describe.each(themes)("for each of 2197 brand colours, in the %s theme,", (theme) => {
  it.each(["accent", "accent-strong"])("white is readable on --%s", (name) => {
    const found = worst((brand) => contrast(white, tone(name, theme, brand)));
    expect(found.ratio, found.brand).toBeGreaterThanOrEqual(AA);
  });

  it.each(["canvas", "surface", "raised", "sunken", "accent-soft"])(
    "--accent-text and --ink are readable on --%s",
    (ground) => {
      for (const ink of ["accent-text", "ink"]) {
        const found = worst((brand) => contrast(tone(ink, theme, brand), tone(ground, theme, brand)));
        expect(found.ratio, `${ink} for ${found.brand}`).toBeGreaterThanOrEqual(AA);
      }
    },
  );
});

it("a plain button is visible on a dark page, even for a black brand", () => {
  const found = worst((brand) => contrast(tone("accent", "dark", brand), tone("surface", "dark", brand)));
  expect(found.ratio, found.brand).toBeGreaterThan(1.8);
});

it("the default blue stays recognizable: no darker than white text requires", () => {
  const [l] = oklabOf(tone("accent", "light", [0x29 / 255, 0x87 / 255, 0xf2 / 255]));
  expect(l).toBeCloseTo(0.55, 2);
});
