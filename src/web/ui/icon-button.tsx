import { BareIconButton, type BareIconButtonProps } from "./bare-icon-button.tsx";
import { Tooltip } from "./tooltip.tsx";

export { iconButtonClass } from "./bare-icon-button.tsx";

export interface IconButtonProps extends BareIconButtonProps {
  /** `false` where the name stands beside it anyway. */
  hasTooltip?: boolean;
}

/** A drawing that does something; its name is read out and shown as a tooltip. */
export function IconButton({ hasTooltip = true, ...props }: IconButtonProps) {
  const button = <BareIconButton {...props} />;
  return hasTooltip ? <Tooltip text={props.label}>{button}</Tooltip> : button;
}
