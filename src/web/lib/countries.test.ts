import { expect, it } from "vitest";
import { countries } from "./countries.ts";

it("Offers all 249 countries of the standard once, each with a name in both languages.", () => {
  expect(new Set(countries("en").map(({ value }) => value)).size).toBe(249);
  for (const language of ["en", "ar"] as const) {
    const nameless = countries(language).filter(({ value, label }) => label === value);
    expect(nameless).toEqual([]);
  }
});

it("Sorts countries by the alphabet of the user's language.", () => {
  const place = (language: "en" | "ar", code: string) =>
    countries(language).findIndex(({ value }) => value === code);
  expect(place("en", "AF")).toBe(0);
  expect(place("en", "EG")).toBeLessThan(place("en", "AE"));
  expect(place("ar", "AE")).toBeLessThan(place("ar", "EG"));
});
