import { useId } from "react";
import { type Creatable, useWhyNot } from "#web/lib/can-create.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button, type ButtonProps } from "#web/ui/button.tsx";

/**
 * A button that starts a creation. Disabled, with the reason, while the plan or an unpaid invoice does not allow it: a
 * form that cannot be submitted is not offered.
 */
export function CreateButton({ begins, ...button }: ButtonProps & { begins: Creatable }) {
  const t = useText();
  const id = useId();
  const why = useWhyNot(begins);
  if (why === null) return <Button {...button} />;
  return (
    <span title={t(why)} className="contents">
      <Button {...button} isDisabled aria-describedby={id} />
      <span id={id} hidden>
        {t(why)}
      </span>
    </span>
  );
}
