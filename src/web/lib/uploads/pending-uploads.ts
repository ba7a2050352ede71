import { createStore } from "#web/lib/store.ts";

/** Number of this user's pictures that have not arrived yet. Small and in its own module: sign-out reads it. */
export const uploadsUnderWay = createStore(0);

/** Removes the unsent uploads of a user who signs out explicitly from this device. Never fails. */
export async function forgetUploads(user: number): Promise<void> {
  try {
    const { uploads } = await import("./uploads.ts");
    await uploads.forgetAll(user);
  } catch {
    // Without storage there is nothing to remove.
  }
}
