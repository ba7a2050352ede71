import { describe, expect, it } from "vitest";
import { renderIn } from "#web/testing/in-language.tsx";
import { Picture } from "./picture.tsx";

describe("a picture with a smaller copy", () => {
  const poster = "/media/a/poster.webp";
  const card = "/media/a/card.webp";
  const attributes = async (picture: React.ReactElement) => {
    const { container } = await renderIn("en", picture);
    const image = container.querySelector("img");
    return ["src", "srcset", "sizes"].map((name) => image?.getAttribute(name));
  };

  it("leaves the choice to the browser", async () => {
    expect(await attributes(<Picture src={poster} card={card} sizes="20rem" />)).toEqual([
      poster,
      `${card} 640w, ${poster} 1280w`,
      "20rem",
    ]);
  });

  it("is one file without it", async () => {
    expect(await attributes(<Picture src={poster} card={null} sizes="20rem" />)).toEqual([
      poster,
      null,
      null,
    ]);
  });
});
