import { Search } from "lucide-react";
import { type FocusEvent, useEffect, useRef, useState } from "react";
import { limits } from "#contract/limits.ts";
import { useText } from "#web/lib/use-text.ts";
import { controlHeight, cx, fieldBox } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { later } from "#web/ui/later.ts";
import { goToSearch } from "../access.ts";
import { useCombobox } from "../use-combobox.ts";
import { usePart } from "../use-part.ts";
import { PaletteHint } from "./palette-hint.tsx";

const results = later(() => import("./results.tsx"));

/** As specified: a click on a result that moves the focus first still reaches it. */
const closesAfter = limits.shell.searchCloses;

/** The search of the top bar. The first script contains only the field; results are loaded on first use. */
export function SearchBox() {
  const t = useText();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [isHere, setIsHere] = useState(false);
  const [isNear, setIsNear] = useState(false);
  const isOpen = isHere && text.trim() !== "";
  const { input, list, reset } = useCombobox(isOpen);
  const { part, hasFailed } = usePart(results, isNear || isHere);
  const closing = useRef(0);

  useEffect(() => () => clearTimeout(closing.current), []);
  useEffect(() => {
    goToSearch.set(() => {
      field.current?.focus();
      field.current?.select();
    });
    return () => goToSearch.set(null);
  }, []);

  function change(next: string): void {
    setText(next);
    setIsHere(true);
    reset();
  }
  function leave(event: FocusEvent<HTMLElement>): void {
    if (event.currentTarget.contains(event.relatedTarget)) return;
    closing.current = window.setTimeout(() => setIsHere(false), closesAfter);
  }
  function finish(): void {
    change("");
    setIsHere(false);
    field.current?.blur();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only hears what its field and list do
    <search
      className="relative w-full max-w-104"
      onPointerEnter={() => setIsNear(true)}
      onFocus={() => {
        clearTimeout(closing.current);
        setIsHere(true);
      }}
      onBlur={leave}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || text === "") return;
        if (isOpen) setIsHere(false);
        else change("");
        field.current?.focus();
      }}
    >
      <Icon
        of={Search}
        size="sm"
        className="pointer-events-none absolute inset-y-0 start-3 my-auto text-ink-muted"
      />
      <input
        {...input}
        ref={field}
        type="text"
        enterKeyHint="go"
        value={text}
        maxLength={limits.search.text}
        aria-label={t("search.label")}
        placeholder={t("search.placeholder")}
        onChange={(event) => change(event.target.value)}
        className={cx(fieldBox, controlHeight, "ps-9 text-ellipsis", text === "" && "pe-16")}
      />
      {text === "" && <PaletteHint />}
      {isOpen && part && <part.ResultsDropdown text={text} list={list} onChosen={finish} />}
      {isOpen && hasFailed && (
        <p role="alert" className="absolute inset-x-0 top-full mt-1.5 rounded-lg bg-raised p-3 shadow-float">
          {t("search.unloaded")}
        </p>
      )}
    </search>
  );
}
