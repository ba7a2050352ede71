import { watch } from "#web/lib/store.ts";
import "./snapshot.css";
import type { Room } from "#contract/visits.ts";
import type { View } from "#panorama/types.ts";
import { ApiError, upload } from "#web/lib/client.ts";
import { element, icon, iconButton } from "../element.ts";
import type { Frame } from "../frame.ts";
import { roomName } from "../frame.ts";
import type { IconName } from "../icons.ts";
import { Editor, type Tool } from "./editor.ts";

export interface Taken {
  readonly room: Room;
  readonly view: View;
  readonly file: Blob;
}

/** Wider pictures are of no use to a report, and slow on a site's line. */
const widest = 2560;

const colors = {
  red: "#e5322d",
  yellow: "#ffc629",
  green: "#2fb344",
  blue: "#2f7cf6",
  white: "#ffffff",
} as const;
type Color = keyof typeof colors;

const toolIcons: Readonly<Record<Tool, IconName>> = {
  select: "move",
  arrow: "arrow",
  circle: "circle",
  box: "box",
  text: "text",
  blur: "blur",
};

/** Opens the captured view to be drawn on; resolves when it is open. */
export async function openSnapshot(frame: Frame, taken: Taken): Promise<void> {
  const { root, speaker, life } = frame;
  const picture = await createImageBitmap(taken.file);
  const scale = Math.min(1, widest / picture.width);
  const canvas = element("canvas", {
    class: "snapshot-canvas",
    tabindex: 0,
    role: "img",
    "aria-label": speaker.say("snapshot.picture"),
    width: Math.round(picture.width * scale),
    height: Math.round(picture.height * scale),
  });
  const own = new AbortController();
  const editor = new Editor(canvas, picture, colors.red, own.signal);
  const note = element("input", {
    class: "field",
    id: "snapshot-note",
    maxlength: 1000,
    placeholder: speaker.say("snapshot.note_hint"),
    dir: "auto",
  });
  const heading = element("h2", { class: "unseen", id: "snapshot-title" }, speaker.say("snapshot.title"));
  const dialog = element("dialog", { class: "snapshot", "aria-labelledby": heading.id });
  const hasWork = () => editor.shapes.length > 0 || note.value.trim() !== "";
  const leave = () => {
    if (hasWork()) askToLeave(frame, dialog);
    else dialog.close();
  };
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    leave();
  });
  dialog.addEventListener("close", () => {
    own.abort();
    picture.close();
    dialog.remove();
  });
  life.addEventListener("abort", () => dialog.close(), { signal: own.signal });
  const close = iconButton("close", speaker.say("actions.close"), leave);
  dialog.append(
    heading,
    element("div", { class: "snapshot-bar" }, toolBar(frame, editor, own.signal), close),
    element("div", { class: "snapshot-stage" }, canvas),
    element(
      "div",
      { class: "snapshot-foot" },
      words(frame, editor, own.signal),
      // What a guest takes home has no note.
      ...(mayKeep(frame)
        ? [element("label", { class: "unseen", for: note.id }, speaker.say("snapshot.note")), note]
        : []),
      ...endings(frame, { taken, canvas, editor, note, dialog }),
    ),
  );
  root.append(dialog);
  dialog.showModal();
  canvas.focus({ preventScroll: true });
}

function toolBar({ speaker }: Frame, editor: Editor, life: AbortSignal): HTMLElement {
  const tools = (Object.keys(toolIcons) as Tool[]).map((tool) => {
    const button = iconButton(toolIcons[tool], speaker.say(`snapshot.${tool}`), () => editor.take(tool));
    watch(editor.tool, life, (chosen) => button.setAttribute("aria-pressed", String(chosen === tool)));
    return button;
  });
  const swatches = (Object.keys(colors) as Color[]).map((name) => {
    const label = speaker.say(`snapshot.color.${name}`);
    const dot = element("span", { class: "swatch" });
    // A style attribute would be refused by the page's policy; setting the property is not.
    dot.style.background = colors[name];
    const button = element(
      "button",
      {
        type: "button",
        class: "tool",
        "aria-label": label,
        title: label,
        onclick: () => editor.paintWith(colors[name]),
      },
      dot,
    );
    watch(editor.changes, life, () =>
      button.setAttribute("aria-pressed", String(editor.color === colors[name])),
    );
    button.addEventListener("click", () => {
      for (const other of swatches) other.setAttribute("aria-pressed", String(other === button));
    });
    return button;
  });
  const undo = iconButton("undo", speaker.say("snapshot.undo"), () => editor.undo());
  const redo = iconButton("redo", speaker.say("snapshot.redo"), () => editor.redo());
  const remove = iconButton("bin", speaker.say("snapshot.remove"), () => editor.remove());
  watch(editor.changes, life, () => {
    undo.disabled = !editor.canUndo;
    redo.disabled = !editor.canRedo;
    remove.disabled = editor.selected.get() < 0;
  });
  const group = (label: string, ...buttons: HTMLElement[]) =>
    element("div", { class: "snapshot-group", role: "group", "aria-label": label }, ...buttons);
  return element(
    "div",
    { class: "snapshot-tools", role: "toolbar", "aria-label": speaker.say("snapshot.tools") },
    group(speaker.say("snapshot.tools"), ...tools),
    group(speaker.say("snapshot.colors"), ...swatches),
    group(speaker.say("snapshot.undo"), undo, redo, remove),
  );
}

