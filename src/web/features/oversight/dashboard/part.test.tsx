import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { Part } from "./part.tsx";

it("reads a title and its number as two words", () => {
  render(
    <Part id="open-snags" title="Open snags" note="6">
      list
    </Part>,
  );
  expect(screen.getByRole("region", { name: "Open snags 6" })).toBeDefined();
  expect(screen.getByRole("heading", { name: "Open snags 6" }).textContent).toBe("Open snags 6");
});
