import { act, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { somebody } from "#test/people.ts";
import { lockNote, shellCache } from "#web/lib/cache-names.ts";
import { captures } from "#web/lib/captures.ts";
import { lockFor, readLock } from "#web/lib/lock.ts";
import { queryClient } from "#web/lib/query.ts";
import { session } from "#web/lib/session.ts";
import { recall, remember, storageKeys } from "#web/lib/storage.ts";
import { renderIn } from "#web/testing/in-language.tsx";
import { MemoryCaches, MemoryDatabases } from "#web/testing/memory-database.ts";
import { says } from "#web/testing/say.ts";
import { signOutAbsent } from "../session-end.ts";
import { LockScreen } from "./lock-screen.tsx";
import { settleLock } from "./settle-lock.ts";

const owner = { ...somebody, id: 7 };
const other = { ...somebody, id: 8 };
const seen = "sitewalk-seen";

let databases: MemoryDatabases;
let stored: MemoryCaches;
let isReached: boolean;
let left: string[];
let asked: string[];

beforeEach(() => {
  [databases, stored] = [new MemoryDatabases(), new MemoryCaches()];
  [isReached, left, asked] = [false, [], []];
  vi.stubGlobal("indexedDB", databases);
  vi.stubGlobal("caches", stored);
  vi.stubGlobal("location", {
    pathname: "/project/1",
    search: "",
    assign: (path: string) => void left.push(path),
    reload: () => void left.push("reload"),
  });
  Object.defineProperty(navigator, "serviceWorker", {
    value: Object.assign(new EventTarget(), { controller: { postMessage: () => undefined } }),
    configurable: true,
  });
  vi.spyOn(globalThis, "fetch").mockImplementation(async (url) => {
    asked.push(url as string);
    if (!isReached) throw new TypeError("Failed to fetch");
    return Response.json({ data: {} }, { headers: { "x-sitewalk": "here" } });
  });
  // Holds the data that this user viewed.
  databases.open(seen);
});
afterEach(() => {
  Reflect.deleteProperty(navigator, "serviceWorker");
  session.setUser(undefined);
  queryClient.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const isWorkerLocked = () => stored.of(shellCache).entries.has(lockNote);
const markCopies = () => remember("app-copies", "7");

describe("inactivity without a connection", () => {
  it("locks the screen, keeps what the user saved, and shows nothing of it", async () => {
    session.setUser(owner);
    markCopies();
    queryClient.setQueryData(["projects"], "of the owner");
    await signOutAbsent();
    expect(readLock()?.user).toBe(7);
    expect(isWorkerLocked()).toBe(true);
    expect(left).toEqual(["reload"]);
    expect(session.user()).toBeNull();
    expect(queryClient.getQueryData(["projects"])).toBeUndefined();
    expect(databases.names()).toContain(seen);
    expect(recall("app-copies")).toBe("7");
    expect(recall(storageKeys.logoutPending), "the server is notified later").toBe("1");
  });

  it("signs out where no worker can open the locked screen", async () => {
    Object.defineProperty(navigator, "serviceWorker", { value: undefined, configurable: true });
    session.setUser(owner);
    await signOutAbsent();
    expect(readLock()).toBeNull();
    expect(left).toEqual(["/login?logged_out=true"]);
  });
});

describe("inactivity with a connection", () => {
  beforeEach(() => {
    isReached = true;
    session.setUser(owner);
  });

  it("signs out and removes everything, as before", async () => {
    await signOutAbsent();
    expect(left).toEqual(["/login?logged_out=true"]);
    expect(readLock()).toBeNull();
    expect(databases.names()).not.toContain(seen);
  });

  it("keeps saved projects for their user, locked, and removes what was merely viewed", async () => {
    markCopies();
    await signOutAbsent();
    expect(left).toEqual(["/login?logged_out=true"]);
    expect(readLock()?.user).toBe(7);
    expect(isWorkerLocked()).toBe(true);
    expect(recall("app-copies")).toBe("7");
    expect(databases.names()).not.toContain(seen);
  });
});

describe("the start of a page on a locked device", () => {
  beforeEach(async () => {
    await lockFor(7);
    markCopies();
  });

  it.each([
    ["a page that came without the server", undefined, null, false],
    ["a session from before the lock", owner, "1", false],
    ["a guest, who is led to the sign-in page", null, null, true],
    ["the same user after a new sign-in", owner, null, true],
  ] as const)("judges %s", async (_, user, pending, opens) => {
    session.setUser(user);
    remember(storageKeys.logoutPending, pending);
    expect(await settleLock()).toBe(opens);
    expect(recall("app-copies")).toBe("7");
    expect(isWorkerLocked()).toBe(user === owner ? !opens : true);
  });

  it("removes what the former user viewed and saved when another one has signed in, but not what they added", async () => {
    await captures.keep({ user: 7, text: "Crack", photos: [] });
    remember(storageKeys.rememberMe, "true");
    session.setUser(other);
    expect(await settleLock()).toBe(true);
    expect(readLock()).toBeNull();
    expect(isWorkerLocked()).toBe(false);
    expect(recall("app-copies")).toBeNull();
    expect(databases.names()).not.toContain(seen);
    expect(await captures.count(8)).toEqual({ own: 0, others: 1 });
    expect(recall(storageKeys.rememberMe), "the new user's own choice").toBe("true");
  });
});

describe.each(["en", "ar"] as const)("the locked screen in %s", (language) => {
  const t = says(language);
  const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
  const user = userEvent.setup({ applyAccept: false });

  beforeEach(async () => {
    remember(storageKeys.logoutPending, "1");
    await renderIn(language, <LockScreen user={7} />);
  });

  it("stores an item and shows nothing of it but the number", async () => {
    await user.click(button(t("offline.lock.add")));
    await user.click(button(t("offline.lock.form.save")));
    await screen.findByText(t("offline.lock.form.empty"));
    const field = screen.getByLabelText<HTMLTextAreaElement>(t("offline.lock.form.note"));
    await user.type(field, "Crack in stairs 2");
    const picker = document.querySelector<HTMLInputElement>("input[type=file]:not([capture])");
    if (picker === null) throw new Error("no picker");
    await user.upload(picker, new File(["abc"], "wall.jpg", { type: "image/jpeg" }));
    await screen.findByAltText("wall.jpg");
    await user.click(button(t("offline.lock.form.save")));
    await screen.findByText(t("offline.lock.form.saved"));
    expect(field.value).toBe("");
    expect(screen.queryByAltText("wall.jpg")).toBeNull();
    await screen.findByText(t("offline.lock.count", { count: 1 }));
    const [item] = await captures.list(7);
    expect([item?.text, item?.photos.length]).toEqual(["Crack in stairs 2", 1]);
  });

  it("keeps what was typed when the form is closed before it was stored", async () => {
    await user.click(button(t("offline.lock.add")));
    await user.type(screen.getByLabelText(t("offline.lock.form.note")), "Crack");
    await user.click(button(t("common.close")));
    expect(screen.queryByRole("textbox")).toBeNull();
    await user.click(button(t("offline.lock.add")));
    expect(screen.getByLabelText<HTMLTextAreaElement>(t("offline.lock.form.note")).value).toBe("Crack");
  });

  it("keeps the form of an item that the full device refuses", async () => {
    await user.click(button(t("offline.lock.add")));
    const field = screen.getByLabelText<HTMLTextAreaElement>(t("offline.lock.form.note"));
    await user.type(field, "Crack");
    databases.isFull = true;
    await user.click(button(t("offline.lock.form.save")));
    await screen.findByText(t("offline.lock.form.full"));
    expect(field.value).toBe("Crack");
  });

  it("offers the sign-in once the server is reached and has ended the session", async () => {
    expect(button(t("offline.lock.sign_in")).disabled || !isReached).toBe(true);
    isReached = true;
    await act(async () => void dispatchEvent(new Event("online")));
    await screen.findByText(t("offline.lock.sign_in_ready"));
    expect(asked).toContain("/api/logout");
    await waitFor(() => expect(button(t("offline.lock.sign_in")).disabled).toBe(false));
    await user.click(button(t("offline.lock.sign_in")));
    expect(left).toEqual(["/login"]);
  });
});
