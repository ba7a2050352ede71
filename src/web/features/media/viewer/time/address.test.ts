import { describe, expect, it } from "vitest";
import { type Compared, readComparison, writeComparison } from "./address.ts";
import { noOffset } from "./view-offset.ts";

const address = "https://site.example/viewer/k3x9wt72pq/12?lang=ar&yaw=10";
const compared: Compared = {
  mode: "wipe",
  code: "abcdefgh22",
  id_room: 7,
  side: "start",
  isLocked: false,
  offset: { yaw: -12.5, pitch: 3, zoom: 0.8 },
};
const through = (of: Compared) => readComparison(new URL(writeComparison(address, of)).search);

describe("a comparison in the address", () => {
  it("is read as it was written, beside other parameters", () => {
    const url = writeComparison(address, compared);
    expect(url).toBe(`${address}&compare=wipe&with=abcdefgh22-7&side=start&lock=off&offset=-12.5_3_0.8`);
    expect(through(compared)).toEqual(compared);
    const plain = { ...compared, mode: "split", side: "end", isLocked: true, offset: noOffset } as const;
    expect(through(plain)).toEqual(plain);
  });

  it("is removed without touching other parameters", () => {
    expect(writeComparison(writeComparison(address, compared), null)).toBe(address);
  });

  it.each([
    "",
    "?compare=spin&with=abcdefgh22-7",
    "?compare=split",
    "?compare=split&with=../x-7",
    "?compare=split&with=abcdefgh22-",
  ])("is absent in %o", (search) => expect(readComparison(search)).toBeNull());

  it.each(["x", "1_2", "999_0_1", "0_0_0", "1_1_1_1"])("has no offset of %o", (offset) => {
    const found = readComparison(`?compare=fade&with=abcdefgh22-7&offset=${offset}`);
    expect(found?.offset).toEqual(noOffset);
  });
});
