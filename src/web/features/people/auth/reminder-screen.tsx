import { ShieldCheck } from "lucide-react";
import { useText } from "#web/lib/use-text.ts";
import { Icon } from "#web/ui/icon.tsx";
import { PlainButton } from "#web/ui/plain/plain-button.tsx";
import { Entrance } from "./entrance.tsx";

export interface ReminderScreenProps {
  onActivate: () => void;
  onSkip: () => void;
}

export function ReminderScreen({ onActivate, onSkip }: ReminderScreenProps) {
  const t = useText();
  return (
    <Entrance>
      <div className="mb-5 flex size-12 items-center justify-center rounded-full bg-accent-soft text-accent-text">
        <Icon of={ShieldCheck} size="lg" />
      </div>
      <h1 className="text-xl font-strong">{t("auth.reminder.title")}</h1>
      <p className="mt-1.5 text-ink-muted">{t("auth.reminder.text")}</p>
      <div className="mt-6 flex flex-col gap-2.5">
        <PlainButton variant="primary" size="lg" onClick={onActivate}>
          {t("auth.reminder.activate")}
        </PlainButton>
        <PlainButton variant="quiet" size="lg" onClick={onSkip}>
          {t("auth.reminder.skip")}
        </PlainButton>
      </div>
    </Entrance>
  );
}
