import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { exampleEnvironment, readConfig } from "./config.ts";

it("serves on port 8080 with its own database by default", () => {
  const config = readConfig({});
  expect(config).toMatchObject({ PORT: 8080, DATABASE_URL: "", DEMO: true, ROLE: "all" });
});

it("names every wrong variable in one message", () => {
  expect(() => readConfig({ PORT: "eighty", ADMIN_EMAIL: "nobody" })).toThrow(/PORT[\s\S]*ADMIN_EMAIL/);
});

it("shows every variable in .env.example, identical to the file in the repository", async () => {
  const file = await readFile(join(import.meta.dirname, "../../.env.example"), "utf8");
  expect(file.trim().endsWith(exampleEnvironment().trim())).toBe(true);
});

it("accepts the address for error reports only as a DSN", () => {
  for (const good of ["https://abc123@errors.example/4", "http://k@10.0.0.5:9000/base/12"])
    expect(readConfig({ ERROR_REPORTING_DSN: good }).ERROR_REPORTING_DSN).toBe(good);
  for (const wrong of [
    "https://errors.example/4",
    "https://k@errors.example",
    "ftp://k@errors.example/4",
    "k@host/4",
  ])
    expect(() => readConfig({ ERROR_REPORTING_DSN: wrong })).toThrow("ERROR_REPORTING_DSN");
});
