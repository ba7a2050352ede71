import { fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ImageUp } from "lucide-react";
import { describe, expect, it, vi } from "vitest";
import { limits } from "#contract/limits.ts";
import { renderIn } from "#web/testing/in-language.tsx";
import { says } from "#web/testing/say.ts";
import { FileInput, ImageUpload } from "./file-input.tsx";

/** A file that reports this size, without the memory. */
function fileOf(megabytes: number, type = "image/png", name = "a.png"): File {
  return Object.defineProperty(new File(["x"], name, { type }), "size", { value: megabytes * 1024 * 1024 });
}

const inputOf = (container: HTMLElement) => container.querySelector("input") as HTMLInputElement;
const alerts = () => screen.queryAllByRole("alert").map(({ textContent }) => textContent);

describe("the default size limit of files", () => {
  it("is 5 MB for a picture and 10 MB for any other", () => {
    expect(limits.upload).toEqual({ imageMegabytes: 5, fileMegabytes: 10 });
    expect([limits.name, limits.description, limits.toast.form]).toEqual([100, 255, 3000]);
  });
});

describe("a file input", () => {
  it.each(["en", "ar"] as const)(
    "is emptied and gives the reason when one of the files is too large (%s)",
    async (language) => {
      const words = says(language)("common.drop.heavy", { n: 10 });
      const onFiles = vi.fn<(files: File[]) => void>();
      const { container } = await renderIn(
        language,
        <FileInput label="Add" icon={ImageUp} isMultiple onFiles={onFiles} />,
      );
      const input = inputOf(container);
      await userEvent.upload(input, [fileOf(1), fileOf(11)]);
      expect(onFiles).not.toHaveBeenCalled();
      expect(input.value).toBe("");
      expect(alerts()).toEqual([words]);
      await userEvent.upload(input, [fileOf(10)]);
      expect(onFiles).toHaveBeenCalledOnce();
      expect(alerts()).toEqual([""]);
    },
  );
});

describe("the upload of a picture", () => {
  async function open() {
    const onImage = vi.fn<(image: File) => void>();
    const { container } = await renderIn(
      "en",
      <ImageUpload label="Add a picture" icon={ImageUp} onImage={onImage}>
        <p>Logo</p>
      </ImageUpload>,
    );
    const area = screen.getByText("Logo").parentElement as HTMLElement;
    return { onImage, area, input: inputOf(container) };
  }
  const drop = (area: HTMLElement, files: File[]) => fireEvent.drop(area, { dataTransfer: { files } });

  it("refuses 6 MB, picked or dropped, and accepts 5", async () => {
    const { onImage, area, input } = await open();
    await userEvent.upload(input, fileOf(6));
    expect(alerts()).toContain("File size must be less than 5MB");
    drop(area, [fileOf(6)]);
    expect(onImage).not.toHaveBeenCalled();
    await userEvent.upload(input, fileOf(5));
    drop(area, [fileOf(5)]);
    expect(onImage).toHaveBeenCalledTimes(2);
    expect(alerts().join("")).toBe("");
  });

  it("accepts only pictures of the dropped files", async () => {
    const { onImage, area } = await open();
    drop(area, [fileOf(1, "application/pdf", "plan.pdf")]);
    expect(onImage).not.toHaveBeenCalled();
    drop(area, [fileOf(1, "application/pdf", "plan.pdf"), fileOf(1, "image/webp", "logo.webp")]);
    expect(onImage.mock.lastCall?.[0].name).toBe("logo.webp");
    expect(alerts().join("")).toBe("");
  });

  it("is a button for users who do not drag", async () => {
    await open();
    expect(screen.getByRole("button", { name: "Add a picture" }).tabIndex).toBe(0);
  });
});
