import { useId } from "react";
import type { WebhookEvent } from "#contract/webhooks.ts";
import { useText } from "#web/lib/use-text.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { type EventGroup, eventText, groupNames, groups } from "./events.ts";

export interface EventsFieldProps {
  value: readonly WebhookEvent[];
  onChange: (events: WebhookEvent[]) => void;
  error?: string | undefined;
}

/** Subscribed events, one by one or a group at once. */
export function EventsField({ value, onChange, error }: EventsFieldProps) {
  const t = useText();
  const note = useId();
  const chosen = new Set(value);

  function mark(events: readonly WebhookEvent[], isOn: boolean): void {
    const next = new Set(chosen);
    for (const event of events) {
      if (isOn) next.add(event);
      else next.delete(event);
    }
    onChange(groupNames.flatMap((name) => groups[name].filter((event) => next.has(event))));
  }

  const group = (name: EventGroup) => {
    const events = groups[name];
    const count = events.filter((event) => chosen.has(event)).length;
    return (
      <div key={name} className="min-w-0">
        <Checkbox
          isSelected={count === events.length}
          isIndeterminate={count > 0 && count < events.length}
          onChange={(isOn) => mark(events, isOn)}
          className="font-strong"
        >
          {t(`webhooks.groups.${name}`)}
        </Checkbox>
        <ul className="mt-2 flex flex-col gap-2 ps-7 touch:gap-0">
          {events.map((event) => (
            <li key={event}>
              <Checkbox isSelected={chosen.has(event)} onChange={(isOn) => mark([event], isOn)}>
                {t(eventText(event))}
              </Checkbox>
            </li>
          ))}
        </ul>
      </div>
    );
  };

  return (
    <fieldset aria-describedby={error === undefined ? undefined : note}>
      <legend className="mb-3 text-sm font-strong">{t("webhooks.events_label")}</legend>
      <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">{groupNames.map(group)}</div>
      {error !== undefined && (
        <p id={note} role="alert" className="mt-3 text-sm text-bad-text">
          {error}
        </p>
      )}
    </fieldset>
  );
}
