import { describe, expect, it } from "vitest";
import { fileNameOf } from "./file-name.ts";

describe("name of an uploaded file", () => {
  it.each([
    ["hall.jpg", "hall.jpg"],
    ["ha\u0000ll\u0001\u007f\u009f.jpg\r\n", "hall.jpg"],
    ["invoice\u202egpj.exe", "invoicegpj.exe"],
    ["\u0000\u0001", ""],
    [" صالة\u200f 2.jpg ", "صالة\u200f 2.jpg"],
    ["half\ud83d.jpg", "half\ufffd.jpg"],
  ])("%j becomes %j", (sent, kept) => expect(fileNameOf(sent)).toBe(kept));

  it("ends at 255 units and splits no character", () => {
    expect(fileNameOf("a".repeat(300))).toHaveLength(255);
    expect(fileNameOf(`${"a".repeat(254)}😀.jpg`)).toBe("a".repeat(254));
  });
});
