import { describe, expect, it } from "vitest";
import { textsOf } from "#web/lib/all-texts.ts";
import { ApiError } from "#web/lib/client.ts";
import { createTranslate } from "#web/lib/translate.ts";
import { uploadReason } from "./upload-reason.ts";

const en = createTranslate("en", await textsOf("en"));
const ar = createTranslate("ar", await textsOf("ar"));

describe("reason why a picture did not arrive", () => {
  it("is the server's message, several joined with commas", () => {
    expect(uploadReason(new ApiError(409, "UNKNOWN", "Room 3 is locked"), en)).toBe("Room 3 is locked");
    const fields = { file: ["Too blurred", "Too dark"], id_visit: ["visits.id_required"] };
    const refusal = new ApiError(422, "VALIDATION", "", { fields });
    expect(uploadReason(refusal, en)).toBe("Too blurred, Too dark, Visit ID is required");
  });

  it("is that the upload failed, where the server sent no message", () => {
    const wordless = new ApiError(500, "UNKNOWN", "");
    expect(uploadReason(wordless, en)).toBe("Upload failed");
    expect(uploadReason(new TypeError("x is undefined"), en)).toBe("Upload failed");
    expect(uploadReason(wordless, ar)).toBe(ar("errors.failed.upload"));
  });

  it("is that the file could not be stored when the server is out of space", () => {
    const full = new ApiError(507, "STORAGE_FULL", "");
    expect(uploadReason(full, en)).toBe("File upload failed. Please try again.");
  });
});
