import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Language } from "#contract/languages.ts";
import { renderIn } from "#web/testing/in-language.tsx";
import { says } from "#web/testing/say.ts";
import { PortraitDialog } from "./portrait-dialog.tsx";

/** jsdom decodes nothing: whether this picture is readable. */
let isReadable = true;

beforeEach(() => {
  isReadable = true;
  Object.assign(URL, { createObjectURL: () => "blob:picture", revokeObjectURL: () => undefined });
  HTMLImageElement.prototype.decode = () => (isReadable ? Promise.resolve() : Promise.reject(new Error()));
});
afterEach(() => {
  Reflect.deleteProperty(URL, "createObjectURL");
  Reflect.deleteProperty(URL, "revokeObjectURL");
  Reflect.deleteProperty(HTMLImageElement.prototype, "decode");
  vi.restoreAllMocks();
});

async function pick(language: Language): Promise<void> {
  await renderIn(language, <PortraitDialog portrait="avatar" onClose={() => undefined} />);
  const input = document.querySelector<HTMLInputElement>("input[type=file]");
  if (input === null) throw new Error("There is no place for a file.");
  await userEvent.upload(input, new File(["x"], "me.png", { type: "image/png" }));
}

describe("an avatar or cover", () => {
  it.each<[Language, string]>([
    ["en", "Could not load image"],
    ["ar", says("ar")("errors.failed.image_load")],
  ])(
    "that cannot be read is rejected with a message, and another can be picked (%s)",
    async (language, words) => {
      isReadable = false;
      await pick(language);
      expect(await screen.findByText(words)).toBeDefined();
      expect(document.querySelector("input[type=file]")).not.toBeNull();
    },
  );

  it("that cannot be cropped here says so and is not sent", async () => {
    vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(null);
    const asked = vi.spyOn(XMLHttpRequest.prototype, "send");
    await pick("en");
    await userEvent.click(await screen.findByRole("button", { name: says("en")("profile.pictures.use") }));
    expect(await screen.findByText("Could not get canvas context")).toBeDefined();
    expect(asked).not.toHaveBeenCalled();
  });
});
