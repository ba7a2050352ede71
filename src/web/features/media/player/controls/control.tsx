import { PlainIconButton, type PlainIconButtonProps } from "#web/ui/plain/plain-icon-button.tsx";

type ControlProps = Pick<
  PlainIconButtonProps,
  "icon" | "label" | "points" | "onPress" | "isPressed" | "isDisabled" | "className"
>;

/** Class of everything in the bar that is not an icon and reacts to a pointer. */
export const controlClass =
  "h-10 touch:h-11 cursor-default rounded-[8px] transition-colors hover:bg-glass-hover";

/** An icon button of a player. Its tooltip is the browser's: a player may be too small for one of ours. */
export function Control(props: ControlProps) {
  return <PlainIconButton variant="onGlass" size="lg" hasTooltip={false} title={props.label} {...props} />;
}
