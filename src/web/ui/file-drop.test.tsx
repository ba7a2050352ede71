import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { renderIn } from "#web/testing/in-language.tsx";
import { says } from "#web/testing/say.ts";
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
  it("passes on valid files and gives a reason for each of the others", async () => {
    const plan = new File(["x"], "plan.pdf", { type: "application/pdf" });
    const { accepted, refused } = await drop("en", [jpeg("a.jpg", 10), jpeg("b.jpg", 101), plan]);
    expect(accepted.map(({ name }) => name)).toEqual(["a.jpg"]);
    expect(refused.map(({ file, reasons }) => [file.name, reasons])).toEqual([
      ["b.jpg", ["File is larger than 100 bytes"]],
      ["plan.pdf", ["File type must be .jpg and .jpeg"]],
    ]);
  });

  it("gives the reason in Arabic on Arabic pages", async () => {
    const { refused } = await drop("ar", [jpeg("b.jpg", 101)]);
    expect(refused[0]?.reasons).toEqual([says("ar")("common.drop.too_large", { n: 100 })]);
  });

  it("is reachable by keyboard and named for screen readers", async () => {
    await renderIn(
      "en",
      <FileDrop label="Rooms" onFiles={() => undefined} error="At least one file is required" />,
    );
    expect(screen.getByRole("button", { name: "Choose files Rooms" }).tabIndex).toBe(0);
    expect(screen.getByRole("alert").textContent).toBe("At least one file is required");
  });

  it("states the minimum size for a file that is too small, and the limit when there are too many", async () => {
    const onFiles = vi.fn<OnFiles>();
    const { container } = await renderIn(
      "en",
      <FileDrop label="Plan" isMultiple={false} minBytes={50} onFiles={onFiles} />,
    );
    const area = container.querySelector("[role=presentation]");
    const drop = (files: File[]) =>
      fireEvent.drop(area as Element, {
        dataTransfer: {
          files,
          types: ["Files"],
          items: files.map((file) => ({ kind: "file", type: file.type, getAsFile: () => file })),
        },
      });
    drop([jpeg("a.jpg", 10)]);
    await waitFor(() =>
      expect(onFiles.mock.lastCall?.[1][0]?.reasons).toEqual(["File is smaller than 50 bytes"]),
    );
    drop([jpeg("a.jpg", 60), jpeg("b.jpg", 60)]);
    await waitFor(() => expect(onFiles.mock.lastCall?.[1][0]?.reasons).toEqual(["Too many files"]));
  });

  it("reports a cancelled picker 300 ms after the page regains focus", async () => {
    const onCancel = vi.fn<() => void>();
    await renderIn("en", <FileDrop label="Rooms" onFiles={() => undefined} onCancel={onCancel} />);
    vi.useFakeTimers();
    fireEvent.click(screen.getByRole("button", { name: "Choose files Rooms" }));
    fireEvent.focus(window);
    vi.advanceTimersByTime(299);
    expect(onCancel).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onCancel).toHaveBeenCalledOnce();
    vi.useRealTimers();
  });
});