/** The words of the text that is chosen: shown, with the focus, as soon as one is. */
function words({ speaker }: Frame, editor: Editor, life: AbortSignal): HTMLElement {
  const label = speaker.say("snapshot.write");
  const field = element("input", {
    class: "field",
    maxlength: 200,
    placeholder: label,
    "aria-label": label,
    dir: "auto",
    hidden: true,
    oninput: () => editor.write(field.value),
  });
  let shown = -1;
  watch(editor.changes, life, () => {
    const text = editor.words;
    field.hidden = text === undefined;
    if (text === undefined) {
      shown = -1;
      return;
    }
    if (document.activeElement !== field) field.value = text.trim();
    if (shown === editor.selected.get()) return;
    shown = editor.selected.get();
    // After the press that made it is over: it would take the focus back.
    requestAnimationFrame(() => field.focus());
  });
  return field;
}

const mayKeep = ({ tour }: Frame): boolean => tour.visit.get().can["add_snapshot"] === true;

interface Open {
  readonly taken: Taken;
  readonly canvas: HTMLCanvasElement;
  readonly editor: Editor;
  readonly note: HTMLInputElement;
  readonly dialog: HTMLDialogElement;
}

/** Taking the picture home, and leaving it here for those who may. */
function endings(frame: Frame, open: Open): HTMLElement[] {
  const { speaker } = frame;
  const download = element(
    "button",
    { type: "button", class: "button button-quiet", onclick: () => void keepHere(frame, open) },
    icon("download"),
    element("span", {}, speaker.say("snapshot.download")),
  );
  if (!mayKeep(frame)) return [download];
  const said = element("p", { class: "snapshot-said", role: "alert" });
  const name = element("span", {}, speaker.say("snapshot.save"));
  const keep = async () => {
    save.disabled = true;
    name.textContent = speaker.say("snapshot.saving");
    said.textContent = "";
    try {
      await send(frame, open);
      open.dialog.close();
      frame.toast(speaker.say("snapshot.saved"));
    } catch (error) {
      const reason = error instanceof ApiError ? error.message : "";
      said.textContent = speaker.say("snapshot.failed", { reason });
      save.disabled = false;
      name.textContent = speaker.say("snapshot.save");
    }
  };
  const save = element(
    "button",
    { type: "button", class: "button", onclick: () => void keep() },
    icon("check"),
    name,
  );
  return [download, save, said];
}

async function send({ tour }: Frame, { taken, canvas, editor, note }: Open): Promise<void> {
  editor.settle();
  const { id_visit } = tour.visit.get();
  const file = new File([await fileOf(canvas)], "snapshot.jpg", { type: "image/jpeg" });
  const { room, view } = taken;
  await upload(
    "POST /api/snapshots",
    {
      body: {
        id_visit: id_visit ?? 0,
        id_room: room.id,
        yaw: wrapped(view.yaw),
        pitch: view.pitch,
        fov: view.fov,
        note: note.value,
        drawing: JSON.stringify(editor.shapes),
      },
      files: { file },
    },
    { toast: false },
  );
}

const wrapped = (yaw: number) => ((((yaw + 180) % 360) + 360) % 360) - 180;

async function keepHere(frame: Frame, { taken, canvas, editor }: Open): Promise<void> {
  editor.settle();
  const address = URL.createObjectURL(await fileOf(canvas));
  const date = frame.tour.visit.get().visit_date.slice(0, 10);
  const name = `${roomName(frame, taken.room)} ${date}.jpg`.replaceAll(/[\\/:*?"<>|]/g, "-");
  element("a", { href: address, download: name }).click();
  // Freed when the browser has surely begun to read it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

const fileOf = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error("The canvas gave no picture.")) : resolve(blob)),
      "image/jpeg",
      0.9,
    );
  });

/** Nothing drawn is lost by a slip of the finger. */
function askToLeave({ speaker }: Frame, dialog: HTMLDialogElement): void {
  const title = element(
    "h2",
    { class: "dialog-title", id: "leave-title" },
    speaker.say("snapshot.leave_title"),
  );
  const stay = element(
    "button",
    { type: "button", class: "button button-quiet", onclick: () => ask.close() },
    speaker.say("snapshot.stay"),
  );
  const ask = element(
    "dialog",
    { class: "dialog", "aria-labelledby": title.id, onclose: () => ask.remove() },
    element(
      "div",
      { class: "dialog-box" },
      title,
      element("p", { class: "dialog-text" }, speaker.say("snapshot.leave_text")),
      element(
        "div",
        { class: "snapshot-answers" },
        stay,
        element(
          "button",
          {
            type: "button",
            class: "button",
            onclick: () => {
              ask.close();
              dialog.close();
            },
          },
          speaker.say("snapshot.leave"),
        ),
      ),
    ),
  );
  dialog.append(ask);
  ask.showModal();
  stay.focus();
}
