import { limits } from "#contract/limits.ts";
import { call, quiet } from "#web/lib/client.ts";
import { upload } from "#web/lib/upload.ts";
import { showAccount } from "../account.ts";
import { type Crop, pieceOf, resultSize } from "./crop.ts";

export type Portrait = "avatar" | "cover";

/** Ratio of width to height, and maximum width of the upload in pixels. */
export const shapes = {
  avatar: { ratio: 1, width: 768 },
  cover: { ratio: 3, width: 2400 },
} as const satisfies Record<Portrait, { ratio: number; width: number }>;

/** Accepted types, the same as on the server. */
export const accept = {
  "image/jpeg": [".jpg", ".jpeg"],
  "image/png": [".png"],
  "image/webp": [".webp"],
};
export const maxBytes = limits.portrait.bytes;

export class PictureUnreadable extends Error {}
export class NoCanvas extends Error {}

/** Decodes a file, in the camera's orientation. The caller revokes its object URL. */
export async function openPicture(file: Blob): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = URL.createObjectURL(file);
  try {
    await image.decode();
  } catch {
    URL.revokeObjectURL(image.src);
    throw new PictureUnreadable();
  }
  return image;
}

/** Crops into a file of its own, so that only the visible part leaves this device. */
export async function cutOut(image: HTMLImageElement, crop: Crop, portrait: Portrait): Promise<File> {
  const { ratio, width } = shapes[portrait];
  const piece = pieceOf(crop, { width: image.naturalWidth, height: image.naturalHeight }, ratio);
  const size = resultSize(piece, width, ratio);
  const canvas = document.createElement("canvas");
  canvas.width = size.width;
  canvas.height = size.height;
  const context = canvas.getContext("2d");
  if (context === null) throw new NoCanvas();
  // JPEG has no transparency: puts white instead of black behind a logo.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, size.width, size.height);
  context.imageSmoothingQuality = "high";
  context.drawImage(image, piece.left, piece.top, piece.width, piece.height, 0, 0, size.width, size.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.92));
  if (blob === null) throw new NoCanvas();
  return new File([blob], `${portrait}.jpg`, { type: "image/jpeg" });
}

/** Uploads the picture and shows it everywhere at once. */
export async function sendPortrait(
  portrait: Portrait,
  file: File,
  onProgress: (share: number) => void,
): Promise<void> {
  const options = { onProgress, ...quiet };
  if (portrait === "avatar")
    showAccount(await upload("POST /api/users/avatar", { files: { file } }, options));
  else showAccount(await upload("POST /api/users/cover_image", { files: { file } }, options));
}

export async function removePortrait(portrait: Portrait): Promise<void> {
  if (portrait === "avatar") {
    await call("DELETE /api/users/avatar/delete", {}, quiet);
    showAccount({ avatar: null });
  } else {
    await call("DELETE /api/users/cover_image/delete", {}, quiet);
    showAccount({ cover_image: null });
  }
}
