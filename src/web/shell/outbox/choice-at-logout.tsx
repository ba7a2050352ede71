import { useText } from "#web/lib/use-text.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";

/** Whether what waits on this device is deleted when the user signs out. */
export function ChoiceAtLogout({
  isDeleting,
  onChange,
}: {
  isDeleting: boolean;
  onChange: (isDeleting: boolean) => void;
}) {
  const t = useText();
  return (
    <Checkbox isSelected={isDeleting} onChange={onChange} className="mt-2">
      {t("shell.logout.waiting_delete")}
    </Checkbox>
  );
}
