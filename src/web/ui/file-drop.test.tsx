import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { renderIn } from "#web/testing/in-language.tsx";
import { FileDrop, type RefusedFile } from "./file-drop.tsx";

type OnFiles = (files: File[], refused: RefusedFile[]) => void;

const jpeg = (name: string, bytes: number) => new File([new Uint8Array(bytes)], name, { type: "image/jpeg" });

async function drop(language: "en" | "ar", files: File[]) {
  const onFiles = vi.fn<OnFiles>();
  const user = userEvent.setup({ applyAccept: false });
  const { container } = await renderIn(
    language,
    <FileDrop label="Rooms" accept={{ "image/jpeg": [".jpg", ".jpeg"] }} maxBytes={100} onFiles={onFiles} />,
  );
  const input = container.querySelector("input");
  if (input === null) throw new Error("no file input");
  await user.upload(input, files);
  await waitFor(() => expect(onFiles).toHaveBeenCalled());
  const [call] = onFiles.mock.calls;
  return { accepted: call?.[0] ?? [], refused: call?.[1] ?? [] };
}

describe("dropping files", () => {
  it("hands on those that fit and says of the others why not", async () => {
    const plan = new File(["x"], "plan.pdf", { type: "application/pdf" });
    const { accepted, refused } = await drop("en", [jpeg("a.jpg", 10), jpeg("b.jpg", 101), plan]);
    expect(accepted.map(({ name }) => name)).toEqual(["a.jpg"]);
    expect(refused.map(({ file, reasons }) => [file.name, reasons])).toEqual([
      ["b.jpg", ["File is larger than 100 bytes"]],
      ["plan.pdf", ["File type must be .jpg and .jpeg"]],
    ]);
  });

  it("says so in Arabic on Arabic pages", async () => {
    const { refused } = await drop("ar", [jpeg("b.jpg", 101)]);
    expect(refused[0]?.reasons).toEqual(["حجم الملف أكبر من 100 بايت"]);
  });

  it("is reached and named for those who do not see it", async () => {
    await renderIn(
      "en",
      <FileDrop label="Rooms" onFiles={() => undefined} error="At least one file is required" />,
    );
    expect(screen.getByRole("button", { name: "Choose files Rooms" }).tabIndex).toBe(0);
    expect(screen.getByRole("alert").textContent).toBe("At least one file is required");
  });
});
