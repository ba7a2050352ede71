import { describe, expect, it } from "vitest";
import { ApiError } from "#web/lib/client.ts";
import { nothingToUpload, type PlannedRoom, type UploadState, uploadRooms } from "./room-upload.ts";

const rooms: PlannedRoom[] = ["hall", "stairs", "roof"].map((name) => ({
  key: name,
  name,
  file: new File(["x"], `${name}.jpg`),
}));

function recorder(failing: string[] = []) {
  const states = new Map<string, UploadState>();
  const sent: string[] = [];
  let atOnce = 0;
  let most = 0;
  const steps = {
    async send(room: PlannedRoom, onProgress: (share: number) => void) {
      sent.push(room.name);
      most = Math.max(most, ++atOnce);
      onProgress(0.5);
      await new Promise((resolve) => setTimeout(resolve, 1));
      atOnce -= 1;
      if (failing.includes(room.name)) throw new ApiError(500, "SERVER", "Broken");
    },
    onState: (key: string, state: UploadState) => void states.set(key, state),
    explain: (error: unknown) => (error as Error).message,
  };
  return { steps, states, sent, most: () => most };
}

describe("uploading rooms", () => {
  it("sends them in order, one at a time", async () => {
    const { steps, sent, most, states } = recorder();
    expect(await uploadRooms(rooms, steps)).toEqual({ kind: "done" });
    expect(sent).toEqual(["hall", "stairs", "roof"]);
    expect(most()).toBe(1);
    expect([...states.values()].every(({ kind }) => kind === "done")).toBe(true);
  });

  it("stops at the first failure and leaves the rest waiting", async () => {
    const { steps, sent, states } = recorder(["stairs"]);
    expect(await uploadRooms(rooms, steps)).toEqual({ kind: "failed", reason: "Broken" });
    expect(sent).toEqual(["hall", "stairs"]);
    expect(states.get("hall")).toEqual({ kind: "done" });
    expect(states.get("stairs")).toEqual({ kind: "failed", reason: "Broken" });
    expect(states.get("roof")).toEqual({ kind: "waiting" });
  });
});

describe("an upload of nothing", () => {
  it.each([
    [0, 0, "errors.failed.no_files"],
    [0, 2, "errors.failed.no_valid_files"],
    [1, 2, null],
  ] as const)("with %i fit and %i refused says %s", (fit, refused, said) =>
    expect(nothingToUpload(fit, refused)).toBe(said),
  );
});
