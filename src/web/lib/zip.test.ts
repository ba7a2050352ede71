import { expect, it } from "vitest";
import { zipOf } from "./zip.ts";

it("writes a ZIP file that names and contains its entries", async () => {
  const file = await zipOf([
    { name: "waiting.json", content: new Blob(["[1]"]) },
    { name: "صورة.jpg", content: new Blob([new Uint8Array([1, 2, 3])]) },
  ]);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const view = new DataView(bytes.buffer);
  const end = bytes.length - 22;
  expect(view.getUint32(end, true)).toBe(0x06054b50);
  expect(view.getUint16(end + 10, true)).toBe(2);
  const index = view.getUint32(end + 16, true);
  expect(view.getUint32(index, true)).toBe(0x02014b50);
  // CRC-32 of "[1]", as every other program computes it.
  expect(view.getUint32(index + 16, true)).toBe(0x4c2f32b8);
  expect(new TextDecoder().decode(bytes)).toContain("صورة.jpg");
});
