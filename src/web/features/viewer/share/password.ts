import { limits } from "#contract/limits.ts";
import { copyText } from "#web/lib/copy-text.ts";
import { suggestPassword } from "#web/lib/share-rules.ts";
import { element } from "../element.ts";
import { quietButton } from "./qr.ts";
import type { Words } from "./words.ts";

export interface PasswordPart {
  readonly element: HTMLElement;
  /** Whether one is in force, and what is to become of it: undefined nothing, null none, a text that. */
  show(isSet: boolean, next: string | null | undefined): void;
  focus(): void;
}

/** The password of a link: set, changed or taken away with the rest; shown while it is typed, and never again. */
export function passwordPart(
  words: Words,
  onChange: (next: string | null | undefined) => void,
): PasswordPart {
  const state = element("p", { class: "share-state" });
  const input = element("input", {
    class: "field",
    id: "viewer-share-password",
    dir: "ltr",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    maxlength: limits.share.password.max,
    "aria-describedby": "viewer-share-password-hint",
  });
  input.addEventListener("input", () => onChange(input.value));
  const copied = element("span", { role: "status", class: "share-note" });
  const take = async () => {
    const isCopied = await copyText(input.value);
    copied.textContent = isCopied ? words.say("settings.password_copied") : "";
    if (!isCopied) input.select();
    setTimeout(() => copied.replaceChildren(), 2500);
  };
  const copy = quietButton(words.say("settings.password_copy"), () => void take());
  const write = (text: string) => {
    input.value = text;
    onChange(text);
    input.focus();
  };
  const set = quietButton("", () => write(suggestPassword()));
  const remove = quietButton(words.say("settings.password_remove"), () => onChange(null));
  const keep = quietButton(words.say("settings.password_keep"), () => onChange(undefined));
  const typed = element(
    "div",
    { class: "share-typed" },
    element("label", { class: "field-label", for: input.id }, words.say("settings.password_field")),
    element("div", { class: "share-row" }, input, copy),
    element(
      "p",
      { class: "share-note", id: "viewer-share-password-hint" },
      words.say("settings.password_hint", { n: limits.share.password.min }),
    ),
    copied,
  );
  return {
    element: element(
      "fieldset",
      { class: "share-group" },
      element("legend", { class: "field-label" }, words.say("settings.password")),
      state,
      typed,
      element("div", { class: "share-ways" }, set, remove, keep),
      element("p", { class: "share-note" }, words.say("settings.members_note")),
    ),
    focus: () => input.focus(),
    show(isSet, next) {
      const isTyped = typeof next === "string";
      const isRemoved = next === null && isSet;
      state.hidden = isTyped;
      const standing = isSet ? "settings.password_on" : "settings.password_none";
      state.textContent = words.say(isRemoved ? "settings.password_off" : standing);
      typed.hidden = !isTyped;
      if (!isTyped) input.value = "";
      const offer = isSet ? "settings.password_change" : "settings.password_set";
      set.textContent = words.say(isTyped ? "settings.password_suggest" : offer);
      remove.hidden = !isSet || isTyped || isRemoved;
      keep.hidden = !isTyped && !isRemoved;
    },
  };
}
