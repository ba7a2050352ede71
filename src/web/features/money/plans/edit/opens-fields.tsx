import { ArrowUp, Plus, X } from "lucide-react";
import { useRef } from "react";
import { planFeatures } from "#contract/choices.ts";
import { limits } from "#contract/limits.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { ChangedMark } from "#web/ui/changed-mark.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import type { FieldsProps } from "./fields.ts";

/** Connections by name, and other features that the super admin adds to the card. */
export function OpensFields({ draft }: FieldsProps) {
  const t = useText();
  const { values, set, has } = draft;
  return (
    <div className="flex flex-col gap-6">
      <ChangedMark isChanged={has("features")}>
        <fieldset>
          <legend className="mb-2 font-strong">{t("plans.connections")}</legend>
          <div className="grid grid-cols-2 gap-x-6 gap-y-2.5 sm:grid-cols-3">
            {planFeatures.map((feature) => (
              <Checkbox
                key={feature}
                isSelected={values.features.includes(feature)}
                onChange={(isOn) =>
                  // In the order of the list, so that selecting and deselecting one is no change.
                  set(
                    "features",
                    planFeatures.filter((one) => (one === feature ? isOn : values.features.includes(one))),
                  )
                }
              >
                <bdi>{feature}</bdi>
              </Checkbox>
            ))}
          </div>
        </fieldset>
      </ChangedMark>
      <ChangedMark isChanged={has("custom_features")}>
        <Lines
          lines={values.custom_features}
          error={draft.errors.custom_features}
          onChange={(lines) => set("custom_features", lines)}
        />
      </ChangedMark>
    </div>
  );
}

function Lines({
  lines,
  error,
  onChange,
}: {
  lines: readonly string[];
  error: string | undefined;
  onChange: (lines: string[]) => void;
}) {
  const t = useText();
  const list = useRef<HTMLOListElement>(null);
  const focusLine = (at: number) =>
    requestAnimationFrame(() => list.current?.querySelectorAll("input")[at]?.focus());

  function add(): void {
    if (lines.length >= limits.plan.features) return;
    onChange([...lines, ""]);
    focusLine(lines.length);
  }

  function remove(at: number): void {
    onChange(lines.filter((_, other) => other !== at));
    focusLine(Math.max(0, at - 1));
  }

  function raise(at: number): void {
    const next = [...lines];
    next.splice(at - 1, 2, lines[at] ?? "", lines[at - 1] ?? "");
    onChange(next);
  }

  return (
    <fieldset>
      <legend className="mb-2 font-strong">{t("plans.lines")}</legend>
      <ol ref={list} className="flex flex-col gap-2">
        {lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has nothing but its place
          <li key={at} className="flex items-center gap-1">
            <TextField
              label={t("plans.line", { place: at + 1 })}
              value={line}
              onChange={(text) => onChange(lines.map((one, other) => (other === at ? text : one)))}
              onKeyDown={(event) => {
                if (event.key !== "Enter") return event.continuePropagation();
                event.preventDefault();
                add();
              }}
              placeholder={t("plans.line_hint")}
              maxLength={limits.name}
              className="min-w-0 flex-1 [&>label]:sr-only"
            />
            <IconButton
              icon={ArrowUp}
              label={t("plans.line_up", { place: at + 1 })}
              isDisabled={at === 0}
              onPress={() => raise(at)}
              className="touch:size-11"
            />
            <IconButton
              icon={X}
              label={t("plans.remove_line", { place: at + 1 })}
              onPress={() => remove(at)}
              className="touch:size-11"
            />
          </li>
        ))}
      </ol>
      {error !== undefined && <p className="mt-2 text-xs text-bad-text">{error}</p>}
      {lines.length < limits.plan.features && (
        <Button variant="quiet" icon={Plus} onPress={add} className="-ms-3.5 mt-2">
          {t("plans.add_line")}
        </Button>
      )}
    </fieldset>
  );
}
