import { createStore } from "#web/lib/store.ts";

/** How many pictures of this person have not arrived yet. Small and by itself: signing out asks for it. */
export const uploadsUnderWay = createStore(0);

/** Removes from this device what somebody who signs out on purpose has not sent yet. Never fails. */
export async function forgetUploads(user: number): Promise<void> {
  try {
    const { uploads } = await import("./uploads.ts");
    await uploads.forgetAll(user);
  } catch {
    // Where nothing can be kept there is nothing to forget.
  }
}
