import { describe, expect, it } from "vitest";
import type { Language } from "#contract/languages.ts";
import arErrors from "#i18n/ar/errors.json" with { type: "json" };
import enErrors from "#i18n/en/errors.json" with { type: "json" };
import { ApiError } from "./client.ts";
import { errorText, errorTitle } from "./error-text.ts";
import { createTranslate } from "./translate.ts";

const t = createTranslate("en", { errors: enErrors });
const inArabic = createTranslate("ar" satisfies Language, { errors: arErrors });
const refused = (status: number, message = "", code: ApiError["code"] = "UNKNOWN") =>
  new ApiError(status, code, message);

describe("the message of a failed call", () => {
  it("depends on the status when the server sent no message", () => {
    const sentences = [401, 403, 404, 422, 429, 500, 502, 503, 504].map((status) =>
      errorText(refused(status), t),
    );
    expect(sentences).toEqual([
      "Your session has expired. Please log in again.",
      "You do not have permission to perform this action.",
      "The requested resource was not found. It may have been moved or deleted.",
      "Please check your input and try again.",
      "Too many requests. Please wait a moment and try again.",
      "A server error occurred. Please try again later or contact support if the problem persists.",
      "The server is temporarily unavailable.",
      "The service is temporarily unavailable.",
      "The server took too long to respond.",
    ]);
  });

  it("depends on the status while the text of its code has not arrived", () => {
    const partial = createTranslate("ar", { errors: { ...arErrors, code: {} } }, true);
    expect(errorText(refused(403, "You may not.", "FORBIDDEN"), partial)).toBe(arErrors.forbidden);
    expect(errorText(refused(503, "", "UNKNOWN"), partial)).toBe(arErrors.unavailable);
  });

  it("recognises kinds of failure by the server's text, in any case", () => {
    const sentences = ["VALIDATION failed", "Invalid input", "file too large", "Invalid File Type"].map(
      (words) => errorText(refused(400, words), t),
    );
    expect(sentences).toEqual([
      "Please check your input and try again.",
      "Please check your input and try again.",
      "The file is too large. Please choose a smaller file.",
      "Invalid file type. Please choose a supported file format.",
    ]);
  });

  it("is the server's own for anything else", () => {
    expect(errorText(refused(409, "Room 3 is locked"), t)).toBe("Room 3 is locked");
  });

  it("names the field that a request contains twice, in both languages", () => {
    const twice = new ApiError(400, "JSON_KEY_TWICE", "", { values: { key: "name" } });
    expect(errorText(twice, t)).toBe("The request names the field “name” twice. Send it once.");
    expect(errorText(twice, inArabic)).toMatch(/يرد الحقل «\u2068?name\u2069?» مرتين/);
    const broken = new ApiError(400, "TEXT_BROKEN", "");
    expect(errorText(broken, t)).toBe(
      "The request contains text that is not valid Unicode. Send it as UTF-8.",
    );
    expect(errorText(broken, inArabic)).toContain("UTF-8");
  });

  it("is translated by the code, with its values", () => {
    const tooLarge = new ApiError(413, "IMAGE_TOO_LARGE", "Image is too large.", {
      values: { maxFileSize: 20 },
    });
    expect(errorText(tooLarge, t)).toBe("Image is too large. Max file size: 20 MB");
    expect(errorText(tooLarge, inArabic)).toContain("20 ميغابايت");
    expect(errorText(refused(403, "Project is not public", "PROJECT_NOT_PUBLIC"), t)).toBe(
      "Project is not public",
    );
  });

  it("is about the network or a timeout when there was no answer", () => {
    expect(errorText(refused(0, "", "TIMEOUT"), t)).toBe("The request timed out. Please try again.");
  });
});

describe("the title of a failed call's toast", () => {
  it("depends on the status, and there is none for 401 and 419", () => {
    expect(
      [0, 400, 403, 404, 409, 422, 429, 500, 503, 401, 419].map((status) => errorTitle(status, t)),
    ).toEqual([
      "Network Error",
      "Error",
      "Access Denied",
      "Not Found",
      "Error",
      "Validation Error",
      "Too Many Requests",
      "Server Error",
      "Server Error",
      null,
      null,
    ]);
  });
});
